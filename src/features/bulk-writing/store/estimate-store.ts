import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { BatchModel } from '../contract.ts'
import type { UsualTokens } from '../rules/estimate.ts'
import '#features/ai-content/store/tables.ts'
import './tables.ts'

/** What texts took so far, for estimates. */

const latest = 50
const minDocuments = 3

/** Tokens of the workspace's latest whole texts with a model, by template. */
export async function findUsualTokens(
  db: Db,
  workspaceId: string,
  { provider, model }: BatchModel,
): Promise<Map<string, UsualTokens>> {
  const { rows } = await sql<UsualTokens & { template: string }>`
    select template, count(*) as documents, avg(input_tokens)::real as input, avg(output_tokens)::real as output from (
      select d.template, g.input_tokens, g.output_tokens,
        row_number() over (partition by d.template order by g.started_at desc) as nth
      from generations g join documents d on d.workspace_id = g.workspace_id and d.id = g.document_id
      where g.workspace_id = ${workspaceId} and g.kind = 'document' and g.status = 'done' and g.provider = ${provider}
        and g.model = ${model} and g.input_tokens is not null and g.output_tokens is not null) latest
    where nth <= ${latest} group by template having count(*) >= ${minDocuments}`.execute(db)
  return new Map(rows.map(({ template, ...tokens }) => [template, tokens]))
}

/** Tokens a second that a model wrote in the workspace's latest texts. Null if there are too few. */
export async function findSpeed(db: Db, workspaceId: string, { provider, model }: BatchModel): Promise<number | null> {
  const { rows } = await sql<{ speed: number | null; documents: number }>`
    select sum(output_tokens) / nullif(sum(extract(epoch from ended_at - started_at)), 0)::real as speed, count(*) as documents
    from (select output_tokens, ended_at, started_at from generations
      where workspace_id = ${workspaceId} and kind = 'document' and status = 'done' and provider = ${provider}
        and model = ${model} and output_tokens > 100 order by started_at desc limit ${latest}) latest`.execute(db)
  const { speed, documents } = rows[0]!
  return documents >= minDocuments && speed ? speed : null
}

/** Items of plans that are in a batch that hasn't ended. */
export function findItemsInBatches(db: Db, workspaceId: string, planItemIds: string[]) {
  if (planItemIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('writing_batch_items')
    .select(['plan_item_id', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['queued', 'running'])
    .where(sql<boolean>`plan_item_id = any(${planItemIds}::uuid[])`)
    .execute()
}

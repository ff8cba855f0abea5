import { sql } from 'kysely'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { GenerationsTable } from './tables.ts'

/** Stores generations: provenance, cost and progress. */

export type NewGeneration = {
  id: string
  ref: ResourceRef
  kind: GenerationsTable['kind']
  provider: string
  model: string
  promptVersion: string
  payerId: string
  units: number
  unitsPeriod: Date
  /** Null if the account of who created the batch was deleted. */
  startedBy: string | null
  /** The batch item that owns it instead of a reader: then it has no lease, and the batch closes it. */
  batchItemId?: string
}

/** Lease of a running generation; its process renews it with each checkpoint (heartbeat). */
const lease = sql<Date>`(now() + interval '30 seconds')`

/**
 * Inserts with one statement, because the first words wait for it. `writes`: the generation changes the document's own
 * text, which ends its live session. The commit doesn't wait for the disk. If the database server loses power within a fifth of a second, unit,
 * generation and state are lost together: nothing was charged, and the stream ends with an error.
 * @param version of the document's text; false without a change if it has another one and isn't being written
 * @throws the database's unique violation if another generation writes this document; see isSecondWriter
 */
export async function insertGeneration(
  tx: Db,
  generation: NewGeneration,
  { writes, version }: { writes: boolean; version?: number },
): Promise<boolean> {
  const { ref } = generation
  const { rows } = await sql`
    with document as (
      update documents set status = 'writing', error = null, failure = null
      where ${writes} and workspace_id = ${ref.workspaceId} and id = ${ref.id}
        and (${version ?? null}::integer is null or version = ${version ?? null}::integer or status = 'writing')
      returning 1
    ), ended_session as (
      delete from document_live_sessions
      where workspace_id = ${ref.workspaceId} and document_id = ${ref.id} and exists (select from document)
    ), commit_soon as (
      select set_config('synchronous_commit', 'off', true)
    )
    insert into generations (workspace_id, document_id, id, kind, status, provider, model, prompt_version, payer_id, units,
      units_period, leased_until, started_by, batch_item_id)
    select ${ref.workspaceId}, ${ref.id}, ${generation.id}, ${generation.kind}, 'running', ${generation.provider},
      ${generation.model}, ${generation.promptVersion}, ${generation.payerId}, ${generation.units}, ${generation.unitsPeriod},
      ${generation.batchItemId ? null : lease}::timestamptz, ${generation.startedBy}::uuid, ${generation.batchItemId ?? null}::uuid
    from commit_soon
    where not ${writes} or exists (select from document)
    returning id ${prepared}`.execute(tx)
  return rows.length > 0
}

/** Whether the document was deleted in the meantime. */
export const isWithoutDocument = (error: unknown) =>
  (error as { code?: string; table?: string }).code === '23503' && (error as { table?: string }).table === 'generations'

export const isSecondWriter = (error: unknown) =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'generations_writer'

/** Renews the lease and saves a checkpoint in one statement. False when the generation was closed as abandoned. */
export async function saveCheckpoint(
  db: Db,
  ref: ResourceRef,
  id: string,
  reached: { progress: number; characters: number },
  content: { text: string; words: number } | null,
): Promise<boolean> {
  const { rows } = await sql`
    with open as (
      update generations set leased_until = case when batch_item_id is null then ${lease} end, progress = ${reached.progress}, characters = ${reached.characters}
      where workspace_id = ${ref.workspaceId} and document_id = ${ref.id} and id = ${id} and status = 'running'
      returning 1
    ), kept as (
      update documents set content_md = ${content?.text ?? null}, word_count = ${content?.words ?? null}
      where ${content !== null} and workspace_id = ${ref.workspaceId} and id = ${ref.id} and exists (select from open)
    )
    select 1 from open`.execute(db)
  return rows.length > 0
}

export type Ended = {
  status: 'done' | 'cut' | 'failed'
  provider?: string
  model?: string
  inputTokens: number | null
  outputTokens: number | null
  output?: string | null
  progress: number
  characters: number
  error: AppError | null
  unitsReturned: boolean
}

/** Closes a running generation. False when another process closed it first. */
export async function endGeneration(tx: Db, ref: ResourceRef, id: string, ended: Ended): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('generations')
    .set({
      status: ended.status,
      ...(ended.provider ? { provider: ended.provider } : {}),
      ...(ended.model ? { model: ended.model } : {}),
      input_tokens: ended.inputTokens,
      output_tokens: ended.outputTokens,
      output: ended.output ?? null,
      progress: ended.progress,
      characters: ended.characters,
      ...toErrorColumns(ended.error),
      units_returned: ended.unitsReturned,
      leased_until: null,
      ended_at: sql`now()`,
    })
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Progress of a running generation, 0 to 1; null when there is none. */
export async function findWritingProgress(db: Db, ref: ResourceRef): Promise<number | null> {
  const row = await db
    .selectFrom('generations')
    .select('progress')
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('status', '=', 'running')
    .where('kind', 'in', ['document', 'section', 'continue'])
    .executeTakeFirst()
  return row?.progress ?? null
}

/**
 * Across workspaces, for the cleanup: locks generations whose lease expired, except `alive` ones, until the transaction
 * ends.
 * Rows locked by another process are skipped.
 */
export function lockAbandonedOfAllWorkspaces(tx: Db, alive: string[], limit: number) {
  return tx
    .selectFrom('generations')
    .select([
      'workspace_id',
      'document_id',
      'id',
      'kind',
      'payer_id',
      'units',
      'units_period',
      'characters',
      'progress',
    ])
    .where('status', '=', 'running')
    .where('leased_until', '<', sql<Date>`now()`)
    .where(sql<boolean>`not (id = any(${alive}::uuid[]))`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Expires all leases at startup, where no other process uses this database. */
export async function endLeasesOfAllWorkspaces(db: Db) {
  await db
    .updateTable('generations')
    .set({ leased_until: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .where('batch_item_id', 'is', null)
    .execute()
}

/** Closes the running generations of a workspace or document before it is deleted. Returns how much text each had. */
export function endAllGenerations(tx: Db, { workspaceId, id }: { workspaceId: string; id?: string }, error: AppError) {
  return tx
    .updateTable('generations')
    .set({ status: 'failed', ...toErrorColumns(error), leased_until: null, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (query) => query.where('document_id', '=', id!))
    .where('status', '=', 'running')
    .returning(['document_id', 'payer_id', 'units', 'units_period', 'characters'])
    .execute()
}

/** Texts of documents by id. */
export async function findTexts(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'content_md'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, content_md }) => [id, content_md]))
}

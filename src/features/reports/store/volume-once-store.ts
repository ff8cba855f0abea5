import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import { providersFromGoogleAds } from '../rules/rows/volume-figure.ts'
import { createVariantReader, getRepeatedSearches, type SameVolume } from '../rules/topics/close-variants.ts'
import './tables.ts'

/**
 * Keeps, for topics and parents whose sum has a volume of Google Ads more than once, the sum with each counted once. Only keywords with
 * the same volume in every month can share one, which leaves few to be read.
 */
export async function updateVolumesOnce(tx: Tx, report: ResourceRef) {
  const ofReport = sql`workspace_id = ${report.workspaceId} and report_id = ${report.id}`
  await sql`
    update report_clusters set facts = facts - 'volume_once'
    where ${ofReport} and facts ->> 'volume_once' is not null`.execute(tx)
  const { rows } = await sql<Omit<SameVolume, 'keywords'> & { texts: string[]; topics: string[] }>`
    select c.parent_id, r.volume_value::float8 as volume, array_agg(r.text order by r.key) as texts,
      array_agg(c.id::text order by r.key) as topics
    from report_rows r join report_clusters c
      on c.workspace_id = r.workspace_id and c.report_id = r.report_id and c.id = r.cluster_id
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.volume_value > 0
      and r.volume_provider = any(${[...providersFromGoogleAds]}::text[]) and r.monthly <> '[]'::jsonb
    group by coalesce(c.parent_id, c.id), c.parent_id, r.volume_value, r.volume_provider, r.monthly
    having count(*) > 1`.execute(tx)
  if (rows.length === 0) return
  const { language } = await tx
    .selectFrom('reports')
    .select('language')
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow()
  const groups = rows.map(({ texts, topics, ...group }) => ({
    ...group,
    keywords: texts.map((text, at) => ({ text, topic_id: topics[at]! })),
  }))
  const variants = await readVariants(
    groups.flatMap(({ keywords }) => keywords.map(({ text }) => text)),
    language,
  )
  const repeated = getRepeatedSearches(groups, (text) => variants.get(text)!)
  if (repeated.size === 0) return
  const topics = await tx
    .selectFrom('report_clusters')
    .select(['id', 'volume'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('id', 'in', [...repeated.keys()])
    .execute()
  const facts = topics.flatMap(({ id, volume }) =>
    volume === null ? [] : [{ id, facts: { volume_once: volume - repeated.get(id)! } }],
  )
  await sql`
    update report_clusters t set facts = t.facts || n.facts
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as n(id uuid, facts jsonb)
    where t.workspace_id = ${report.workspaceId} and t.report_id = ${report.id} and t.id = n.id`.execute(tx)
}

const textsAtATime = 1000

/** A report has up to 100,000 keywords, and many that are searched little have the same volumes: others get their turn meanwhile. */
async function readVariants(texts: readonly string[], language: string): Promise<Map<string, string>> {
  const toVariant = createVariantReader(language)
  const variants = new Map<string, string>()
  for (const [at, text] of texts.entries()) {
    variants.set(text, toVariant(text))
    if (at % textsAtATime === textsAtATime - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return variants
}

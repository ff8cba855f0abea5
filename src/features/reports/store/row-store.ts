import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import type { KeywordMetrics, SearchPerformance } from '#providers/search-data/port.ts'
import type { SightingSummary } from '../rules/keywords/popularity.ts'
import { ideaSource } from '../rules/questions/ideas.ts'
import { type CollectedMetrics, getMetricUpdates, metricNames, metricTypes, toMetricColumns } from './metric-columns.ts'
import './tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'

/** Writes a report's rows, one per keyword key. */

export type CollectedRow = {
  id: string
  key: string
  text: string
  type: string
  modifier: string | null
  sources: string[]
  parentId: string | null
  depth: number
  sightings: SightingSummary
  metrics: CollectedMetrics | null
  performance: SearchPerformance | null
  /** The topic an imported file puts it in. */
  topic: { name: string; parent: string | null } | null
}

/** Upserts rows by key. A row's id and first_seen never change. */
export async function upsertRows(db: Db, report: ResourceRef, rows: CollectedRow[]) {
  for (let at = 0; at < rows.length; at += 2000) {
    // Locks rows in key order so two writers can't deadlock.
    const batch = rows.slice(at, at + 2000).sort((a, b) => (a.key < b.key ? -1 : 1))
    const records = batch.map((row) => ({
      id: row.id,
      key: row.key,
      text: row.text,
      type: row.type,
      modifier: row.modifier,
      sources: row.sources,
      parent_id: row.parentId,
      depth: row.depth,
      heard: row.sightings,
      given_topic: row.topic?.name ?? null,
      given_parent: row.topic?.parent ?? null,
      // Most rows have neither. Nulls would be half of the text, and take as long to read.
      ...(row.performance && performanceColumns(row.performance)),
      ...(row.metrics && toMetricColumns(row.metrics)),
    }))
    await sql`
      insert into report_rows (workspace_id, report_id, id, key, text, type, modifier, sources, parent_id, depth, heard, given_topic, given_parent, ${performanceNames}, ${metricNames})
      select ${report.workspaceId}, ${report.id}, n.*
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n(id uuid, key text, text text, type text, modifier text, sources text[], parent_id uuid, depth smallint, heard jsonb, given_topic text, given_parent text, ${performanceTypes}, ${metricTypes})
      on conflict (workspace_id, report_id, key) do update set
        text = excluded.text, type = excluded.type, modifier = excluded.modifier, sources = excluded.sources, heard = excluded.heard, depth = least(report_rows.depth, excluded.depth),
        parent_id = coalesce(report_rows.parent_id, excluded.parent_id),
        given_topic = coalesce(report_rows.given_topic, excluded.given_topic), given_parent = coalesce(report_rows.given_parent, excluded.given_parent),
        ${performanceUpdates('excluded', 'report_rows')},
        ${getMetricUpdates('excluded', 'report_rows')} ${prepared}`.execute(db)
  }
}

const performance = {
  impressions: 'bigint',
  clicks: 'bigint',
  ctr: 'double precision',
  average_position: 'double precision',
  performance_as_of: 'timestamptz',
  performances: 'jsonb',
} as const
const performanceFields = Object.keys(performance) as (keyof typeof performance)[]
const performanceNames = sql.raw(performanceFields.join(', '))
const performanceTypes = sql.raw(performanceFields.map((name) => `${name} ${performance[name]}`).join(', '))

/** Updates all columns or none: a row never mixes metrics of two files. */
const performanceUpdates = (given: string, existing: string) =>
  sql.raw(
    performanceFields
      .map(
        (name) =>
          `${name} = case when num_nonnulls(${given}.impressions, ${given}.clicks, ${given}.ctr, ${given}.average_position) = 0 then ${existing}.${name} else ${given}.${name} end`,
      )
      .join(', '),
  )

const performanceColumns = (given: SearchPerformance) => ({
  impressions: given.impressions,
  clicks: given.clicks,
  ctr: given.ctr,
  average_position: given.position,
  performance_as_of: given.as_of,
  performances: given.by_provider,
})

/**
 * For statements that touch every row of a report: rows inserted a second ago have no statistics yet, the planner takes
 * them for one, and a nested loop over 20,000 of them runs for minutes. Lasts as long as the transaction.
 */
export async function planForMany(tx: Tx) {
  // The first has Citus pass the second on to the server that has the rows. PostgreSQL without Citus ignores it.
  await sql.raw(`set local citus.propagate_set_commands = 'local'; set local enable_nestloop = off`).execute(tx)
}

/** Sets volumes, prices and the rest by key. */
export async function updateMetrics(db: Tx, report: ResourceRef, found: (KeywordMetrics & { key: string })[]) {
  await planForMany(db)
  for (let at = 0; at < found.length; at += 5000) {
    const records = found.slice(at, at + 5000).map((entry) => ({ key: entry.key, ...toMetricColumns(entry) }))
    await sql`
      update report_rows r set ${getMetricUpdates('n', 'r')}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n(key text, ${metricTypes})
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
  }
}

/** Sets impressions, clicks, CTR and position by key. */
export async function updatePerformance(
  db: Tx,
  report: ResourceRef,
  found: { key: string; performance: SearchPerformance }[],
) {
  await planForMany(db)
  for (let at = 0; at < found.length; at += 5000) {
    const records = found
      .slice(at, at + 5000)
      .map((entry) => ({ key: entry.key, ...performanceColumns(entry.performance) }))
    await sql`
      update report_rows r set ${performanceUpdates('n', 'r')}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n(key text, ${performanceTypes})
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
  }
}

/** The collected rows a resumed run needs. */
export async function findCollected(db: Db, report: ResourceRef): Promise<CollectedRow[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select(['id', 'key', 'text', 'type', 'modifier', 'sources', 'parent_id', 'depth'])
    .select((eb) => eb.ref('heard').as('sightings'))
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  return rows.map(({ parent_id, ...row }) => ({
    ...row,
    parentId: parent_id,
    metrics: null,
    performance: null,
    topic: null,
  }))
}

/** Deletes template phrases from a report with live suggestions. */
export async function deleteIdeas(tx: Db, report: ResourceRef) {
  await sql`
    delete from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}
      and sources = ${[ideaSource]}::text[]`.execute(tx)
  await sql`
    update report_rows set sources = array_remove(sources, ${ideaSource})
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} and ${ideaSource} = any(sources)`.execute(
    tx,
  )
  // Counted before: the rows may be on another server than the report.
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}`.execute(
    tx,
  )
  await sql`
    update reports r set
      sources = coalesce((
        select jsonb_agg(one order by place)
        from jsonb_array_elements(r.sources) with ordinality as each (one, place) where one->>'id' <> ${ideaSource}
      ), '[]'),
      row_count = ${counted[0]!.count}
    where workspace_id = ${report.workspaceId} and id = ${report.id}`.execute(tx)
}

const rowsAPart = 5000

/**
 * The rows to analyze, without the last analysis's estimate of difficulty, as JSON text in parts of 5,000 (`RowToAnalyse[]` each). They go to a worker thread as text: parsing them
 * here would block the event loop. `json_agg` writes the text directly, three times as fast as `jsonb_agg`.
 */
export async function findRowsToAnalyse(db: Db, report: ResourceRef): Promise<string[]> {
  const parts: string[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<{ part: string | null; last: string | null; count: number }>`
      select json_agg(r)::text as part, max(r.key) as last, count(*) as count from (
        select id, key, text, type, modifier, parent_id, depth, heard as sightings, volume_value as volume,
          case when type = 'seed' and difficulty_provider is null then null else difficulty end as difficulty, intent,
          cluster_id, topic_pinned, given_topic, given_parent from report_rows
        where workspace_id = ${report.workspaceId} and report_id = ${report.id} and key > ${after} order by key limit ${rowsAPart}) r`.execute(
      db,
    )
    const { part, last, count } = rows[0]!
    if (part) parts.push(part)
    if (count < rowsAPart || last === null) return parts
    after = last
  }
}

export async function findKeys(db: Db, report: ResourceRef): Promise<string[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select('key')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  return rows.map(({ key }) => key)
}

export async function hasVolumes(db: Db, report: ResourceRef): Promise<boolean> {
  const found = await db
    .selectFrom('report_rows')
    .select('key')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where((eb) => eb.or([eb('volume_value', 'is not', null), eb('volume_low', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The topic's own difficulty, if a provider measured it. Estimates have no provider. */
export async function findMeasuredDifficulty(
  db: Db,
  report: ResourceRef,
): Promise<{ value: number; provider: string } | null> {
  const found = await db
    .selectFrom('report_rows')
    .select(['difficulty as value', 'difficulty_provider as provider'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('type', '=', 'seed')
    .executeTakeFirst()
  return found && found.value !== null && found.provider !== null
    ? { value: found.value, provider: found.provider }
    : null
}

/** The most popular first, up to `limit`. */
export async function findTextsWithoutVolume(db: Db, report: ResourceRef, limit: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select('text')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('volume_value', 'is', null)
    .where('volume_low', 'is', null)
    .orderBy(sql`popularity desc nulls last`)
    .orderBy('key')
    .$if(limit !== null, (query) => query.limit(limit!))
    .execute()
  return rows.map(({ text }) => text)
}

/** `parts`: `AnalysedRow[]` as JSON text, as the thread that made them wrote it. */
export async function updateAnalysis(db: Tx, report: ResourceRef, parts: string[]) {
  await planForMany(db)
  for (const part of parts) {
    await sql`
      update report_rows r set type = n.type, modifier = n.modifier, parent_id = n.parent_id, popularity = n.popularity, difficulty = n.difficulty,
        intent = n.intent, intent_confidence = n.intent_confidence, cluster_id = n.cluster_id, topic_pinned = n.topic_pinned
      from jsonb_to_recordset(${part}::jsonb)
        as n(id uuid, key text, type text, modifier text, parent_id uuid, popularity real, difficulty real, intent text, intent_confidence real, cluster_id uuid, topic_pinned boolean)
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
  }
}

/** Numbers the rows in the order a finished report shows them. */
export async function numberRows(db: Tx, report: ResourceRef) {
  await planForMany(db)
  await sql`
    update report_rows r set position = n.position
    from (select key, row_number() over (order by type = 'idea', volume_value desc nulls last, popularity desc nulls last, impressions desc nulls last, key) as position
      from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}) n
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
}

export async function countSections(db: Db, report: ResourceRef) {
  const { rows } = await sql<{ type: string; modifier: string | null; intent: string | null; count: number }>`
    select type, modifier, intent, count(*) as count from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id} group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

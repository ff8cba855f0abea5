import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database.ts'
import type { KeywordMetrics, SearchPerformance } from '#providers/search-data/port.ts'
import type { Row, RowSection } from './contract.ts'
import { ideaSource } from './ideas.ts'
import type { SightingSummary } from './popularity.ts'
import './tables.ts'
import type { ReportRef } from './report-ref.ts'

/** A report's rows, one per keyword key. */

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
  metrics: Omit<KeywordMetrics, 'text'> | null
  performance: SearchPerformance | null
}

/** Upserts rows by key. A row's id and first_seen never change. */
export async function upsertRows(db: Db, report: ReportRef, rows: CollectedRow[]) {
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
      ...performanceColumns(row.performance),
      ...metricColumns(row.metrics),
    }))
    await sql`
      insert into report_rows (workspace_id, report_id, id, key, text, type, modifier, sources, parent_id, depth, heard, ${performanceNames}, ${metricNames})
      select ${report.workspaceId}, ${report.id}, n.*
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n(id uuid, key text, text text, type text, modifier text, sources text[], parent_id uuid, depth smallint, heard jsonb, ${performanceTypes}, ${metricTypes})
      on conflict (workspace_id, report_id, key) do update set
        text = excluded.text, type = excluded.type, modifier = excluded.modifier, sources = excluded.sources, heard = excluded.heard, depth = least(report_rows.depth, excluded.depth),
        parent_id = coalesce(report_rows.parent_id, excluded.parent_id), ${performanceUpdates('excluded', 'report_rows')},
        ${metricUpdates}`.execute(db)
  }
}

const metrics = {
  volume_value: 'bigint',
  volume_low: 'bigint',
  volume_high: 'bigint',
  volume_provider: 'text',
  volume_as_of: 'timestamptz',
  monthly: 'jsonb',
  cpc_value: 'double precision',
  cpc_currency: 'text',
  competition: 'real',
  difficulty: 'real',
} as const
const names = Object.keys(metrics) as (keyof typeof metrics)[]
const metricNames = sql.raw(names.join(', '))
const metricTypes = sql.raw(names.map((name) => `${name} ${metrics[name]}`).join(', '))
const metricUpdates = sql.raw(
  names.map((name) => `${name} = coalesce(excluded.${name}, report_rows.${name})`).join(', '),
)

const performance = {
  impressions: 'bigint',
  clicks: 'bigint',
  ctr: 'double precision',
  average_position: 'double precision',
  performance_as_of: 'timestamptz',
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
          `${name} = case when ${given}.performance_as_of is null then ${existing}.${name} else ${given}.${name} end`,
      )
      .join(', '),
  )

const performanceColumns = (given: SearchPerformance | null) => ({
  impressions: given?.impressions ?? null,
  clicks: given?.clicks ?? null,
  ctr: given?.ctr ?? null,
  average_position: given?.position ?? null,
  performance_as_of: given?.as_of ?? null,
})

function metricColumns(given: Omit<KeywordMetrics, 'text'> | null) {
  const volume = given?.volume ?? null
  return {
    volume_value: volume?.value ?? null,
    volume_low: volume?.low ?? null,
    volume_high: volume?.high ?? null,
    volume_provider: volume?.provider ?? null,
    volume_as_of: volume?.as_of ?? null,
    monthly: given && given.monthly.length > 0 ? given.monthly : null,
    cpc_value: given?.cpc?.value ?? null,
    cpc_currency: given?.cpc?.currency ?? null,
    competition: given?.competition ?? null,
    difficulty: given?.difficulty ?? null,
  }
}

/**
 * For statements that touch every row of a report: rows inserted a second ago have no statistics yet, the planner takes
 * them for one, and a nested loop over 20,000 of them runs for minutes. Lasts as long as the transaction.
 */
async function planForMany(tx: Tx) {
  await sql`set local enable_nestloop = off`.execute(tx)
}

/** Sets volumes, prices and the rest by key. */
export async function updateMetrics(db: Tx, report: ReportRef, found: (KeywordMetrics & { key: string })[]) {
  await planForMany(db)
  for (let at = 0; at < found.length; at += 5000) {
    const records = found.slice(at, at + 5000).map((entry) => ({ key: entry.key, ...metricColumns(entry) }))
    await sql`
      update report_rows r set ${sql.raw(names.map((name) => `${name} = coalesce(n.${name}, r.${name})`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n(key text, ${metricTypes})
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
  }
}

/** Sets impressions, clicks, CTR and position by key. */
export async function updatePerformance(
  db: Tx,
  report: ReportRef,
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
export async function findCollected(db: Db, report: ReportRef): Promise<CollectedRow[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select(['id', 'key', 'text', 'type', 'modifier', 'sources', 'parent_id', 'depth'])
    .select((eb) => eb.ref('heard').as('sightings'))
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  return rows.map(({ parent_id, ...row }) => ({ ...row, parentId: parent_id, metrics: null, performance: null }))
}

/** Deletes template phrases from a report with live suggestions. */
export async function deleteIdeas(tx: Db, report: ReportRef) {
  await sql`
    delete from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}
      and sources = ${[ideaSource]}::text[]`.execute(tx)
  await sql`
    update report_rows set sources = array_remove(sources, ${ideaSource})
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} and ${ideaSource} = any(sources)`.execute(
    tx,
  )
  await sql`
    update reports r set
      sources = coalesce((
        select jsonb_agg(one order by place)
        from jsonb_array_elements(r.sources) with ordinality as each (one, place) where one->>'id' <> ${ideaSource}
      ), '[]'),
      row_count = (select count(*) from report_rows where workspace_id = r.workspace_id and report_id = r.id)
    where workspace_id = ${report.workspaceId} and id = ${report.id}`.execute(tx)
}

export type RowToAnalyse = {
  id: string
  key: string
  text: string
  type: string
  modifier: string | null
  parent_id: string | null
  depth: number
  sightings: SightingSummary
  volume: number | null
  difficulty: number | null
}

const rowsAPart = 5000

/**
 * The rows to analyze as JSON text in parts of 5,000 (`RowToAnalyse[]` each). They go to a worker thread as text: parsing them
 * here would block the event loop.
 */
export async function findRowsToAnalyse(db: Db, report: ReportRef): Promise<string[]> {
  const parts: string[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<{ part: string | null; last: string | null; count: number }>`
      select jsonb_agg(r)::text as part, max(r.key) as last, count(*) as count from (
        select id, key, text, type, modifier, parent_id, depth, heard as sightings, volume_value as volume, difficulty from report_rows
        where workspace_id = ${report.workspaceId} and report_id = ${report.id} and key > ${after} order by key limit ${rowsAPart}) r`.execute(
      db,
    )
    const { part, last, count } = rows[0]!
    if (part) parts.push(part)
    if (count < rowsAPart || last === null) return parts
    after = last
  }
}

export async function findKeys(db: Db, report: ReportRef): Promise<string[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select('key')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  return rows.map(({ key }) => key)
}

export async function hasVolumes(db: Db, report: ReportRef): Promise<boolean> {
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

/** The most popular first, up to `limit`. */
export async function findTextsWithoutVolume(db: Db, report: ReportRef, limit: number | null): Promise<string[]> {
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

export type AnalysedRow = {
  id: string
  key: string
  type: string
  modifier: string | null
  parent_id: string | null
  popularity: number | null
  difficulty: number | null
  intent: string
  intent_confidence: number
  cluster_id: string | null
}

/** `parts`: `AnalysedRow[]` as JSON text, as the thread that made them wrote it. */
export async function updateAnalysis(db: Tx, report: ReportRef, parts: string[]) {
  await planForMany(db)
  for (const part of parts) {
    await sql`
      update report_rows r set type = n.type, modifier = n.modifier, parent_id = n.parent_id, popularity = n.popularity, difficulty = n.difficulty,
        intent = n.intent, intent_confidence = n.intent_confidence, cluster_id = n.cluster_id
      from jsonb_to_recordset(${part}::jsonb)
        as n(id uuid, key text, type text, modifier text, parent_id uuid, popularity real, difficulty real, intent text, intent_confidence real, cluster_id uuid)
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
  }
}

/** Numbers the rows in the order a finished report shows them. */
export async function numberRows(db: Tx, report: ReportRef) {
  await planForMany(db)
  await sql`
    update report_rows r set position = n.position
    from (select key, row_number() over (order by type = 'idea', volume_value desc nulls last, popularity desc nulls last, impressions desc nulls last, key) as position
      from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}) n
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key`.execute(db)
}

export const sectionTypes: Record<RowSection, string[] | null> = {
  keywords: null,
  questions: ['question'],
  comparisons: ['comparison'],
  prepositions: ['preposition'],
  alphabeticals: ['alphabetical'],
  related: ['related'],
}

/** Columns for sorting and filtering, by their API names. */
const columns: Record<string, RawBuilder<unknown>> = {
  text: sql`r.text`,
  type: sql`r.type`,
  modifier: sql`r.modifier`,
  sources: sql`r.sources`,
  parent_id: sql`r.parent_id::text`,
  depth: sql`r.depth`,
  popularity: sql`r.popularity`,
  volume: sql`r.volume_value`,
  impressions: sql`r.impressions`,
  clicks: sql`r.clicks`,
  ctr: sql`r.ctr`,
  position: sql`r.average_position`,
  cpc: sql`r.cpc_value`,
  competition: sql`r.competition`,
  difficulty: sql`r.difficulty`,
  intent: sql`r.intent`,
  cluster_id: sql`r.cluster_id::text`,
  first_seen: sql`r.first_seen`,
}
export const rowColumns = Object.keys(columns)

export type RowQuery = {
  section: RowSection
  q?: string
  filters?: Record<string, unknown>
  sort?: string
  limit?: number
  offset?: number
  /** Only these keywords, by key. */
  keys?: string[]
}

export async function findRows(db: Db, report: ReportRef, query: RowQuery): Promise<Row[]> {
  const { rows } =
    await sql<RowRecord>`select ${rowSelection} from report_rows r where ${matching(report, query)} order by ${ordering(query.sort)}
    ${query.limit === undefined ? sql`` : sql`limit ${query.limit} offset ${query.offset ?? 0}`}`.execute(db)
  return rows.map(presentRow)
}

/** The same with the total, for small reports where counting costs no more than reading. */
export async function findRowsCounted(
  db: Db,
  report: ReportRef,
  query: RowQuery,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<
    RowRecord & { passing: number }
  >`select ${rowSelection}, count(*) over () as passing from report_rows r
    where ${matching(report, query)} order by ${ordering(query.sort)} limit ${query.limit} offset ${query.offset ?? 0}`.execute(
    db,
  )
  // A page past the end has no rows to carry the total.
  const total = rows[0]?.passing ?? (query.offset ? await countRows(db, report, query) : 0)
  return { rows: rows.map(presentRow), total }
}

/** The rows of a finished report at these positions, in this order. */
export async function findRowsAt(db: Db, report: ReportRef, positions: number[]): Promise<Row[]> {
  if (positions.length === 0) return []
  // One by one: the planner takes every report for one of fifty rows, and would read all of this one for a page.
  const { rows } =
    await sql<RowRecord>`select ${rowSelection} from unnest(${positions}::integer[]) with ordinality as wanted (position, place)
    cross join lateral (select * from report_rows r where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id}
      and r.position = wanted.position limit 1) r order by wanted.place`.execute(db)
  return rows.map(presentRow)
}

/** The rows of a finished report in their order, after a position: for reading very many a part at a time. */
export async function findRowsAfter(
  db: Db,
  report: ReportRef,
  section: RowSection,
  position: number,
  limit: number,
): Promise<{ rows: Row[]; last: number }> {
  const { rows } = await sql<RowRecord & { position: number }>`select ${rowSelection}, r.position from report_rows r
    where ${matching(report, { section })} and r.position > ${position} order by r.position limit ${limit}`.execute(db)
  return { rows: rows.map(presentRow), last: rows.at(-1)?.position ?? position }
}

/** Texts of parent rows, by id. */
export async function findParentTexts(db: Db, report: ReportRef): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`select p.id, p.text from report_rows p
    where p.workspace_id = ${report.workspaceId} and p.report_id = ${report.id}
      and p.id in (select parent_id from report_rows r where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.parent_id is not null)`.execute(
    db,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Rows first seen after an instant, newest first. */
export async function findLatestRows(db: Db, report: ReportRef, after: string, limit: number): Promise<Row[]> {
  const { rows } = await sql<RowRecord>`select ${rowSelection} from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.first_seen > ${after}::timestamptz
    order by r.first_seen desc, r.key limit ${limit}`.execute(db)
  return rows.map(presentRow)
}

export async function countRows(db: Db, report: ReportRef, query: RowQuery): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from report_rows r where ${matching(report, query)}`.execute(db)
  return rows[0]!.count
}

function matching(report: ReportRef, { section, q, filters = {}, keys }: RowQuery): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id}`]
  const types = sectionTypes[section]
  if (types) conditions.push(sql<SqlBool>`r.type = any(${types})`)
  if (q) conditions.push(sql<SqlBool>`strpos(lower(r.text), lower(${q})) > 0`)
  if (keys) conditions.push(sql<SqlBool>`r.key = any(${keys})`)
  for (const [name, wanted] of Object.entries(filters)) conditions.push(passes(name, wanted))
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

/** A row passes if the column equals or contains one of the wanted values; null asks for an empty column. */
function passes(name: string, wanted: unknown): RawBuilder<SqlBool> {
  const column = columns[name]!
  const values = Array.isArray(wanted) ? wanted : [wanted]
  const given = values.filter((value) => value !== null).map(String)
  const tests: RawBuilder<SqlBool>[] = []
  if (values.includes(null)) tests.push(sql<SqlBool>`${column} is null`)
  if (given.length > 0)
    tests.push(
      name === 'sources'
        ? sql<SqlBool>`${column} && ${given}::text[]`
        : sql<SqlBool>`${column}::text = any(${given}::text[])`,
    )
  return tests.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

function ordering(sort: string | undefined): RawBuilder<unknown> {
  if (!sort) return sql`r.position nulls last, r.first_seen, r.key`
  const descending = sort.startsWith('-')
  return sql`${columns[sort.replace(/^-/, '')]!} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, r.position nulls last, r.key`
}

const rowSelection = sql.raw(
  'r.id, r.text, r.type, r.modifier, r.sources, r.parent_id, r.depth, r.popularity, r.volume_value, r.volume_low, r.volume_high, r.volume_provider, r.volume_as_of, r.impressions, r.clicks, r.ctr, r.average_position, r.performance_as_of, r.monthly, r.cpc_value, r.cpc_currency, r.competition, r.difficulty, r.intent, r.intent_confidence, r.cluster_id, r.first_seen',
)

type RowRecord = {
  id: string
  text: string
  type: Row['type']
  modifier: string | null
  sources: string[]
  parent_id: string | null
  depth: number
  popularity: number | null
  volume_value: number | null
  volume_low: number | null
  volume_high: number | null
  volume_provider: string | null
  volume_as_of: Date | null
  impressions: number | null
  clicks: number | null
  ctr: number | null
  average_position: number | null
  performance_as_of: Date | null
  monthly: { t: string; v: number }[] | null
  cpc_value: number | null
  cpc_currency: string | null
  competition: number | null
  difficulty: number | null
  intent: string | null
  intent_confidence: number | null
  cluster_id: string | null
  first_seen: Date
}

function presentRow(row: RowRecord): Row {
  return {
    _id: row.id,
    text: row.text,
    type: row.type,
    modifier: row.modifier,
    sources: row.sources,
    parent_id: row.parent_id,
    depth: row.depth,
    popularity: row.popularity,
    volume: row.volume_provider
      ? {
          value: row.volume_value,
          low: row.volume_low,
          high: row.volume_high,
          provider: row.volume_provider,
          as_of: row.volume_as_of?.toISOString() ?? null,
        }
      : null,
    impressions: row.impressions,
    clicks: row.clicks,
    ctr: row.ctr,
    position: row.average_position,
    performance: hasPerformance(row)
      ? { provider: 'imported', as_of: row.performance_as_of?.toISOString() ?? null }
      : null,
    monthly: row.monthly ?? [],
    cpc: row.cpc_value === null ? null : { value: row.cpc_value, currency: row.cpc_currency ?? 'USD' },
    competition: row.competition,
    difficulty: row.difficulty,
    intent:
      row.intent === null
        ? null
        : { main: row.intent as NonNullable<Row['intent']>['main'], confidence: row.intent_confidence ?? 0 },
    cluster_id: row.cluster_id,
    first_seen: row.first_seen.toISOString(),
  }
}

/** Rows from before clicks were stored have impressions only, without a date. */
const hasPerformance = ({ impressions, clicks, ctr, average_position }: RowRecord) =>
  [impressions, clicks, ctr, average_position].some((value) => value !== null)

export async function countSections(db: Db, report: ReportRef) {
  const { rows } = await sql<{ type: string; modifier: string | null; intent: string | null; count: number }>`
    select type, modifier, intent, count(*) as count from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id} group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

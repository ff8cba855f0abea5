import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import type { ProviderPerformance, Row, RowSection } from '../contract.ts'
import { sectionTypes } from '../rules/rows/to-column-query.ts'
import './tables.ts'

/** Reads a report's rows. What they are filtered and sorted by is in column-store.ts. */

export type RowRequest = {
  section: RowSection
  /** Only these types. */
  types?: readonly string[]
  /** Only of these topics, which have no topics under them. */
  clusterIds?: readonly string[]
  /** Without the rows that someone hid. */
  visible?: boolean
  limit?: number
  offset?: number
}

/** Order of a report's rows. Rows of a running report have no position yet. */
export const rowOrder = sql`position nulls last, first_seen, key`

/** Rows in the report's order. */
export async function findRows(db: Db, report: ResourceRef, request: RowRequest): Promise<Row[]> {
  const { types, clusterIds, limit, offset = 0 } = request
  const conditions = [inSection(report, request)]
  if (types) conditions.push(sql`r.type = any(${types}::text[])`)
  if (clusterIds) conditions.push(sql`r.cluster_id = any(${clusterIds}::uuid[])`)
  const { rows } =
    await sql<RowRecord>`select ${rowSelection} from report_rows r where ${sql.join(conditions, sql` and `)} order by ${rowOrder}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(db)
  return rows.map(presentRow)
}

/** Texts of the keywords that people see, in the report's order, without template ideas. */
export async function findRowTexts(db: Db, report: ResourceRef, limit: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select r.text from report_rows r
    where ${inSection(report, { section: 'keywords', visible: true })} and r.type <> 'idea'
    order by ${rowOrder} limit ${limit}`.execute(db)
  return rows.map(({ text }) => text)
}

export async function countRows(db: Db, report: ResourceRef): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from report_rows r
    where ${inSection(report, { section: 'keywords' })}`.execute(db)
  return rows[0]!.count
}

const inSection = (report: ResourceRef, { section, visible }: Pick<RowRequest, 'section' | 'visible'>) => {
  const types = sectionTypes[section]
  return sql`r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id}${types ? sql` and r.type = any(${types}::text[])` : sql``}${visible ? sql` and not r.hidden` : sql``}`
}

/** The rows with these keys, in this order. */
export async function findRowsByKey(db: Db, report: ResourceRef, keys: readonly string[]): Promise<Row[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<RowRecord>`select ${rowSelection} from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = any(${keys}::text[])
    order by array_position(${keys}::text[], r.key)`.execute(db)
  return rows.map(presentRow)
}

/** The rows of a finished report at these positions, in this order. */
export async function findRowsAt(db: Db, report: ResourceRef, positions: number[]): Promise<Row[]> {
  if (positions.length === 0) return []
  // One by one: the planner takes every report for one of fifty rows, and would read all of this one for a page.
  const { rows } =
    await sql<RowRecord>`select ${rowSelection} from unnest(${positions}::integer[]) with ordinality as wanted (position, place)
    cross join lateral (select * from report_rows r where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id}
      and r.position = wanted.position limit 1) r order by wanted.place ${prepared}`.execute(db)
  return rows.map(presentRow)
}

/** The rows of a finished report in their order, after a position: for reading very many a part at a time. */
export async function findRowsAfter(
  db: Db,
  report: ResourceRef,
  request: Pick<RowRequest, 'section' | 'visible'>,
  position: number,
  limit: number,
): Promise<{ rows: Row[]; last: number }> {
  const { rows } = await sql<RowRecord & { position: number }>`select ${rowSelection}, r.position from report_rows r
    where ${inSection(report, request)} and r.position > ${position} order by r.position limit ${limit}`.execute(db)
  return { rows: rows.map(presentRow), last: rows.at(-1)?.position ?? position }
}

/** Texts of parent rows, by id. */
export async function findParentTexts(db: Db, report: ResourceRef): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`select p.id, p.text from report_rows p
    where p.workspace_id = ${report.workspaceId} and p.report_id = ${report.id}
      and p.id in (select parent_id from report_rows r where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.parent_id is not null)`.execute(
    db,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Rows first seen after an instant, newest first. */
export async function findLatestRows(db: Db, report: ResourceRef, after: string, limit: number): Promise<Row[]> {
  const { rows } = await sql<RowRecord>`select ${rowSelection} from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.first_seen > ${after}::timestamptz
    order by r.first_seen desc, r.key limit ${limit} ${prepared}`.execute(db)
  return rows.map(presentRow)
}

export const rowSelection = sql.raw(
  'r.id, r.text, r.type, r.modifier, r.sources, r.parent_id, r.depth, r.popularity, r.volume_value, r.volume_low, r.volume_high, r.volume_provider, r.volume_as_of, r.impressions, r.clicks, r.ctr, r.average_position, r.performance_as_of, r.performances, r.monthly, r.cpc_value, r.cpc_currency, r.competition, r.difficulty, r.intent, r.intent_confidence, r.cluster_id, r.first_seen',
)

export type RowRecord = {
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
  performances: ProviderPerformance[] | null
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

export function presentRow(row: RowRecord): Row {
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
      ? {
          provider: 'imported',
          as_of: row.performance_as_of?.toISOString() ?? null,
          ...(row.performances?.[0] && { source: row.performances[0].provider, by_provider: row.performances }),
        }
      : null,
    own: null,
    monthly: row.monthly ?? [],
    cpc: row.cpc_value === null ? null : { value: row.cpc_value, currency: row.cpc_currency },
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

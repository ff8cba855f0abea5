import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { rankValues, readLabels, readRanks } from '#platform/database/ranked-columns.ts'
import type { ReportStatus, RowSection } from '../contract.ts'
import { rowOrder } from './row-read-store.ts'
import { planForMany } from './row-store.ts'
import './tables.ts'

/**
 * What rows are filtered and sorted by, as columns. Those of big finished reports are built once per run (`attempt`) and stored;
 * others are computed from the rows when they are needed.
 */

const pack = promisify<string, Buffer>(deflateRaw)
/** Unpacks in chunks of a megabyte, because the default of a few kilobytes makes hundreds. */
const unpack = (bytes: Buffer): Promise<Buffer> => promisify(inflateRaw)(bytes, { chunkSize: 1_000_000 })

/** Of a range, its geometric mean: as on screens, see `volumeFigure`. */
const volumeFigure = sql`coalesce(volume_value::float8, sqrt(greatest(1, volume_low)::float8 * volume_high))`
const meanOfMonths = (indexes: number[]) =>
  sql.raw(`(${indexes.map((index) => `(monthly->${index}->>'v')::float8`).join(' + ')}) / 3 + 1`)
const growth = sql`case when jsonb_array_length(monthly) >= 6
  then (${meanOfMonths([-3, -2, -1])}) / (${meanOfMonths([0, 1, 2])}) end`

type ColumnValue = {
  value: RawBuilder<unknown>
  /** One byte per row, for columns with few values. */
  narrow?: boolean
  /** Stored without its values, which would be as many as rows. Filters by value compute it from the rows. */
  unlabeled?: boolean
}

/** The value of each row, by column. Lists are `,a,b,`. */
const columnValues: Record<string, ColumnValue> = {
  text: { value: sql`text`, unlabeled: true },
  type: { value: sql`type`, narrow: true },
  modifier: { value: sql`modifier` },
  parent_id: { value: sql`parent_id::text` },
  depth: { value: sql`depth`, narrow: true },
  popularity: { value: sql`popularity` },
  volume: { value: volumeFigure },
  volume_as_of: { value: sql`volume_as_of` },
  growth: { value: growth, unlabeled: true },
  impressions: { value: sql`impressions` },
  clicks: { value: sql`clicks` },
  ctr: { value: sql`ctr` },
  position: { value: sql`average_position` },
  // An amount without a currency can't be compared with others.
  cpc: { value: sql`case when cpc_currency is not null then cpc_value end` },
  competition: { value: sql`competition` },
  difficulty: { value: sql`difficulty` },
  intent: { value: sql`intent`, narrow: true },
  cluster_id: { value: sql`cluster_id::text` },
  first_seen: { value: sql`first_seen`, unlabeled: true },
  sources: {
    value: sql`',' || array_to_string(array(select distinct source from unnest(sources) source order by source), ',') || ','`,
  },
  serp_features: { value: sql`features` },
  hidden: { value: sql`case when hidden then 'yes' end`, narrow: true },
}
const storedColumns = Object.keys(columnValues)
/** What callers filter and sort by. */
export const columnNames = storedColumns.filter((name) => name !== 'hidden')

/** Stored names of columns whose meaning changed: earlier versions stored others under the plain name. */
const storedNames: Record<string, string> = { sources: 'source_list', volume: 'volume_figure', words: 'folded_texts' }
const toStoredName = (name: string) => storedNames[name] ?? name

/** A report without this column was finished by an earlier version, so its columns are rebuilt. */
const newestColumn = 'growth'

export async function deleteColumns(tx: Tx, report: ResourceRef) {
  await tx
    .deleteFrom('report_columns')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
}

/** Up to this many rows, querying the rows directly is as fast. */
export const maxRowsWithoutColumns = 2000

export async function createColumnsIfBig(tx: Tx, report: ResourceRef, attempt: number) {
  await deleteColumns(tx, report)
  const { rows } = await sql<{ big: boolean }>`select count(*) > ${maxRowsWithoutColumns} as big from report_rows
    where workspace_id = ${report.workspaceId} and report_id = ${report.id}`.execute(tx)
  if (rows[0]!.big && (await lockReport(tx, report))) await insertColumns(tx, report, attempt)
}

/** As a foreign key does, which distributed tables don’t have: the report can’t be deleted before its columns are stored. False when it was. */
async function lockReport(tx: Tx, report: ResourceRef): Promise<boolean> {
  const { rows } =
    await sql`select 1 from reports where workspace_id = ${report.workspaceId} and id = ${report.id} for key share`.execute(
      tx,
    )
  return rows.length > 0
}

/** Locks a finished big report whose columns are outdated and returns its attempt; null when there is nothing to build. */
export async function lockIfColumnsOutdated(tx: Tx, report: ResourceRef): Promise<number | null> {
  const { rows } = await sql<{ attempt: number }>`select r.attempt from reports r
    where r.workspace_id = ${report.workspaceId} and r.id = ${report.id} and r.status = 'done' and r.row_count > ${maxRowsWithoutColumns}
    for update`.execute(tx)
  const attempt = rows[0]?.attempt
  if (attempt === undefined) return null
  const made = await tx
    .selectFrom('report_columns')
    .select('name')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('attempt', '=', attempt)
    .where('name', '=', newestColumn)
    .limit(1)
    .executeTakeFirst()
  return made ? null : attempt
}

const toNumber = (isNumbered: boolean) => (isNumbered ? sql`position` : sql`row_number() over (order by ${rowOrder})`)

/**
 * The numbered rows with one column's value. A SERP's features stand with its query: they are matched by text in one pass over
 * both, since a join of rows the planner has no statistics of could take minutes.
 */
function toValues(report: ResourceRef, name: string, isNumbered: boolean) {
  const { value } = columnValues[name]!
  const here = sql`workspace_id = ${report.workspaceId} and report_id = ${report.id}`
  const n = toNumber(isNumbered)
  if (name !== 'serp_features') return sql`select ${n} as n, ${value} as value from report_rows where ${here}`
  return sql`select max(n) as n, max(features) as value from (
      select text, ${n} as n, null as features from report_rows where ${here}
      union all
      select term, null, ',' || string_agg(distinct feature, ',' order by feature) || ','
      from report_asks, unnest(features) as feature where ${here} group by term
    ) known group by text having max(n) is not null`
}

const toColumn = (report: ResourceRef, name: string, isNumbered: boolean, labeled: boolean) =>
  rankValues(toValues(report, name, isNumbered), { narrow: columnValues[name]!.narrow, labeled })

/** The texts, one a line. */
const toTexts = (report: ResourceRef, isNumbered: boolean) => sql`
  select string_agg(translate(text, e'\n', ' '), e'\n' order by n) as texts
  from (select ${toNumber(isNumbered)} as n, text from report_rows
    where workspace_id = ${report.workspaceId} and report_id = ${report.id}) t`

const textsName = 'words'

async function insertColumn(tx: Tx, report: ResourceRef, attempt: number, name: string) {
  await sql`insert into report_columns (workspace_id, report_id, name, attempt, ranks, labels)
    select ${report.workspaceId}::uuid, ${report.id}::uuid, ${toStoredName(name)}, ${attempt}, ranks, labels
    from (${toColumn(report, name, true, !columnValues[name]!.unlabeled)}) made`.execute(tx)
}

/** Builds the columns of numbered rows. Existing ones are replaced. */
export async function insertColumns(tx: Tx, report: ResourceRef, attempt: number) {
  await deleteColumns(tx, report)
  await planForMany(tx)
  for (const name of storedColumns) await insertColumn(tx, report, attempt, name)
  const { rows } = await sql<{ texts: string }>`${toTexts(report, true)}`.execute(tx)
  await tx
    .insertInto('report_columns')
    .values({
      workspace_id: report.workspaceId,
      report_id: report.id,
      name: toStoredName(textsName),
      attempt,
      ranks: Buffer.alloc(0),
      labels: null,
      // Databases fold case by their own rules: some leave "Ö" as it is.
      texts: await pack(rows[0]!.texts.toLowerCase()),
    })
    .execute()
}

/** Hands a finished report's columns to a new attempt; only one is built again. */
export async function updateColumn(tx: Tx, report: ResourceRef, attempt: number, name: 'cluster_id' | 'hidden') {
  const { numUpdatedRows } = await tx
    .updateTable('report_columns')
    .set({ attempt })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await tx
    .deleteFrom('report_columns')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('name', '=', name)
    .execute()
  await insertColumn(tx, report, attempt, name)
}

/** A report's status and row counts, read without its rows. */
export type RowStats = {
  status: ReportStatus
  attempt: number
  rows: number
  /** Number of rows of the section, when the report's summary has it. */
  counted: number | null
  /** Number of rows that someone hid. */
  hidden: number
}

/** Returns null when the report doesn't exist. */
export async function findRowStats(db: Db, report: ResourceRef, section: RowSection): Promise<RowStats | null> {
  const { rows } = await sql<RowStats>`
    select status, attempt, row_count as rows, hidden_rows as hidden, (overview -> 'counts' ->> ${section}::text)::integer
      + case when ${section}::text = 'keywords' then coalesce((overview -> 'counts' ->> 'ideas')::integer, 0) else 0 end as counted
    from reports where workspace_id = ${report.workspaceId} and id = ${report.id} ${prepared}`.execute(db)
  return rows[0] ?? null
}

/** Ranks with their values, or lowercased texts, one a line, with the byte each starts at. */
export type FoundColumn = { ranks: Uint8Array | Uint32Array; labels: string[] | null; texts: Buffer | null }

/** A column to read: with its values, or for sorting without. */
export type RequestedColumn = { name: string; labels: boolean }
export const textsColumn: RequestedColumn = { name: textsName, labels: false }

/** Returns the stored columns of this run, in the order asked for. Undefined where one isn't stored as requested. */
export async function findStoredColumns(
  db: Db,
  report: ResourceRef,
  attempt: number,
  requested: readonly RequestedColumn[],
): Promise<(FoundColumn | undefined)[]> {
  // Uses base64, because the driver's hexadecimal encoding of bytes is longer and slower.
  const names = requested.map(({ name }) => toStoredName(name))
  const { rows } = await sql<ReadColumn>`
    select name, encode(ranks, 'base64') as ranks, labels, encode(texts, 'base64') as texts from report_columns
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} and attempt = ${attempt}
      and name = any (${names}::text[]) ${prepared}`.execute(db)
  const byName = new Map(rows.map((row) => [row.name, row]))
  return Promise.all(
    requested.map(async ({ name, labels }) => {
      const row = byName.get(toStoredName(name))
      return row && (!labels || row.labels !== null) ? readColumn({ ...row, name }, labels) : undefined
    }),
  )
}

/** Computes columns from the rows: of a finished report by position, of others in their present order, with their keys. */
export async function computeColumns(
  db: Db,
  report: ResourceRef,
  isNumbered: boolean,
  requested: readonly RequestedColumn[],
): Promise<{ columns: FoundColumn[]; keys: string[] }> {
  const parts = requested.map(({ name, labels }, at) =>
    name === textsName
      ? sql`select ${at}::integer as at, null as ranks, texts as labels from (${toTexts(report, isNumbered)}) made`
      : sql`select ${at}::integer as at, encode(ranks, 'base64') as ranks, labels from (${toColumn(report, name, isNumbered, labels)}) made`,
  )
  if (!isNumbered)
    parts.push(sql`select ${requested.length}::integer, null, jsonb_agg(key order by ${rowOrder})::text from report_rows
      where workspace_id = ${report.workspaceId} and report_id = ${report.id}`)
  // One statement sees one state of the rows.
  const { rows } = await sql<{ at: number; ranks: string | null; labels: string | null }>`${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )} order by at`.execute(db)
  const columns = await Promise.all(
    requested.map(({ name, labels }, at) =>
      readColumn({ name, ranks: rows[at]!.ranks ?? '', labels: rows[at]!.labels, texts: null }, labels),
    ),
  )
  return { columns, keys: isNumbered ? [] : (JSON.parse(rows[requested.length]!.labels ?? '[]') as string[]) }
}

/** Bytes as base64. */
type ReadColumn = { name: string; ranks: string; labels: string | null; texts: string | null }

async function readColumn({ name, ranks, labels, texts }: ReadColumn, labeled: boolean): Promise<FoundColumn> {
  if (name === textsName) {
    const all = texts ? await unpack(Buffer.from(texts, 'base64')) : Buffer.from((labels ?? '').toLowerCase())
    return { ranks: getStarts(all), labels: null, texts: all }
  }
  return {
    ranks: readRanks(ranks, columnValues[name]!.narrow),
    labels: labeled && labels !== null ? readLabels(labels) : null,
    texts: null,
  }
}

function getStarts(lines: Buffer): Uint32Array {
  const starts: number[] = lines.length > 0 ? [0] : []
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) starts.push(at + 1)
  return Uint32Array.from(starts)
}

/** Which columns have a value in at least one row. */
export async function findFilledColumns(
  db: Db,
  report: ResourceRef,
  types: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<Record<string, boolean | null>>`
    select ${sql.join(fillable.map(([name, value]) => sql`bool_or(${value} is not null) as ${sql.ref(name)}`))}
    from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}
      ${types ? sql`and type = any(${types}::text[])` : sql``}`.execute(db)
  return ['text', 'type', 'sources', ...fillable.map(([name]) => name).filter((name) => rows[0]![name])]
}

const fillable: [string, RawBuilder<unknown>][] = [
  ['modifier', sql`modifier`],
  ['intent', sql`intent`],
  ['volume', volumeFigure],
  ['monthly', sql`monthly`],
  ['popularity', sql`popularity`],
  ['difficulty', sql`difficulty`],
  ['cpc', sql`cpc_value`],
  ['competition', sql`competition`],
  ['impressions', sql`impressions`],
  ['clicks', sql`clicks`],
  ['ctr', sql`ctr`],
  ['position', sql`average_position`],
]

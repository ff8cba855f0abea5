import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { HotRead, Tx } from '#platform/database.ts'
import type { RowColumn, RowWords } from './column-index.ts'
import type { ReportStatus, RowSection } from './contract.ts'
import './tables.ts'
import type { ReportRef } from './report-ref.ts'

/** The column index of big reports: built once per finished run (`attempt`). */

const pack = promisify<string, Buffer>(deflateRaw)
/** Unpacks in chunks of a megabyte, because the default of a few kilobytes makes hundreds. */
const unpack = (bytes: Buffer): Promise<Buffer> => promisify(inflateRaw)(bytes, { chunkSize: 1_000_000 })

/**
 * Stored value of each row by column. `narrow`: one byte, for columns with few values; labels for columns that can be filtered.
 */
const storedColumns: Record<string, { value: RawBuilder<unknown>; narrow?: boolean; labelled?: boolean }> = {
  text: { value: sql`text` },
  type: { value: sql`type`, narrow: true, labelled: true },
  modifier: { value: sql`modifier`, labelled: true },
  parent_id: { value: sql`parent_id::text`, labelled: true },
  depth: { value: sql`depth`, narrow: true, labelled: true },
  popularity: { value: sql`popularity` },
  volume: { value: sql`volume_value` },
  impressions: { value: sql`impressions` },
  clicks: { value: sql`clicks` },
  ctr: { value: sql`ctr` },
  position: { value: sql`average_position` },
  cpc: { value: sql`cpc_value` },
  competition: { value: sql`competition` },
  difficulty: { value: sql`difficulty` },
  intent: { value: sql`intent`, narrow: true, labelled: true },
  cluster_id: { value: sql`cluster_id::text`, labelled: true },
  first_seen: { value: sql`first_seen` },
}

/** A report without this column was finished by an earlier version, so its columns are rebuilt. */
const newestColumn = 'clicks'

/** True when rows can be sorted by a column without reading them. */
export const isRanked = (name: string) => name in storedColumns
/**
 * True when rows can be filtered by a column's values without reading them. Filtering by missing values works for every column.
 */
export const isLabelled = (name: string) => name === 'sources' || storedColumns[name]?.labelled === true

export async function deleteColumns(tx: Tx, report: ReportRef) {
  await tx
    .deleteFrom('report_columns')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
}

/** Up to this many rows, querying the rows directly is as fast. */
export const maxRowsWithoutColumns = 2000

export async function createColumnsIfBig(tx: Tx, report: ReportRef, attempt: number) {
  await deleteColumns(tx, report)
  const { rows } = await sql<{ big: boolean }>`select count(*) > ${maxRowsWithoutColumns} as big from report_rows
    where workspace_id = ${report.workspaceId} and report_id = ${report.id}`.execute(tx)
  if (rows[0]!.big) await insertColumns(tx, report, attempt)
}

/** Locks a finished big report whose columns are outdated and returns its attempt; null when there is nothing to build. */
export async function lockIfColumnsOutdated(tx: Tx, report: ReportRef): Promise<number | null> {
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

/** Builds the columns of numbered rows. Existing ones are replaced. */
export async function insertColumns(tx: Tx, report: ReportRef, attempt: number) {
  await deleteColumns(tx, report)
  const fromRows = sql`from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id}`
  const into = sql`insert into report_columns (workspace_id, report_id, name, attempt, ranks, labels)
    select ${report.workspaceId}::uuid, ${report.id}::uuid`
  for (const [name, { value, narrow, labelled }] of Object.entries(storedColumns)) {
    const labels = labelled
      ? sql`(select string_agg(value::text, e'\n' order by value) from (select distinct ${value} as value ${fromRows}) v)`
      : sql`null`
    await sql`${into}, ${name}, ${attempt}, string_agg(${narrow ? sql`substring(int4send(rank) from 4)` : sql`int4send(rank)`}, '' order by position), ${labels}
      from (select position, case when value is null then 0 else dense_rank() over (order by value) end::integer as rank
        from (select position, ${value} as value ${fromRows}) v) ranked`.execute(tx)
  }
  await sql`${into}, 'sources', ${attempt},
      string_agg(int4send((select coalesce(bit_or(1 << (array_position(named.names, source) - 1)), 0) from unnest(r.sources) source)), '' order by r.position),
      min(array_to_string(named.names, e'\n'))
    from (select sources, position ${fromRows}) r,
      (select array_agg(distinct source order by source) as names from (select unnest(sources) as source ${fromRows}) s) named`.execute(
    tx,
  )
  // Reads the texts and their start offsets in bytes.
  const { rows } = await sql<{ starts: Buffer; texts: string }>`
    select string_agg(int4send(start), '' order by position) as starts, string_agg(word, e'\n' order by position) as texts
    from (select position, word, (sum(octet_length(word) + 1) over (order by position) - octet_length(word) - 1)::integer as start
      from (select position, lower(text) as word ${fromRows}) w) s`.execute(tx)
  const { starts, texts } = rows[0]!
  await tx
    .insertInto('report_columns')
    .values({
      workspace_id: report.workspaceId,
      report_id: report.id,
      name: 'words',
      attempt,
      ranks: starts,
      labels: null,
      texts: await pack(texts),
    })
    .execute()
}

/** A report's status and row counts, read without its rows. */
export type RowStats = {
  status: ReportStatus
  attempt: number
  rows: number
  /** Number of rows of the section, when the report's summary has it. */
  counted: number | null
  /** Search words, lowercased as in the database. */
  words: string | null
}

/** Returns null when the report doesn't exist. */
export async function findRowStats(
  read: HotRead,
  report: ReportRef,
  section: RowSection,
  words: string | null,
): Promise<RowStats | null> {
  const [row] = await read<RowStats>(
    'report-standing',
    `select status, attempt, row_count as rows, (overview -> 'counts' ->> $3)::integer
       + case when $3 = 'keywords' then coalesce((overview -> 'counts' ->> 'ideas')::integer, 0) else 0 end as counted, lower($4) as words
     from reports where workspace_id = $1 and id = $2`,
    [report.workspaceId, report.id, section, words],
  )
  return row ?? null
}

export type FoundColumn = RowColumn & { texts: RowWords | null; bytes: number }

/** Returns the requested columns by name, if they belong to this run. */
export async function findColumns(
  read: HotRead,
  report: ReportRef,
  attempt: number,
  names: string[],
): Promise<Map<string, FoundColumn>> {
  // Uses base64, because the driver's hexadecimal encoding of bytes is longer and slower.
  const rows = await read<ReadColumn>(
    'report-columns',
    `select name, encode(ranks, 'base64') as ranks, labels, encode(texts, 'base64') as texts from report_columns
     where workspace_id = $1 and report_id = $2 and attempt = $3 and name = any ($4::text[])`,
    [report.workspaceId, report.id, attempt, names],
  )
  return new Map(await Promise.all(rows.map(async (row) => [row.name, await toColumn(row)] as const)))
}

/** Bytes as base64. */
type ReadColumn = { name: string; ranks: string; labels: string | null; texts: string | null }

async function toColumn({ name, ranks, labels, texts }: ReadColumn): Promise<FoundColumn> {
  const bytes = Buffer.from(ranks, 'base64')
  const numbers = storedColumns[name]?.narrow ? new Uint8Array(bytes) : getNumbers(bytes)
  if (name !== 'words') {
    const named = isLabelled(name) ? (labels?.split('\n') ?? []) : null
    return { ranks: numbers, labels: named, texts: null, bytes: numbers.byteLength + 2 * (labels?.length ?? 0) }
  }
  const all = texts ? await unpack(Buffer.from(texts, 'base64')) : Buffer.from(labels ?? '')
  const words = { bytes: all, starts: numbers as Uint32Array }
  return { ranks: numbers, labels: null, texts: words, bytes: numbers.byteLength + all.length }
}

/** The database sends big-endian bytes. */
function getNumbers(bytes: Buffer): Uint32Array {
  // Copies small buffers, which share memory at any offset, because typed arrays need alignment.
  const own = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  own.swap32()
  return new Uint32Array(own.buffer, own.byteOffset, own.length / 4)
}

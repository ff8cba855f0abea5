import { type RawBuilder, sql } from 'kysely'
import type { RowColumn } from '#features/reports/rules/rows/column-index.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { rankValues, readLabels, readRanks } from '#platform/database/ranked-columns.ts'
import type { ListItem } from '../contract.ts'
import './tables.ts'

/** What a list's keywords are filtered and sorted by, as columns of ranks. Last added first. */

const number = (...path: string[]) => sql`(numbers #>> ${`{${path.join(',')}}`})::float8`
const text = (...path: string[]) => sql`numbers #>> ${`{${path.join(',')}}`}`

/** A volume as one figure, of a range its geometric mean: as on screens, see `volumeFigure`. */
export const getVolumeFigure = (volume: RawBuilder<unknown>) => sql`coalesce((${volume} ->> 'value')::float8,
  sqrt(greatest(1, (${volume} ->> 'low')::float8) * (${volume} ->> 'high')::float8))`
const meanOfMonths = (indexes: number[]) =>
  sql.raw(`(${indexes.map((index) => `(numbers -> 'monthly' -> ${index} ->> 'v')::float8`).join(' + ')}) / 3 + 1`)
/** `numbers` is null in rows without any; the JSON null has no length. */
const months = sql`case when jsonb_typeof(numbers -> 'monthly') = 'array' then jsonb_array_length(numbers -> 'monthly') else 0 end`
const growth = sql`case when ${months} >= 6 then (${meanOfMonths([-3, -2, -1])}) / (${meanOfMonths([0, 1, 2])}) end`
const sources = sql`case when jsonb_array_length(coalesce(numbers -> 'sources', '[]')) > 0 then ',' ||
  (select string_agg(distinct source, ',' order by source) from jsonb_array_elements_text(numbers -> 'sources') source) || ',' end`

const columnValues: Record<string, RawBuilder<unknown>> = {
  text: sql`key`,
  modifier: text('modifier'),
  intent: text('intent'),
  volume: getVolumeFigure(sql`(numbers -> 'volume')`),
  volume_as_of: text('volume', 'as_of'),
  growth,
  popularity: number('popularity'),
  difficulty: number('difficulty'),
  // An amount without a currency can't be compared with others.
  cpc: sql`case when numbers #>> '{cpc,currency}' is not null then ${number('cpc', 'value')} end`,
  competition: number('competition'),
  impressions: number('impressions'),
  clicks: number('clicks'),
  ctr: number('ctr'),
  position: number('position'),
  sources,
  origin: sql`from_kind || coalesce(' ' || from_label, '')`,
  added_at: sql`id`,
}

const here = ({ workspaceId, id }: ResourceRef) => sql`workspace_id = ${workspaceId} and list_id = ${id}`

export type ListColumns = {
  columns: Map<string, RowColumn>
  ids: string[]
  /** Lowercased texts; null unless they were requested. */
  texts: string[] | null
  /** Types the keywords had in their reports; null unless they were requested. */
  types: (string | null)[] | null
}

export type ListColumnRequest = {
  columns: readonly { name: string; labels: boolean }[]
  texts: boolean
  types: boolean
}

/** All in one statement, which sees one state of the list. */
export async function computeListColumns(
  db: Db,
  list: ResourceRef,
  { columns, texts, types }: ListColumnRequest,
): Promise<ListColumns> {
  const numbered = sql`row_number() over (order by id desc)`
  const gather = (value: RawBuilder<unknown>) =>
    sql`select null::text as ranks, coalesce(jsonb_agg(${value} order by id desc), '[]')::text as labels
      from keyword_list_items where ${here(list)}`
  const nothing = sql`select null::text as ranks, 'null' as labels`
  const parts = [
    gather(sql`id`),
    texts ? gather(sql`text`) : nothing,
    types ? gather(text('type')) : nothing,
    ...columns.map(({ name, labels }) => {
      const valued = sql`select ${numbered} as n, ${columnValues[name]!} as value from keyword_list_items where ${here(list)}`
      return sql`select encode(ranks, 'base64') as ranks, labels from (${rankValues(valued, { labeled: labels })}) made`
    }),
  ]
  const { rows } = await sql<{ at: number; ranks: string | null; labels: string | null }>`${sql.join(
    parts.map((part, at) => sql`(select ${at}::integer as at, part.* from (${part}) part)`),
    sql` union all `,
  )} order by at`.execute(db)
  const read = <T>(at: number) => JSON.parse(rows[at]!.labels!) as T
  return {
    ids: read<string[]>(0),
    // Databases fold case by their own rules: some leave "Ö" as it is.
    texts: read<string[] | null>(1)?.map((each) => each.toLowerCase()) ?? null,
    types: read<(string | null)[] | null>(2),
    columns: new Map(
      columns.map(({ name, labels }, index) => {
        const { ranks, labels: values } = rows[index + 3]!
        return [name, { ranks: readRanks(ranks ?? ''), labels: labels ? readLabels(values ?? '') : null }]
      }),
    ),
  }
}

const fillable = [
  'modifier',
  'intent',
  'volume',
  'popularity',
  'difficulty',
  'cpc',
  'competition',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'sources',
]

/** Which columns have a value in at least one keyword. */
export async function findFilledListColumns(db: Db, list: ResourceRef): Promise<string[]> {
  const values = fillable.map((name) => sql`bool_or(${columnValues[name]!} is not null) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, boolean | null>>`
    select ${sql.join(values)}, bool_or(${months} > 1) as monthly from keyword_list_items where ${here(list)}`.execute(
    db,
  )
  return ['text', 'type', 'origin', 'added_at', ...[...fillable, 'monthly'].filter((name) => rows[0]![name])]
}

type ItemRecord = {
  id: string
  text: string
  from_kind: ListItem['from']['kind']
  from_id: string | null
  from_label: string | null
  added_at: Date
  numbers: ListItem['numbers']
}

/** Keywords by id, in this order. */
export async function findItemsById(db: Db, list: ResourceRef, ids: readonly string[]): Promise<ListItem[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemRecord>`
    select id, text, from_kind, from_id, from_label, added_at, numbers from keyword_list_items
    where ${here(list)} and id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(db)
  return rows.map(({ id, text, from_kind, from_id, from_label, added_at, numbers }) => ({
    _id: id,
    text,
    from: { kind: from_kind, id: from_id, label: from_label },
    added_at: added_at.toISOString(),
    numbers,
  }))
}

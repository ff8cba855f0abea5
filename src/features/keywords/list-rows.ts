import {
  countValues,
  findMatchingRows,
  getNeededColumns,
  listColumns as listValued,
  type RowColumn,
  sumValues,
} from '#features/reports/rules/rows/column-index.ts'
import { toColumnQuery } from '#features/reports/rules/rows/to-column-query.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ListFilter, ListItem, listsContract } from './contract.ts'
import { classifyListed, toListRow } from './rules/list-row.ts'
import { computeListColumns, findFilledListColumns, findItemsById } from './store/list-row-store.ts'

/** Filters and sorts a list's keywords as a report's rows are, by columns. */

type ListQuery = ListFilter & { sort?: string | undefined }

const summaryColumns = ['type', 'intent', 'sources', 'volume']
const rowsAtATime = 2000
/** Classified without a pause: some 10 ms. */
const classifiedAtATime = 5000

async function match(db: Database, list: ResourceRef, query: ListQuery, more: readonly string[]) {
  const { sort, ...filter } = query
  const columnQuery = toColumnQuery({ ...filter, section: 'keywords', ...(sort ? { sort } : {}) }, null)
  const needed = new Map(getNeededColumns(columnQuery).map((column) => [column.name, column]))
  for (const name of more) needed.set(name, { name, labels: true })
  const found = await computeListColumns(db, list, {
    columns: [...needed.values()].filter(({ name }) => name !== 'type'),
    texts: columnQuery.include.length + columnQuery.exclude.length > 0 || needed.has('type'),
    types: needed.has('type'),
  })
  const { columns, ids, texts } = found
  if (needed.has('type')) columns.set('type', await toTypeColumn(texts!, found.types!))
  const rowTexts = { find: (part: string) => Uint8Array.from(texts!, (text) => Number(text.includes(part))) }
  const { indexes, total, unknown } = findMatchingRows(columns, rowTexts, ids.length, columnQuery)
  const getIds = (offset: number, limit: number) =>
    (indexes ?? Uint32Array.from(ids.keys())).slice(offset, offset + limit)
  return {
    columns,
    indexes,
    total,
    unknown,
    rows: ids.length,
    read: (offset: number, limit: number) =>
      findItemsById(
        db,
        list,
        Array.from(getIds(offset, limit), (index) => ids[index]!),
      ),
  }
}

/** Types from reports; of other keywords by their words, a part at a time. */
async function toTypeColumn(texts: readonly string[], types: readonly (string | null)[]): Promise<RowColumn> {
  const labels: string[] = []
  const ranksByType = new Map<string, number>()
  const ranks = new Uint32Array(texts.length)
  const own = [...types]
  for (let at = 0; at < texts.length; at++) {
    if (at % classifiedAtATime === classifiedAtATime - 1) await new Promise((resolve) => setImmediate(resolve))
    own[at] ??= classifyListed(texts[at]!).type
  }
  for (const type of [...new Set(own as string[])].sort()) ranksByType.set(type, labels.push(type))
  own.forEach((type, at) => {
    ranks[at] = ranksByType.get(type!)!
  })
  return { ranks, labels }
}

/** One page, with counts for filters if requested. */
export async function findListRows(
  db: Database,
  list: ResourceRef,
  { page, limit, summary, ...query }: Omit<ParsedInputOf<typeof listsContract.rows>, '_id'>,
) {
  const matches = await match(db, list, query, summary ? summaryColumns : [])
  const { columns, indexes, total, unknown, rows } = matches
  const [items, filled] = await Promise.all([
    matches.read((page - 1) * limit, limit),
    summary ? findFilledListColumns(db, list) : null,
  ])
  const count = (name: string, none?: string) => {
    const counted = countValues(columns.get(name)!, null, listValued.has(name))
    return Object.fromEntries([...counted].flatMap(([value, n]) => ((value ?? none) ? [[value ?? none, n]] : [])))
  }
  return {
    items: items.map(toListRow),
    total,
    page,
    limit,
    ...(Object.keys(unknown.columns).length > 0 ? { unknown: { rows: unknown.rows, ...unknown.columns } } : {}),
    ...(filled
      ? {
          summary: {
            rows,
            hidden: 0,
            types: count('type'),
            intents: count('intent', 'none'),
            sources: count('sources'),
            serp_features: {},
            columns: filled,
            volume: sumValues(columns.get('volume')!, indexes),
          },
        }
      : {}),
  }
}

/** Every matching keyword, in batches. */
export async function* streamListItems(db: Database, list: ResourceRef, query: ListQuery): AsyncGenerator<ListItem> {
  const { total, read } = await match(db, list, query, [])
  for (let offset = 0; offset < total; offset += rowsAtATime) yield* await read(offset, rowsAtATime)
}

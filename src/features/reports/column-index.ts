/**
 * A column index of a big finished report: filtering and sorting 100,000 rows for a page of 25 takes a millisecond or two
 * this way, where reading the rows themselves takes a quarter of a second. Rows are known by their index in the report, from 0.
 */

/** Of every row, in the report's order: the rank of its value among the column's different values from 1, or 0 where it has none. */
export type RowColumn = {
  ranks: Uint8Array | Uint32Array
  /** The values by rank from 1, where rows are filtered by this column. Of `sources`, by bit: their ranks are sets. */
  labels: string[] | null
}

/** Texts one after the other as bytes, lower-cased as the database does it, and where each begins. */
export type RowWords = { bytes: Buffer; starts: Uint32Array }

export type ColumnQuery = {
  /** Types of rows; null: all. */
  types: string[] | null
  filters: Record<string, unknown>
  /** A column, with "-" before it for descending; nulls come last, equal ones in the report's order. */
  sort: string | null
  /** Lower-cased as the texts are. */
  words: string | null
  offset: number
  limit: number
}

/** What a query looks at; `words` are the texts. */
export function getColumnNames({ types, filters, sort, words }: ColumnQuery): string[] {
  const names = new Set(Object.keys(filters))
  if (types) names.add('type')
  if (sort) names.add(sort.replace(/^-/, ''))
  if (words !== null) names.add('words')
  return [...names]
}

/** The indexes of the rows on a page, and how many rows pass. */
export function findMatchingRows(
  columns: ReadonlyMap<string, RowColumn>,
  texts: RowWords | null,
  count: number,
  { types, filters, sort, words, offset, limit }: ColumnQuery,
): { indexes: number[]; total: number } {
  let passing: Uint32Array | null = null
  if (types) passing = filterByValue(columns.get('type')!, types, passing, count)
  for (const [name, wanted] of Object.entries(filters)) {
    const values = Array.isArray(wanted) ? wanted : [wanted]
    passing =
      name === 'sources'
        ? filterBySources(columns.get(name)!, values, passing, count)
        : filterByValue(columns.get(name)!, values, passing, count)
  }
  if (words !== null) passing = filterByText(texts!, words, passing, count)
  const total = passing?.length ?? count
  if (sort) passing = sortRows(columns.get(sort.replace(/^-/, ''))!, sort.startsWith('-'), passing, count)
  const end = Math.min(total, offset + limit)
  const indexes: number[] = []
  for (let at = offset; at < end; at++) indexes.push(passing ? passing[at]! : at)
  return { indexes, total }
}

/** Rows whose value is one of these; null stands for none. */
function filterByValue({ ranks, labels }: RowColumn, values: unknown[], among: Uint32Array | null, count: number) {
  const allowed = new Uint8Array((labels?.length ?? 0) + 1)
  for (const value of values) {
    const rank = value === null ? 0 : labels!.indexOf(String(value)) + 1
    if (value === null || rank > 0) allowed[rank] = 1
  }
  return filterRows(among, count, (index) => allowed[ranks[index]!] === 1)
}

/** Rows whose set has one of these. Every row has sources, so null matches none. */
function filterBySources({ ranks, labels }: RowColumn, values: unknown[], among: Uint32Array | null, count: number) {
  let mask = 0
  for (const value of values) {
    const bit = labels!.indexOf(String(value))
    if (value !== null && bit >= 0) mask |= 1 << bit
  }
  return filterRows(among, count, (index) => (ranks[index]! & mask) !== 0)
}

function filterRows(among: Uint32Array | null, count: number, passes: (index: number) => boolean): Uint32Array {
  const from = among?.length ?? count
  const found = new Uint32Array(from)
  let length = 0
  for (let at = 0; at < from; at++) {
    const index = among ? among[at]! : at
    if (passes(index)) found[length++] = index
  }
  return found.subarray(0, length)
}

function filterByText(
  { bytes, starts }: RowWords,
  words: string,
  among: Uint32Array | null,
  count: number,
): Uint32Array {
  const wanted = Buffer.from(words)
  const found = new Uint8Array(count)
  let index = 0
  for (let at = bytes.indexOf(wanted); at >= 0; ) {
    while (index + 1 < count && starts[index + 1]! <= at) index++
    const next = index + 1 < count ? starts[index + 1]! : bytes.length + 1
    // Texts stand a line break apart; what reaches over one is in neither.
    if (at + wanted.length < next) found[index] = 1
    if (next > bytes.length) break
    at = bytes.indexOf(wanted, at + wanted.length < next ? next : at + 1)
  }
  return filterRows(among, count, (candidate) => found[candidate] === 1)
}

/** By counting: no comparisons, and equal ones stay in their order. */
function sortRows({ ranks }: RowColumn, descending: boolean, among: Uint32Array | null, count: number): Uint32Array {
  const length = among?.length ?? count
  let highest = 0
  for (let at = 0; at < length; at++) {
    const rank = ranks[among ? among[at]! : at]!
    if (rank > highest) highest = rank
  }
  const toKey = (rank: number) => (rank === 0 ? highest : descending ? highest - rank : rank - 1)
  const next = new Uint32Array(highest + 2)
  for (let at = 0; at < length; at++) {
    const key = toKey(ranks[among ? among[at]! : at]!)
    next[key + 1] = next[key + 1]! + 1
  }
  for (let key = 1; key < next.length; key++) next[key] = next[key]! + next[key - 1]!
  const order = new Uint32Array(length)
  for (let at = 0; at < length; at++) {
    const index = among ? among[at]! : at
    const key = toKey(ranks[index]!)
    order[next[key]!] = index
    next[key] = next[key]! + 1
  }
  return order
}

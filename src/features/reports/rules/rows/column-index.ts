/**
 * Filters and sorts a report's rows by columns of ranks: 100,000 rows take a few milliseconds, where reading the rows takes a
 * quarter of a second. Rows are identified by their index in the report, from 0.
 */

/** For every row, in report order: the rank of its value among the column's distinct values, from 1, or 0 without a value. */
export type RowColumn = {
  ranks: Uint8Array | Uint32Array
  /** Values by rank, from 1, in ascending order; null if the column was read for sorting only. Lists are `,a,b,`. */
  labels: string[] | null
}

/** The texts of all rows. `find` marks the rows that contain a text with 1. */
export type RowTexts = { find(text: string): Uint8Array }

/** A row passes if its value is one of `values` (null: none), or its list contains one. */
export type ValueCondition = { column: string; values: readonly unknown[]; unknown?: 'passes' | 'counted' }
/** A row passes if its number is within the limits, both included. */
export type RangeCondition = {
  column: string
  min: number | null
  max: number | null
  /** What happens to rows without a number: they pass, or are left out and counted. */
  unknown: 'passes' | 'counted'
}
export type Condition = ValueCondition | RangeCondition

export type ColumnQuery = {
  conditions: readonly Condition[]
  /** A column, with "-" in front for descending. Nulls sort last, ties in report order. Lists sort by length. */
  sort: string | null
  /** Texts that must all occur, and texts that must not. Lowercased like the rows' texts. */
  include: readonly string[]
  exclude: readonly string[]
}

/** Rows left out only because a filtered number is unknown: all of them, and by column. */
export type UnknownRows = { rows: number; columns: Record<string, number> }

export type MatchingRows = {
  /** Row indexes in order; null stands for all rows in report order. */
  indexes: Uint32Array | null
  total: number
  unknown: UnknownRows
}

export type NeededColumn = { name: string; labels: boolean }

/** Columns whose values are lists. */
export const listColumns: ReadonlySet<string> = new Set(['sources', 'serp_features'])

/** Returns the columns a query reads. Texts aren't among them. */
export function getNeededColumns({ conditions, sort }: Pick<ColumnQuery, 'conditions' | 'sort'>): NeededColumn[] {
  const needed = new Map<string, NeededColumn>()
  const sorted = sort?.replace(/^-/, '')
  if (sorted !== undefined) needed.set(sorted, { name: sorted, labels: listColumns.has(sorted) })
  for (const condition of conditions) {
    const labels = !('values' in condition) || condition.values.some((value) => value !== null)
    const name = condition.column
    needed.set(name, { name, labels: labels || (needed.get(name)?.labels ?? false) })
  }
  return [...needed.values()]
}

/** Returns the matching rows in order. */
export function findMatchingRows(
  columns: ReadonlyMap<string, RowColumn>,
  texts: RowTexts | null,
  count: number,
  { conditions, sort, include, exclude }: ColumnQuery,
): MatchingRows {
  const tests = conditions.map((condition) => {
    const column = columns.get(condition.column)!
    const verdicts = 'values' in condition ? getValueVerdicts(condition, column) : getRangeVerdicts(condition, column)
    return { name: condition.column, ranks: column.ranks, verdicts }
  })
  // Conditions that count unknown rows come last: a row counts only if nothing else leaves it out.
  const strict = tests.filter(({ verdicts }) => verdicts[0] !== left)
  const counting = tests.filter(({ verdicts }) => verdicts[0] === left)
  let matching: Uint32Array | null = null
  for (const { ranks, verdicts } of strict)
    matching = filterRows(matching, count, (index) => verdicts[ranks[index]!] === passed)
  for (const text of include) {
    const found = texts!.find(text)
    matching = filterRows(matching, count, (index) => found[index] === 1)
  }
  for (const text of exclude) {
    const found = texts!.find(text)
    matching = filterRows(matching, count, (index) => found[index] !== 1)
  }
  const unknown: UnknownRows = { rows: 0, columns: Object.fromEntries(counting.map(({ name }) => [name, 0])) }
  if (counting.length > 0)
    matching = filterRows(matching, count, (index) => {
      let missing = false
      for (const { ranks, verdicts } of counting) {
        const verdict = verdicts[ranks[index]!]
        if (verdict === failed) return false
        if (verdict === left) missing = true
      }
      if (!missing) return true
      unknown.rows++
      for (const { name, ranks } of counting) if (ranks[index] === 0) unknown.columns[name] = unknown.columns[name]! + 1
      return false
    })
  const total = matching?.length ?? count
  if (sort) {
    const name = sort.replace(/^-/, '')
    const column = columns.get(name)!
    const ranks = listColumns.has(name) ? getLengths(column) : column.ranks
    matching = sortRows(ranks, sort.startsWith('-'), matching, count)
  }
  return { indexes: matching, total, unknown }
}

/** Counts rows by value; lists count once per entry. `null` is the key of rows without a value. */
export function countValues(
  { ranks, labels }: RowColumn,
  among: Uint32Array | null,
  isList: boolean,
): Map<string | null, number> {
  const byRank = new Uint32Array((labels?.length ?? 0) + 1)
  const length = among?.length ?? ranks.length
  for (let at = 0; at < length; at++) byRank[ranks[among ? among[at]! : at]!]!++
  const counts = new Map<string | null, number>()
  const add = (value: string | null, rows: number) => rows > 0 && counts.set(value, (counts.get(value) ?? 0) + rows)
  add(null, byRank[0]!)
  labels!.forEach((label, at) => {
    for (const value of isList ? toEntries(label) : [label]) add(value, byRank[at + 1]!)
  })
  return counts
}

/** Adds up the numbers of the rows, and counts the rows that have one. */
export function sumValues({ ranks, labels }: RowColumn, among: Uint32Array | null): { sum: number; known: number } {
  const numbers = labels!.map(Number)
  const length = among?.length ?? ranks.length
  let [sum, known] = [0, 0]
  for (let at = 0; at < length; at++) {
    const rank = ranks[among ? among[at]! : at]!
    if (rank === 0) continue
    sum += numbers[rank - 1]!
    known++
  }
  return { sum, known }
}

const [failed, passed, left] = [0, 1, 2]

const toEntries = (label: string) => label.split(',').filter(Boolean)

/** By rank, whether rows pass. */
function getValueVerdicts({ column, values, unknown }: ValueCondition, { labels }: RowColumn): Uint8Array {
  const verdicts = new Uint8Array(Math.max(256, (labels?.length ?? 0) + 1))
  const accepted = new Set(values.filter((value) => value !== null).map(String))
  if (unknown) verdicts[0] = unknown === 'passes' ? passed : left
  else if (values.includes(null)) verdicts[0] = passed
  if (accepted.size > 0)
    labels!.forEach((label, at) => {
      const has = listColumns.has(column) ? toEntries(label).some((entry) => accepted.has(entry)) : accepted.has(label)
      if (has) verdicts[at + 1] = passed
    })
  // Without labels only rank 0 is asked about, and a typed array reads undefined beyond its end, which isn't `passed`.
  return verdicts
}

function getRangeVerdicts({ min, max, unknown }: RangeCondition, { labels }: RowColumn): Uint8Array {
  const verdicts = new Uint8Array(labels!.length + 1)
  verdicts[0] = unknown === 'passes' ? passed : left
  const from = min === null ? 0 : findFirst(labels!, (value) => value >= min)
  const to = max === null ? labels!.length : findFirst(labels!, (value) => value > max)
  if (from < to) verdicts.fill(passed, from + 1, to + 1)
  return verdicts
}

/** Binary search in ascending numbers. */
function findFirst(labels: readonly string[], isReached: (value: number) => boolean): number {
  let [low, high] = [0, labels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(Number(labels[middle]))) high = middle
    else low = middle + 1
  }
  return low
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

/** Ranks rows by the number of entries in their list; 0 without a list. */
function getLengths({ ranks, labels }: RowColumn): Uint32Array {
  const lengths = [0, ...labels!.map((label) => toEntries(label).length + 1)]
  return Uint32Array.from(ranks, (rank) => lengths[rank]!)
}

/** Uses counting sort: no comparisons, and stable. */
function sortRows(ranks: RowColumn['ranks'], descending: boolean, among: Uint32Array | null, count: number) {
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

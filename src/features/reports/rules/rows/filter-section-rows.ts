import { AppError } from '#kit/errors.ts'
import type { SectionName, Sections } from '../../contract.ts'

/** Filters and sorts sections without keyword rows: short lists, in memory. */

type ListedSection = 'discussions' | 'serp' | 'clusters' | 'terms'
type Item = Record<string, unknown>

/** Columns they may be sorted and filtered by; the first ones are where `q` looks. */
const columns: { [Name in ListedSection]: { read: Column<Name>[]; other: Column<Name>[] } } = {
  discussions: { read: ['title', 'url'], other: ['source', 'score', 'answers', 'at'] },
  serp: { read: ['title', 'url', 'snippet'], other: ['rank', 'domain', 'words', 'terms', 'fetched'] },
  clusters: {
    read: ['name', 'pillar'],
    other: ['_id', 'kind', 'parent_id', 'intent', 'keywords', 'volume', 'difficulty', 'locked', 'edited'],
  },
  terms: { read: ['term'], other: ['kind', 'weight', 'pages'] },
}
type Column<Name extends ListedSection> = keyof Sections[Name][number] & string

export type ListQuery = { q?: string; filters?: Record<string, unknown>; sort?: string }

/**
 * The matching items in the requested order, nulls last; without `sort` in the report's order.
 * @throws AppError invalid_input: `sort` or `filters` names a column the section does not have
 */
export function listedRows(section: SectionName, items: Item[], { q, filters = {}, sort }: ListQuery): Item[] {
  const { read, other } = columns[section as ListedSection] ?? { read: [], other: [] }
  const known: string[] = [...read, ...other]
  const refuse = (what: string, field: string): never => {
    const choice = known.length > 0 ? `: use one of ${known.join(', ')}.` : `: ${section} has none.`
    throw new AppError('invalid_input', `${what} not a column${choice}`, { field, reason: 'unknown_column' })
  }
  const by = sort?.replace(/^-/, '')
  if (by !== undefined && !known.includes(by)) refuse('sort is', 'sort')
  for (const name of Object.keys(filters)) if (!known.includes(name)) refuse(`filters.${name} is`, `filters.${name}`)

  const needle = q?.trim().toLowerCase() ?? ''
  const passing = items.filter(
    (item) =>
      (needle === '' ||
        read.some((name) =>
          String(item[name] ?? '')
            .toLowerCase()
            .includes(needle),
        )) &&
      Object.entries(filters).every(([name, value]) => passes(item[name] ?? null, value)),
  )
  if (by === undefined) return passing
  const sign = sort!.startsWith('-') ? -1 : 1
  return passing.sort((a, b) => {
    const [left, right] = [a[by] ?? null, b[by] ?? null]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    return sign * compared(left, right)
  })
}

/** The column equals or contains one of the values; null asks for an empty one. */
function passes(held: unknown, filter: unknown): boolean {
  const values = (Array.isArray(filter) ? filter : [filter]).map((value) => (value === null ? null : String(value)))
  const own = (Array.isArray(held) ? held : [held]).map((value) => (value === null ? null : String(value)))
  return own.some((value) => values.includes(value))
}

const compared = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en')

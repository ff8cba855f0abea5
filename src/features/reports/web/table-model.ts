import { formatCount, formatDecimal, formatMonthShort } from '#ui/format.ts'
import type { GlossaryAnchor } from '#web/glossary-link.ts'
import type { Row } from '../contract.ts'
import {
  intentLabels,
  none,
  showCpc,
  showCtr,
  showPosition,
  showVolume,
  sourceLabel,
  typeLabels,
  volumeFigure,
} from './keyword-labels.ts'

export const columnIds = [
  'text',
  'type',
  'modifier',
  'intent',
  'volume',
  'monthly',
  'popularity',
  'difficulty',
  'cpc',
  'competition',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'measured',
  'sources',
] as const
export type ColumnId = (typeof columnIds)[number]

export type Column = {
  id: ColumnId
  label: string
  /** Width in px; `text` takes the remaining width, and at least this. */
  width: number
  numeric?: boolean
  /** Lower numbers are better. */
  lowestFirst?: boolean
  /** Meaning, for the header's tooltip. */
  about?: string
  glossary?: GlossaryAnchor
  /** Text of a cell, also for copying. */
  show: (row: Row) => string
  /** Sort value; null sorts last in both directions. */
  order: (row: Row) => string | number | null
}

export const columns: Record<ColumnId, Column> = {
  text: {
    id: 'text',
    label: 'Keyword',
    width: 220,
    glossary: 'keyword',
    show: (row) => row.text,
    order: (row) => row.text,
  },
  type: {
    id: 'type',
    glossary: 'keywordTypes',
    label: 'Type',
    width: 104,
    show: (row) => typeLabels[row.type],
    order: (row) => typeLabels[row.type],
  },
  modifier: {
    id: 'modifier',
    label: 'Modifier',
    width: 92,
    show: (row) => row.modifier ?? '',
    order: (row) => row.modifier,
  },
  intent: {
    id: 'intent',
    glossary: 'intent',
    label: 'Intent',
    width: 112,
    about: 'What the searcher wants, based on the keyword’s words.',
    show: (row) => (row.intent ? intentLabels[row.intent.main] : none),
    order: (row) => (row.intent ? intentLabels[row.intent.main] : null),
  },
  volume: {
    id: 'volume',
    glossary: 'volume',
    label: 'Volume',
    width: 92,
    numeric: true,
    about: 'Monthly searches, as measured by the source shown.',
    show: (row) => showVolume(row.volume),
    order: (row) => volumeFigure(row.volume),
  },
  monthly: {
    id: 'monthly',
    glossary: 'monthly',
    label: 'Trend',
    width: 84,
    about: 'Searches per month, oldest first. Sorts by growth from the first to the last three months.',
    show: (row) => row.monthly.map((point) => point.v).join(' '),
    order: growth,
  },
  popularity: {
    id: 'popularity',
    glossary: 'popularity',
    label: 'Popularity',
    width: 92,
    numeric: true,
    about: '0–100: how high and how often sources suggested it. Not a search volume.',
    show: (row) => (row.popularity === null ? none : String(Math.round(row.popularity))),
    order: (row) => row.popularity,
  },
  difficulty: {
    id: 'difficulty',
    glossary: 'difficulty',
    label: 'Difficulty',
    width: 88,
    numeric: true,
    about:
      '0–100: how hard it is to rank, as measured by the source. If no source measured the report’s own topic, its value is Earshot’s estimate from the ranking pages.',
    show: (row) => (row.difficulty === null ? none : String(Math.round(row.difficulty))),
    order: (row) => row.difficulty,
  },
  cpc: {
    id: 'cpc',
    glossary: 'cpc',
    label: 'CPC',
    width: 76,
    numeric: true,
    show: (row) => showCpc(row.cpc),
    order: (row) => row.cpc?.value ?? null,
  },
  competition: {
    id: 'competition',
    glossary: 'competition',
    label: 'Competition',
    width: 100,
    numeric: true,
    about: '0–1: how many advertisers bid on it.',
    show: (row) => (row.competition === null ? none : formatDecimal(row.competition, 2)),
    order: (row) => row.competition,
  },
  impressions: {
    id: 'impressions',
    glossary: 'impressions',
    label: 'Impressions',
    width: 104,
    numeric: true,
    about: 'From an imported Search Console file: how often your pages appeared in results. Not a search volume.',
    show: (row) => (row.impressions === null ? none : formatCount(row.impressions)),
    order: (row) => row.impressions,
  },
  clicks: {
    id: 'clicks',
    glossary: 'clicks',
    label: 'Clicks',
    width: 76,
    numeric: true,
    about: 'From an imported Search Console file: clicks on your pages in results.',
    show: (row) => (typeof row.clicks === 'number' ? formatCount(row.clicks) : none),
    order: (row) => row.clicks ?? null,
  },
  ctr: {
    id: 'ctr',
    glossary: 'ctr',
    label: 'CTR',
    width: 76,
    numeric: true,
    about: 'From an imported Search Console file: clicks divided by impressions.',
    show: (row) => showCtr(row.ctr),
    order: (row) => row.ctr ?? null,
  },
  position: {
    id: 'position',
    glossary: 'position',
    label: 'Position',
    width: 84,
    numeric: true,
    lowestFirst: true,
    about: 'From an imported Search Console file: your average position in the results. 1 is the top.',
    show: (row) => showPosition(row.position),
    order: (row) => row.position ?? null,
  },
  measured: {
    id: 'measured',
    label: 'Volume source',
    width: 150,
    about: 'The volume’s source and month.',
    show: ({ volume }) =>
      volume
        ? [sourceLabel(volume.provider), volume.as_of && formatMonthShort(volume.as_of)].filter(Boolean).join(', ')
        : none,
    order: ({ volume }) => volume && `${volume.as_of ?? ''} ${volume.provider}`,
  },
  sources: {
    id: 'sources',
    label: 'Sources',
    width: 168,
    show: (row) => row.sources.map(sourceLabel).join(', '),
    order: (row) => row.sources.length,
  },
}

function growth({ monthly }: Row) {
  if (monthly.length < 6) return null
  const mean = (part: Row['monthly']) => part.reduce((sum, point) => sum + point.v, 0) / part.length
  return (mean(monthly.slice(-3)) + 1) / (mean(monthly.slice(0, 3)) + 1)
}

export type TableFilter = {
  /** Every word must occur; words after "-" must not. */
  text: string
  types: Row['type'][]
  /** Main intents; "" matches rows without one. */
  intents: string[]
  sources: string[]
  /** Inclusive bounds. With either set, rows without a volume are excluded. */
  volumeFrom: number | null
  volumeTo: number | null
}
export type TableSort = { column: ColumnId; descending: boolean }
export type TableQuery = { filter: TableFilter; sort: TableSort | null }

export const noFilter: TableFilter = { text: '', types: [], intents: [], sources: [], volumeFrom: null, volumeTo: null }

export const isFiltered = (filter: TableFilter) =>
  filter.text.trim() !== '' ||
  filter.types.length + filter.intents.length + filter.sources.length > 0 ||
  filter.volumeFrom !== null ||
  filter.volumeTo !== null

/** Returns a filter for rows, with its words split once. */
export function matcher(filter: TableFilter): (row: Row) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = words.filter((word) => !word.startsWith('-'))
  const unwanted = words.filter((word) => word.startsWith('-') && word.length > 1).map((word) => word.slice(1))
  const { types, intents, sources, volumeFrom, volumeTo } = filter
  const bounded = volumeFrom !== null || volumeTo !== null
  return (row) => {
    if (types.length > 0 && !types.includes(row.type)) return false
    if (intents.length > 0 && !intents.includes(row.intent?.main ?? '')) return false
    if (sources.length > 0 && !row.sources.some((source) => sources.includes(source))) return false
    if (bounded) {
      const figure = volumeFigure(row.volume)
      if (figure === null || figure < (volumeFrom ?? 0) || figure > (volumeTo ?? Number.POSITIVE_INFINITY)) return false
    }
    if (words.length === 0) return true
    const text = row.text.toLowerCase()
    return wanted.every((word) => text.includes(word)) && !unwanted.some((word) => text.includes(word))
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: string | number, b: string | number) {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** Returns the matching rows in order. The sort is stable; rows without a value come last. */
export function applyQuery(rows: Row[], { filter, sort }: TableQuery): Row[] {
  const filtered = isFiltered(filter) ? rows.filter(matcher(filter)) : rows
  if (!sort) return filtered
  const { order } = columns[sort.column]
  const sign = sort.descending ? -1 : 1
  return filtered
    .map((row, at) => ({ row, at, key: order(row) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return a.key === b.key ? a.at - b.at : a.key === null ? 1 : -1
      return sign * compare(a.key, b.key) || a.at - b.at
    })
    .map(({ row }) => row)
}

/** Numbers sort descending first, positions and words ascending; a third click restores the original order. */
export function nextSort(sort: TableSort | null, column: ColumnId): TableSort | null {
  const { numeric, lowestFirst } = columns[column]
  const first = (numeric && !lowestFirst) || column === 'monthly' || column === 'sources'
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}

export type Facets = { types: Map<string, number>; intents: Map<string, number>; sources: Map<string, number> }

/** Counts rows per filter value. */
export function getFacets(rows: Row[]): Facets {
  const facets: Facets = { types: new Map(), intents: new Map(), sources: new Map() }
  const add = (map: Map<string, number>, value: string) => map.set(value, (map.get(value) ?? 0) + 1)
  for (const row of rows) {
    add(facets.types, row.type)
    add(facets.intents, row.intent?.main ?? '')
    for (const source of row.sources) add(facets.sources, source)
  }
  return facets
}

/** Columns that only an imported Search Console file fills. */
export const performanceColumns = ['impressions', 'clicks', 'ctr', 'position'] as const satisfies ColumnId[]
const fromImports: ReadonlySet<ColumnId> = new Set(performanceColumns)

/** Returns the columns to show: those with values, or before data arrives those any report may fill. */
export const shownColumns = (usual: readonly ColumnId[], filled: ReadonlySet<ColumnId>, isEmpty: boolean) =>
  usual.filter((column) => filled.has(column) || (isEmpty && !fromImports.has(column)))

/** Returns columns with at least one value. */
export function filledColumns(rows: Row[]): Set<ColumnId> {
  const filled = new Set<ColumnId>(['text', 'type', 'sources'])
  for (const row of rows) {
    if (row.modifier) filled.add('modifier')
    if (row.intent) filled.add('intent')
    if (volumeFigure(row.volume) !== null) filled.add('volume').add('measured')
    if (row.monthly.length > 1) filled.add('monthly')
    if (row.popularity !== null) filled.add('popularity')
    if (row.difficulty !== null) filled.add('difficulty')
    if (row.cpc) filled.add('cpc')
    if (row.competition !== null) filled.add('competition')
    for (const name of performanceColumns) if (typeof row[name] === 'number') filled.add(name)
    if (filled.size === columnIds.length) break
  }
  return filled
}

// Prevents formula injection with an apostrophe; tabs and line breaks would split the cell.
const cell = (text: string) => text.replace(/^([=+\-@])(?=.*[A-Za-z(])/, "'$1").replace(/[\t\r\n]+/g, ' ')

/** Tab-separated with a header line, as spreadsheets paste it. "—" becomes an empty cell. */
export function toTsv(rows: Row[], shown: ColumnId[]) {
  const lines = [shown.map((id) => columns[id].label)]
  for (const row of rows) lines.push(shown.map((id) => cell(columns[id].show(row)).replace(none, '')))
  return lines.map((line) => line.join('\t')).join('\n')
}

/** Only the keywords, one per line. */
export const toLines = (rows: Row[]) => rows.map((row) => row.text).join('\n')

/** Returns the ids between two rows in the order shown, both included. */
export function idsBetween(rows: Row[], from: number, to: number) {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row._id)
}

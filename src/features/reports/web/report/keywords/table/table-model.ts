import type { ListRow } from '#features/keywords/contract.ts'
import { showOrigin } from '#features/keywords/web/origin-labels.ts'
import { formatCount, formatDay, formatDecimal, formatMonthShort } from '#ui/format/format.ts'
import type { GlossaryAnchor } from '#web/glossary/glossary-link.ts'
import type { Row, RowFilter } from '../../../../contract.ts'
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
} from '../../../keyword-labels.ts'
import { showOwnFacts } from '../../../own-labels.ts'
import { showVolumeOrigin } from '../../../volume-notes.ts'

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
  'own',
  'measured',
  'sources',
  'origin',
  'added_at',
] as const
export type ColumnId = (typeof columnIds)[number]

/** A row of a report, or a keyword of a list with what only lists know. */
export type TableRow = Row & Partial<Pick<ListRow, 'from' | 'added_at' | 'measured'>>

/** Columns that only lists have. */
export const listOnlyColumns: ReadonlySet<ColumnId> = new Set(['origin', 'added_at'])
/** The columns of reports, comparisons and lookups. */
export const reportColumns = columnIds.filter((name) => !listOnlyColumns.has(name))

export type Column = {
  id: ColumnId
  label: string
  /** Width in px until someone drags it; `text` takes the remaining width, and at least this. */
  width: number
  numeric?: boolean
  /** The server doesn’t sort by it. */
  unsorted?: boolean
  /** Lower numbers are better. */
  lowestFirst?: boolean
  /** Meaning, for the header's tooltip. */
  about?: string
  glossary?: GlossaryAnchor
  /** Text of a cell, also for copying. */
  show: (row: TableRow) => string
}

export const columns: Record<ColumnId, Column> = {
  text: {
    id: 'text',
    label: 'Keyword',
    width: 260,
    glossary: 'keyword',
    show: (row) => row.text,
  },
  type: {
    id: 'type',
    glossary: 'keywordTypes',
    label: 'Type',
    width: 104,
    show: (row) => typeLabels[row.type],
  },
  modifier: {
    id: 'modifier',
    label: 'Modifier',
    width: 92,
    show: (row) => row.modifier ?? '',
  },
  intent: {
    id: 'intent',
    glossary: 'intent',
    label: 'Intent',
    width: 108,
    about: 'What the searcher wants, based on the keyword’s words.',
    show: (row) => (row.intent ? intentLabels[row.intent.main] : none),
  },
  volume: {
    id: 'volume',
    glossary: 'volume',
    label: 'Volume',
    width: 84,
    numeric: true,
    about: 'Monthly searches, as measured by the source shown. Google Ads’ are rounded, and close variants share one.',
    show: (row) => showVolume(row.volume),
  },
  monthly: {
    id: 'monthly',
    glossary: 'monthly',
    label: 'Trend',
    width: 76,
    about: 'Searches per month, oldest first. Sorts by growth from the first to the last three months.',
    show: (row) => row.monthly.map((point) => point.v).join(' '),
  },
  popularity: {
    id: 'popularity',
    glossary: 'popularity',
    label: 'Popularity',
    width: 92,
    numeric: true,
    about: '0–100: how high and how often sources suggested it. Not a search volume.',
    show: (row) => (row.popularity === null ? none : String(Math.round(row.popularity))),
  },
  difficulty: {
    id: 'difficulty',
    glossary: 'difficulty',
    label: 'KD',
    width: 74,
    numeric: true,
    about:
      'Keyword difficulty, 0–100: how hard it is to rank, as measured by the source. If no source measured the report’s own topic, its value is Earshot’s estimate from the ranking pages.',
    show: (row) => (row.difficulty === null ? none : String(Math.round(row.difficulty))),
  },
  cpc: {
    id: 'cpc',
    glossary: 'cpc',
    label: 'CPC',
    width: 70,
    numeric: true,
    show: (row) => showCpc(row.cpc),
  },
  competition: {
    id: 'competition',
    glossary: 'competition',
    label: 'Competition',
    width: 100,
    numeric: true,
    about: '0–1: how many advertisers bid on it.',
    show: (row) => (row.competition === null ? none : formatDecimal(row.competition, 2)),
  },
  impressions: {
    id: 'impressions',
    glossary: 'impressions',
    label: 'Impressions',
    width: 104,
    numeric: true,
    about: 'From an imported Search Console file: how often your pages appeared in results. Not a search volume.',
    show: (row) => (row.impressions === null ? none : formatCount(row.impressions)),
  },
  clicks: {
    id: 'clicks',
    glossary: 'clicks',
    label: 'Clicks',
    width: 76,
    numeric: true,
    about: 'From an imported Search Console file: clicks on your pages in results.',
    show: (row) => (typeof row.clicks === 'number' ? formatCount(row.clicks) : none),
  },
  ctr: {
    id: 'ctr',
    glossary: 'ctr',
    label: 'CTR',
    width: 76,
    numeric: true,
    about: 'From an imported Search Console file: clicks divided by impressions.',
    show: (row) => showCtr(row.ctr),
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
  },
  own: {
    id: 'own',
    label: 'Your rank and page',
    width: 190,
    unsorted: true,
    about: 'From Search Console: the average position of your site, and the page that gets the most clicks.',
    show: ({ own }) => (own ? [showPosition(own.position), own.page].filter(Boolean).join(' ') : none),
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
  },
  sources: {
    id: 'sources',
    label: 'Sources',
    width: 124,
    about: 'Who suggested it. Point at the letters for the names. Sorts by how many.',
    show: (row) => row.sources.map(sourceLabel).join(', ') || none,
  },
  origin: {
    id: 'origin',
    label: 'Found in',
    width: 180,
    about: 'What the keyword was added from.',
    show: (row) => (row.from ? showOrigin(row.from) : none),
  },
  added_at: {
    id: 'added_at',
    label: 'Added',
    width: 136,
    about: 'When it was added to the list.',
    show: (row) => (row.added_at ? formatDay(row.added_at) : none),
  },
}

/** "DataForSEO, October 2026": who measured a cell's number and when; undefined where it isn't known. */
export function showMeasured(name: ColumnId, { volume, measured, performance, own }: TableRow): string | undefined {
  if (name === 'own') return own ? showOwnFacts(own) : undefined
  const join = (provider: string | null, at: string | null | undefined) =>
    [provider && sourceLabel(provider), at].filter(Boolean).join(', ') || undefined
  if (name === 'volume' || name === 'monthly')
    return volume ? showVolumeOrigin(volume.provider, volume.as_of) : undefined
  if (name === 'impressions' || name === 'clicks' || name === 'ctr' || name === 'position')
    return performance ? join(performance.provider, performance.as_of && formatDay(performance.as_of)) : undefined
  const by =
    name === 'difficulty' ? measured?.difficulty : name === 'cpc' || name === 'competition' ? measured?.cpc : null
  if (by?.estimate) return 'Estimated from the ranking pages'
  return by ? join(by.provider, by.at && formatDay(by.at)) : undefined
}

/** Which rows are shown: the filter of the API. */
export type TableFilter = RowFilter
export type TableSort = { column: ColumnId; descending: boolean }
export type TableQuery = { filter: TableFilter; sort: TableSort | null }

export const noFilter: TableFilter = {}

/** The filter without what asks for nothing. */
export const tidyFilter = (filter: TableFilter): TableFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )

export const isFiltered = (filter: TableFilter) => {
  const { include_unknown: _, ...asked } = tidyFilter(filter)
  return Object.keys(asked).length > 0
}

/** Columns that the API sorts by under another name. */
const sortNames: Partial<Record<ColumnId, string>> = { monthly: 'growth', measured: 'volume_as_of' }

/** The sort of the API: "-volume". */
export const toSortParam = (sort: TableSort | null) =>
  sort ? `${sort.descending ? '-' : ''}${sortNames[sort.column] ?? sort.column}` : undefined

/** The sort a parameter of the API stands for; null for none, or of a column that the table hasn't. */
export function fromSortParam(param: string | null): TableSort | null {
  const name = param?.replace(/^-/, '')
  const column = columnIds.find((id) => (sortNames[id] ?? id) === name)
  return column ? { column, descending: param!.startsWith('-') } : null
}

/** Numbers sort descending first, positions and words ascending; a third click restores the original order. */
export function nextSort(sort: TableSort | null, column: ColumnId): TableSort | null {
  const { numeric, lowestFirst } = columns[column]
  const first = (numeric && !lowestFirst) || column === 'monthly' || column === 'sources' || column === 'added_at'
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}

/** Columns that only an imported Search Console file fills. */
export const performanceColumns = ['impressions', 'clicks', 'ctr', 'position'] as const satisfies ColumnId[]
const fromImports: ReadonlySet<ColumnId> = new Set([...performanceColumns, 'own'])

/**
 * Returns the columns to show: those with values, or before data arrives those any report may fill. Popularity stands in for
 * search volumes where there are none.
 */
export const shownColumns = (usual: readonly ColumnId[], filled: ReadonlySet<ColumnId>, isEmpty: boolean) =>
  usual.filter(
    (column) =>
      (filled.has(column) && !(column === 'popularity' && filled.has('volume'))) ||
      (isEmpty && !fromImports.has(column)),
  )

/** Returns columns with at least one value. */
export function filledColumns(rows: readonly TableRow[]): Set<ColumnId> {
  const filled = new Set<ColumnId>(['text', 'type', 'sources'])
  for (const row of rows) {
    if (row.modifier) filled.add('modifier')
    if (row.intent) filled.add('intent')
    if (volumeFigure(row.volume) !== null) filled.add('volume').add('measured')
    if (row.monthly.length > 1) filled.add('monthly')
    if (row.popularity !== null) filled.add('popularity')
    if (row.difficulty !== null) filled.add('difficulty')
    if (row.own) filled.add('own')
    if (row.cpc) filled.add('cpc')
    if (row.competition !== null) filled.add('competition')
    for (const name of performanceColumns) if (typeof row[name] === 'number') filled.add(name)
    if (filled.size === columnIds.length) break
  }
  return filled
}

/** Columns with at least one value, of those the API names. */
export function toFilledColumns(names: readonly string[]): Set<ColumnId> {
  const filled = new Set<ColumnId>(columnIds.filter((name) => names.includes(name)))
  if (filled.has('volume')) filled.add('measured')
  return filled
}

// Prevents formula injection with an apostrophe; tabs and line breaks would split the cell.
export const withoutFormula = (text: string) =>
  text.replace(/^([=+\-@])(?=.*[A-Za-z(])/, "'$1").replace(/[\t\r\n]+/g, ' ')

/** Tab-separated with a header line, as spreadsheets paste it. "–" becomes an empty cell. */
export function toTsv(rows: readonly TableRow[], shown: ColumnId[]) {
  const lines = [shown.map((id) => columns[id].label)]
  const toCell = (text: string) => (text === none ? '' : withoutFormula(text))
  for (const row of rows) lines.push(shown.map((id) => toCell(columns[id].show(row))))
  return lines.map((line) => line.join('\t')).join('\n')
}

/** Only the keywords, one per line. */
export const toLines = (rows: Pick<Row, 'text'>[]) => rows.map((row) => row.text).join('\n')

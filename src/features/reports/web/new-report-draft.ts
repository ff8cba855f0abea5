import { keywordLines } from '#features/keywords/keyword-lines.ts'
import type { InputOf } from '#kit/endpoint.ts'
import type { Place } from '#web/places.ts'
import { type ReportType, type reportsContract, reportTypes, type SourceId, sourceIds } from '../contract.ts'

/**
 * What someone is about to start, as the form holds it. The browser's estimate and the server's action read the same
 * draft, so that what is promised is what is sent.
 */
export type Draft = {
  type: ReportType
  from: 'one' | 'many' | 'file'
  query: string
  /** Several queries or a list of keywords, one a line. */
  lines: string
  importId: string
  country: string
  language: string
  depth: number
  fresh: boolean
  /** Sources asked about a query. Empty: all that are set up. */
  sources: SourceId[]
  /** Sources with result pages, asked once for each keyword of a list. Empty: grouped by words alone. */
  listSources: SourceId[]
}

export type NewReportInput = InputOf<typeof reportsContract.new>
export type Problem = { field: 'query' | 'queries' | 'import_id' | 'sources'; message: string }

/** Sources that answer with result pages: those that can group a list. */
export const sourcesWithPages: SourceId[] = ['searxng', 'dataforseo', 'serpapi', 'serper']

const mostReports = 1000
const mostKeywords = 100_000

/** Lines with something in them, each once whatever its case. */
export const linesOf = keywordLines

export const isListDraft = (draft: Pick<Draft, 'type'>) => draft.type === 'clusters'

/** What is wrong with a draft before anyone is asked; null when it can be sent. */
export function problemOf(draft: Draft, sourcesOffered = true): Problem | null {
  if (draft.from === 'file')
    return draft.importId === '' ? { field: 'import_id', message: 'Choose a file first.' } : null
  if (draft.from === 'many') {
    const count = linesOf(draft.lines).length
    if (count === 0)
      return {
        field: 'queries',
        message: isListDraft(draft) ? 'Enter keywords, one a line.' : 'Enter queries, one a line.',
      }
    if (!isListDraft(draft) && count > mostReports)
      return {
        field: 'queries',
        message: `At most 1,000 reports start at once; these are ${count.toLocaleString('en')} lines.`,
      }
    if (count > mostKeywords)
      return {
        field: 'queries',
        message: `A list holds at most 100,000 keywords; these are ${count.toLocaleString('en')}.`,
      }
    const long = linesOf(draft.lines).find((line) => line.length > 200)
    if (long) return { field: 'queries', message: `“${long.slice(0, 60)}…” is longer than 200 characters.` }
  } else if (draft.query.trim() === '') return { field: 'query', message: 'Enter what to listen for.' }
  if (sourcesOffered && !isListDraft(draft) && draft.sources.length === 0)
    return { field: 'sources', message: 'Choose at least one source.' }
  return null
}

/** The call a draft makes. Only for drafts without a problem. */
export function inputOf(draft: Draft, workspaceId: string): NewReportInput {
  const { type, country, language, depth, fresh } = draft
  const sources = isListDraft(draft) ? draft.listSources : draft.sources
  const lines = linesOf(draft.lines)
  const what =
    draft.from === 'file'
      ? { import_id: draft.importId }
      : draft.from === 'one'
        ? { query: draft.query.trim() }
        : lines.length === 1 && !isListDraft(draft)
          ? { query: lines[0] }
          : { queries: lines }
  return {
    workspace_id: workspaceId,
    type,
    ...what,
    country,
    language,
    depth: isListDraft(draft) ? 1 : depth,
    fresh,
    ...(sources.length > 0 ? { sources } : {}),
  }
}

/** Units a draft takes before the server says so, and of which tool. */
export function unitsOf(
  draft: Draft,
  keywordsInFile: number | null,
): { tool: 'reports' | 'clusters'; units: number | null } {
  const tool = isListDraft(draft) ? 'clusters' : 'reports'
  if (draft.from === 'file') return { tool, units: keywordsInFile }
  if (draft.from === 'one') return { tool, units: draft.query.trim() === '' ? null : 1 }
  return { tool, units: linesOf(draft.lines).length || null }
}

type Source = Pick<FormData | URLSearchParams, 'get' | 'getAll' | 'has'>

/** A draft from a posted form or from an address such as `/app/reports/new?query=…`. */
export function draftFrom(given: Source, place: Place): Draft {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const asked = text('type')
  const importId = text('import_id')
  const lines = text('queries')
  const type = reportTypes.find((each) => each === asked) ?? (importId ? 'clusters' : 'topic')
  const wanted = given.getAll('sources').map(String)
  const known = sourceIds.filter((id) => wanted.includes(id))
  const depth = Number(text('depth'))
  return {
    type,
    from: importId ? 'file' : lines !== '' || type === 'clusters' ? 'many' : 'one',
    query: text('query').slice(0, 200),
    lines: lines || (type === 'clusters' ? text('query') : ''),
    importId,
    country: text('country') || place.country,
    language: text('language') || place.language,
    depth: [1, 2, 3, 4].includes(depth) ? depth : 1,
    fresh: ['on', 'true', '1'].includes(text('fresh')),
    sources: type === 'clusters' ? [] : known,
    listSources: type === 'clusters' ? known : [],
  }
}

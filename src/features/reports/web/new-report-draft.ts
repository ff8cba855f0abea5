import { keywordLines } from '#features/keywords/keyword-lines.ts'
import type { InputOf } from '#kit/endpoint.ts'
import type { ErrorBody, ErrorParams } from '#kit/errors.ts'
import type { ReportLocale } from '#web/locales.ts'
import { newReport, type ReportType, type reportsContract, reportTypes, type SourceId, sourceIds } from '../contract.ts'

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
  /** Spending limit in US dollars, as typed. Empty: the estimate is the limit. */
  maxCost: string
}

export type NewReportInput = InputOf<typeof reportsContract.new>
export type Problem = Pick<ErrorBody, 'params'> & {
  code: 'invalid_input'
  field: 'query' | 'queries' | 'import_id' | 'sources' | 'max_cost_usd'
  reason: string
}

/** Sources that answer with result pages: those that can group a list. */
export const sourcesWithPages: SourceId[] = ['searxng', 'dataforseo_serp', 'serpapi', 'serper']

/** What helps with a list: sources with result pages, and volumes for its keywords. */
export const sourcesForLists: SourceId[] = [...sourcesWithPages, 'dataforseo_volumes']

const maxReports = 1000
const maxKeywords = 100_000
const maxQueryLength = 200

/** Lines with something in them, each once whatever its case. */
export const toLines = keywordLines

export const isListDraft = (draft: Pick<Draft, 'type'>) => draft.type === 'clusters'

/** What is wrong with a draft, before anything is sent; null when it can be sent. */
export function getProblem(draft: Draft, sourcesOffered = true): Problem | null {
  if (draft.from === 'file') return draft.importId === '' ? toProblem('import_id', 'missing') : null
  if (draft.from === 'many') {
    const lines = toLines(draft.lines)
    if (lines.length === 0) return toProblem('queries', 'missing', { list: isListDraft(draft) })
    if (!isListDraft(draft) && lines.length > maxReports)
      return toProblem('queries', 'too_many_reports', { max: maxReports, lines: lines.length })
    if (lines.length > maxKeywords)
      return toProblem('queries', 'too_many_keywords', { max: maxKeywords, lines: lines.length })
    const long = lines.find((line) => line.length > maxQueryLength)
    if (long) return toProblem('queries', 'line_too_long', { line: long.slice(0, 60), max: maxQueryLength })
  } else if (draft.query.trim() === '') return toProblem('query', 'missing')
  if (sourcesOffered && !isListDraft(draft) && draft.sources.length === 0) return toProblem('sources', 'missing')
  if (getMaxCost(draft) === null) return toProblem('max_cost_usd', 'invalid_amount')
  return null
}

const toProblem = (field: Problem['field'], reason: string, params?: ErrorParams): Problem => ({
  code: 'invalid_input',
  field,
  reason,
  params,
})

/** In US dollars; undefined where it is left empty, null where it is none the contract takes. */
function getMaxCost({ maxCost }: Pick<Draft, 'maxCost'>): number | null | undefined {
  const typed = maxCost.trim().replace(/^\$\s*/, '')
  if (typed === '') return undefined
  return newReport.shape.max_cost_usd.safeParse(Number(typed)).data ?? null
}

/** The call a draft makes. Only for drafts without a problem. */
export function toInput(draft: Draft, workspaceId: string): NewReportInput {
  const { type, country, language, depth, fresh } = draft
  const sources = isListDraft(draft) ? draft.listSources : draft.sources
  const lines = toLines(draft.lines)
  const maxCost = getMaxCost(draft)
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
    ...(maxCost === undefined || maxCost === null ? {} : { max_cost_usd: maxCost }),
  }
}

/** Units a draft takes before the server says so, and of which tool. */
export function getUnits(
  draft: Draft,
  keywordsInFile: number | null,
): { tool: 'reports' | 'clusters'; units: number | null } {
  const tool = isListDraft(draft) ? 'clusters' : 'reports'
  if (draft.from === 'file') return { tool, units: keywordsInFile }
  if (draft.from === 'one') return { tool, units: draft.query.trim() === '' ? null : 1 }
  return { tool, units: toLines(draft.lines).length || null }
}

type Source = Pick<FormData | URLSearchParams, 'get' | 'getAll' | 'has'>

/** A draft from a posted form or from an address such as `/app/reports/new?query=…`. */
export function draftFrom(given: Source, locale: ReportLocale): Draft {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const requestedType = text('type')
  const importId = text('import_id')
  const lines = text('queries')
  const type = reportTypes.find((each) => each === requestedType) ?? (importId ? 'clusters' : 'topic')
  const requestedSources = given.getAll('sources').map(String)
  const known = sourceIds.filter((id) => requestedSources.includes(id))
  const depth = Number(text('depth'))
  return {
    type,
    from: importId ? 'file' : lines !== '' || type === 'clusters' ? 'many' : 'one',
    query: text('query').slice(0, 200),
    lines: lines || (type === 'clusters' ? text('query') : ''),
    importId,
    country: text('country') || locale.country,
    language: text('language') || locale.language,
    depth: [1, 2, 3, 4].includes(depth) ? depth : 1,
    fresh: ['on', 'true', '1'].includes(text('fresh')),
    sources: type === 'clusters' ? [] : known,
    listSources: type === 'clusters' ? known : [],
    maxCost: text('max_cost_usd').slice(0, 20),
  }
}

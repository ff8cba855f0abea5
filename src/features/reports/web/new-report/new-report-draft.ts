import { keywordLines } from '#features/keywords/rules/keyword-lines.ts'
import type { InputOf } from '#kit/endpoint.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { checkInput } from '#kit/input-issues.ts'
import type { ReportLocale } from '#web/components/locales.ts'
import {
  maxReportsPerCall,
  newReport,
  type ReportType,
  type reportsContract,
  reportTypes,
  type SourceId,
  type Strictness,
  sourceIds,
  strictnesses,
} from '../../contract.ts'

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
  /** Imported SERP file for a list; empty without. */
  serpImportId: string
  country: string
  language: string
  depth: number
  /** Of a list's topics. */
  strictness: Strictness
  /** A list is also grouped by meaning. */
  byMeaning: boolean
  fresh: boolean
  /** Sources asked about a query. Empty: all that are set up. */
  sources: SourceId[]
  /** Sources with result pages, asked once for each keyword of a list. Empty: grouped by words alone. */
  listSources: SourceId[]
  /** Spending limit in US dollars, as typed. Empty: the estimate is the limit. */
  maxCost: string
}

export type NewReportInput = InputOf<typeof reportsContract.new>
/** Sources that answer with result pages: those that can group a list. */
export const sourcesWithPages: SourceId[] = ['searxng', 'dataforseo_serp', 'serpapi', 'serper']

/** What helps with a list: sources with result pages, and volumes for its keywords. */
export const sourcesForLists: SourceId[] = [...sourcesWithPages, 'dataforseo_volumes']

/** Lines with something in them, each once whatever its case. */
export const toLines = keywordLines

export const isListDraft = (draft: Pick<Draft, 'type'>) => draft.type === 'clusters'

const checkedInput = newReport.omit({ workspace_id: true })

/**
 * What is wrong with a draft, before anything is sent; null when it can be sent. The contract says most of it. A form that offers sources
 * needs one of them: left out, all would be used.
 */
export function getProblem(draft: Draft, sourcesOffered = true): ErrorBody | null {
  const input = toDraftInput(draft)
  const list = isListDraft(draft)
  const lines = input.queries?.length ?? 0
  try {
    if (!list && lines > maxReportsPerCall) throw tooManyReports(lines)
    checkInput(checkedInput, { ...input, ...(sourcesOffered && !list && { sources: draft.sources }) })
    return null
  } catch (error) {
    const body = (error as AppError).toBody()
    return { ...body, params: { ...body.params, list } }
  }
}

const tooManyReports = (lines: number) =>
  new AppError('invalid_input', `queries can have up to ${maxReportsPerCall} queries, one report each.`, {
    field: 'queries',
    reason: 'too_many_reports',
    params: { max: maxReportsPerCall, lines },
  })

/** In US dollars; undefined where it is left empty, not a number where it is none. */
function getMaxCost({ maxCost }: Pick<Draft, 'maxCost'>): number | undefined {
  const typed = maxCost.trim().replace(/^\$\s*/, '')
  return typed === '' ? undefined : Number(typed)
}

/** The call a draft makes. Only for drafts without a problem. */
export const toInput = (draft: Draft, workspaceId: string): NewReportInput => ({
  workspace_id: workspaceId,
  ...toDraftInput(draft),
})

function toDraftInput(draft: Draft): Omit<NewReportInput, 'workspace_id'> {
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
    type,
    ...what,
    ...(isListDraft(draft) ? { strictness: draft.strictness } : {}),
    ...(isListDraft(draft) && draft.byMeaning ? { by_meaning: true } : {}),
    ...(isListDraft(draft) && draft.serpImportId !== '' ? { serp_import_id: draft.serpImportId } : {}),
    country,
    language,
    depth: isListDraft(draft) ? 1 : depth,
    fresh,
    ...(sources.length > 0 ? { sources } : {}),
    ...(maxCost === undefined ? {} : { max_cost_usd: maxCost }),
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
  const isOn = (name: string) => ['on', 'true', '1'].includes(text(name))
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
    serpImportId: text('serp_import_id'),
    country: text('country') || locale.country,
    language: text('language') || locale.language,
    depth: [1, 2, 3, 4].includes(depth) ? depth : 1,
    strictness: strictnesses.find((each) => each === text('strictness')) ?? 'balanced',
    byMeaning: isOn('by_meaning'),
    fresh: isOn('fresh'),
    sources: type === 'clusters' ? [] : known,
    listSources: type === 'clusters' ? known : [],
    maxCost: text('max_cost_usd').slice(0, 20),
  }
}

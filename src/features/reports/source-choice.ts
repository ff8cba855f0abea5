import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { answersWithPages } from './collect.ts'
import type { ReportType, SourceState } from './contract.ts'
import { expand } from './phrasings.ts'

/** Which sources a report asks, and what that costs in units, money and time. */

const labels: Record<string, string> = { imported: 'Imports', patterns: 'Common phrasings' }

const blank = (id: string, label: string): SourceState => ({
  id,
  label,
  state: 'waiting',
  count: 0,
  ms: 0,
  asked: 0,
  planned: 0,
  error: null,
  arrivals: [],
})

export type Choice = {
  wanted: SourceId[] | null
  isList: boolean
  hasImport: boolean
  workspaceHasImports: boolean
}

/**
 * Named sources as named, with the ones that are not set up marked as skipped and why; otherwise every source that is
 * set up, the sample world aside.
 */
export function chooseSources(sources: Map<SourceId, SearchSource>, choice: Choice): SourceState[] {
  const given = choice.isList || choice.hasImport ? [blank('imported', labels.imported!)] : []
  if (choice.isList && !choice.wanted) return given
  const names =
    choice.wanted ??
    [...sources.values()].filter((source) => source.unavailable === null && source.id !== 'sample').map(({ id }) => id)
  const all: SourceId[] = choice.wanted || !choice.workspaceHasImports ? names : [...names, 'imported']
  const asked = all
    .filter((id) => id !== 'imported' || given.length === 0)
    .filter((id) => !choice.isList || answersWithPages(id) || id === 'imported')
    .map((id) => {
      const source = sources.get(id)
      const state = blank(id, source?.label ?? labels[id] ?? id)
      return source?.unavailable ? { ...state, state: 'skipped' as const, error: source.unavailable } : state
    })
  return [...given, ...asked]
}

export type Estimate = { units: number; cost_usd: number; seconds: number }

const secondsAnAsk = 0.4
const secondsForPages = 3
const secondsToAnalyse = 0.5
const keywordsAnalysedASecond = 3000

/** Rows an expansion brings, all sources together: what the doubles' and the sample world's reports have. */
const rowsAnExpansion = 20

/** `keywords`: how many a list holds; 0 for a topic. `liveVolumes`: whether the plan opens them. */
export function estimateReport(
  sources: Map<SourceId, SearchSource>,
  states: SourceState[],
  report: { type: ReportType; query: string; language: string; depth: number; keywords: number; liveVolumes: boolean },
): Omit<Estimate, 'units'> {
  const expansions = expand(report.query, report.language).filter(
    ({ type }) => report.type === 'topic' || report.type === 'clusters' || type === 'seed' || type === 'question',
  ).length
  let cost = 0
  let slowest = 0
  for (const state of states) {
    const source = sources.get(state.id as SourceId)
    if (!source || state.state === 'skipped') continue
    const asks =
      report.keywords > 0 ? report.keywords : source.fanOut === 'seed' ? 1 : expansions + (report.depth - 1) * 25
    cost += asks * source.costPerAskUsd
    if (report.liveVolumes && source.volumesCostUsd)
      cost += source.volumesCostUsd(report.keywords || expansions * rowsAnExpansion)
    slowest = Math.max(slowest, (asks / Math.max(1, source.concurrency)) * secondsAnAsk)
  }
  const pages = report.keywords === 0 && states.some((state) => answersWithPages(state.id)) ? secondsForPages : 0
  const seconds = slowest + pages + secondsToAnalyse + report.keywords / keywordsAnalysedASecond
  return { cost_usd: Math.round(cost * 10_000) / 10_000, seconds: Math.ceil(seconds) }
}

import type { PaidCall, SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { ReportType, SourceState } from '../contract.ts'
import { expand } from './questions/question-templates.ts'

/**
 * The paid calls a report may make. Their sum is its estimate, and no other paid call is allowed. Cache hits make fewer; a failed
 * call that cost nothing may be repeated.
 */

export type PlannedRun = {
  type: ReportType
  query: string
  language: string
  depth: number
  /** Over a given list of keywords. */
  isList: boolean
  /** Number of keywords given: a list's, or an import's next to a query. */
  keywords: number
  /** Keywords without a SERP so far; defaults to all. */
  open?: number
}

/** Questions expanded per source and level: bounds the requests of depth 4. */
export const maxExpandedQuestions = 25

/** Estimated rows per expansion over all sources, measured on test and sample reports. */
const rowsPerExpansion = 20
const volumesPerRequest = 1000

/** Sources that return a SERP. Old reports store DataForSEO's four products as `dataforseo`. */
const serpSources: ReadonlySet<string> = new Set([
  'searxng',
  'dataforseo',
  'dataforseo_serp',
  'serpapi',
  'serper',
  'sample',
])
export const returnsSerp = (source: string) => serpSources.has(source)

/** The queries a seed expands to. Question and outline reports skip letters and prepositions. */
export function getExpansions({ type, query, language }: Pick<PlannedRun, 'type' | 'query' | 'language'>) {
  return expand(query, language).filter(
    (expansion) =>
      type === 'topic' || type === 'clusters' || expansion.type === 'seed' || expansion.type === 'question',
  )
}

/** Requests to one source. */
export function countRequests(source: SearchSource, run: PlannedRun): number {
  if (source.adds) return 0
  if (run.isList) return returnsSerp(source.id) ? (run.open ?? run.keywords) : 0
  return source.fanOut === 'seed' ? 1 : getExpansions(run).length + (run.depth - 1) * maxExpandedQuestions
}

/** Maximum keywords to look up volumes for, rounded up to whole requests: each request has one price. */
export function maxVolumeKeywords(run: PlannedRun): number {
  if (run.isList) return run.keywords
  const rows = getExpansions(run).length * rowsPerExpansion + run.keywords
  return Math.ceil(rows / volumesPerRequest) * volumesPerRequest
}

export const isQueued = (source: SearchSource, run: Pick<PlannedRun, 'isList' | 'keywords'>) =>
  run.isList && source.queue !== undefined && run.keywords >= source.queue.fewest

const multiplyCalls = (calls: PaidCall[], count: number): PaidCall[] =>
  count === 0 ? [] : calls.map((call) => ({ ...call, calls: call.calls * count, usd: roundUsd(call.usd * count) }))

export const roundUsd = (usd: number) => Math.round(usd * 1e6) / 1e6
export const sumUsd = (calls: readonly { usd: number }[]) => roundUsd(calls.reduce((sum, { usd }) => sum + usd, 0))

/** The calls of sources that are still waiting or running, summed per endpoint. */
export function planCalls(sources: Map<SourceId, SearchSource>, states: SourceState[], run: PlannedRun): PaidCall[] {
  const waiting = states
    .filter(({ state }) => state === 'waiting' || state === 'running')
    .flatMap(({ id }) => sources.get(id as SourceId) ?? [])
  const calls = waiting.flatMap((source) => {
    if (source.adds === 'volumes') return source.volumeCalls?.(maxVolumeKeywords(run)) ?? []
    if (source.adds === 'trends') return []
    if (isQueued(source, run)) {
      const { endpoint, costPerTaskUsd } = source.queue!
      return [
        {
          source: source.id,
          endpoint,
          calls: countRequests(source, run),
          usd: roundUsd(countRequests(source, run) * costPerTaskUsd),
        },
      ]
    }
    return multiplyCalls(source.askCalls?.() ?? [], countRequests(source, run))
  })
  const trend = run.isList ? null : paidTrendSource(waiting)
  return mergeCalls([...calls, ...(trend?.trendCalls?.() ?? [])])
}

/**
 * The calls a limit pays for, in the order of the plan. A list's SERPs are bought one by one, so that what it costs is known
 * before. Rounded down to whole calls.
 */
export function capCalls(calls: readonly PaidCall[], limitUsd: number | null): PaidCall[] {
  if (limitUsd === null) return [...calls]
  let left = toMillionths(limitUsd)
  return calls.map((call) => {
    const price = Math.ceil(toMillionths(call.usd) / Math.max(1, call.calls))
    const affordable = price === 0 ? call.calls : Math.min(call.calls, Math.floor(left / price))
    left -= affordable * price
    return { ...call, calls: affordable, usd: affordable === call.calls ? call.usd : (affordable * price) / 1e6 }
  })
}

const toMillionths = (usd: number) => Math.round(usd * 1e6)

/** The only source whose paid trend is in the plan; all others must be free. */
export const paidTrendSource = (waiting: SearchSource[]) =>
  waiting.find(({ adds, trendCalls }) => adds === 'trends' && trendCalls) ??
  waiting.find(({ trendCalls }) => trendCalls) ??
  null

function mergeCalls(calls: PaidCall[]): PaidCall[] {
  const byEndpoint = new Map<string, PaidCall>()
  for (const call of calls) {
    const key = `${call.source} ${call.endpoint}`
    const known = byEndpoint.get(key)
    byEndpoint.set(
      key,
      known ? { ...known, calls: known.calls + call.calls, usd: roundUsd(known.usd + call.usd) } : call,
    )
  }
  return [...byEndpoint.values()]
}

import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { SourceState } from '../contract.ts'
import { countRequests, isQueued, type PlannedRun, planCalls, returnsSerp, sumUsd } from '../rules/call-plan.ts'

export type Estimate = { units: number; cost_usd: number; seconds: number }

const secondsPerRequest = 0.4
const secondsForPages = 3
const secondsToAnalyse = 0.5
const keywordsAnalyzedPerSecond = 3000
/** A vendor's queue responds within minutes; then its tasks are collected at this rate. */
const secondsInQueue = 300
const tasksCollectedPerSecond = 20

/** The sum of the calls a report may make, and the time it takes. */
export function estimateReport(
  sources: Map<SourceId, SearchSource>,
  states: SourceState[],
  run: PlannedRun,
): Omit<Estimate, 'units'> {
  let slowest = 0
  for (const state of states) {
    const source = sources.get(state.id as SourceId)
    if (!source || state.state === 'skipped') continue
    const requests = countRequests(source, run)
    const seconds = isQueued(source, run)
      ? secondsInQueue + requests / tasksCollectedPerSecond
      : (requests / Math.max(1, source.concurrency)) * secondsPerRequest
    slowest = Math.max(slowest, seconds)
  }
  const pages = !run.isList && states.some((state) => returnsSerp(state.id)) ? secondsForPages : 0
  const seconds = slowest + pages + secondsToAnalyse + run.keywords / keywordsAnalyzedPerSecond
  return { cost_usd: sumUsd(planCalls(sources, states, run)), seconds: Math.ceil(seconds) }
}

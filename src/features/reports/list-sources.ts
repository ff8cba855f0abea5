import { notSetUp, type SearchSource, type SourceId } from '#providers/search-data/port.ts'

/** All sources for the form, with the reason where one isn't available. */
export function listSources(sources: Map<SourceId, SearchSource>, forStaff: boolean) {
  return [...sources.values()]
    .filter(({ parts }) => !parts)
    .map(({ id, label, unavailable, isOptIn = false, costPerAskUsd, fanOut, adds, queue }) => ({
      id,
      label,
      unavailable: unavailable && notSetUp(label),
      ...(forStaff && unavailable ? { unavailable_details: unavailable } : {}),
      by_default: !isOptIn && id !== 'sample',
      cost_per_ask_usd: costPerAskUsd,
      ...(queue ? { cost_per_queued_ask_usd: queue.costPerTaskUsd, queued_from: queue.fewest } : {}),
      ...(adds ? { adds } : {}),
      fan_out: fanOut,
    }))
}

import { randomUUIDv7 } from 'node:crypto'
import type { ImportedRow } from '#features/keywords/rules/imported-keyword.ts'
import type { Row } from '#features/reports/contract.ts'
import type { KeywordMetrics, SearchPerformance } from '#providers/search-data/port.ts'

/** Keywords asked for, each once, with what it was written like. */
export type RequestedKeyword = { key: string; text: string }

/**
 * Rows for keywords with data, in the requested order: a vendor's volume, else the workspace's imported metrics.
 * Keywords with neither a volume nor impressions are `missing`.
 */
export function toVolumeRows(
  requested: readonly RequestedKeyword[],
  live: { provider: string; metrics: Map<string, KeywordMetrics> } | null,
  imported: ReadonlyMap<string, ImportedRow>,
  at: string,
): { items: Row[]; missing: string[] } {
  const items: Row[] = []
  const missing: string[] = []
  for (const { key, text } of requested) {
    const vendor = live?.metrics.get(key)
    const own = imported.get(key)
    const performance = own?.performance ?? null
    if (vendor && hasVolume(vendor)) items.push(toRow(text, live!.provider, vendor, performance, at))
    else if (own && (hasVolume(own.metrics) || (performance?.impressions ?? null) !== null))
      items.push(toRow(text, 'imported', own.metrics, performance, at))
    else missing.push(text)
  }
  return { items, missing }
}

const hasVolume = ({ volume }: KeywordMetrics) =>
  volume !== null && (volume.value !== null || volume.low !== null || volume.high !== null)

const toRow = (
  text: string,
  provider: string,
  { volume, monthly, cpc, competition, difficulty }: KeywordMetrics,
  performance: SearchPerformance | null,
  at: string,
): Row => ({
  _id: randomUUIDv7(),
  text,
  type: 'seed',
  modifier: null,
  sources: [provider],
  parent_id: null,
  depth: 0,
  popularity: null,
  volume: volume && hasVolume({ volume } as KeywordMetrics) ? volume : null,
  impressions: performance?.impressions ?? null,
  clicks: performance?.clicks ?? null,
  ctr: performance?.ctr ?? null,
  position: performance?.position ?? null,
  performance: performance && {
    provider: 'imported',
    as_of: performance.as_of,
    ...(performance.source && { source: performance.source }),
    ...(performance.by_provider && { by_provider: performance.by_provider }),
  },
  own: null,
  monthly,
  cpc,
  competition,
  difficulty,
  intent: null,
  cluster_id: null,
  first_seen: at,
})

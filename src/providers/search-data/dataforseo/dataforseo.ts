import { askAll } from '../ask-in-parallel.ts'
import { distinct, toAnswer } from '../normalize-answer.ts'
import { type SearchSource, type SourceAnswer, sourceLabels, sourceNotSetUp } from '../port.ts'
import type { DataForSeoOptions } from './dataforseo-client.ts'
import { createDataForSeoIdeas } from './dataforseo-ideas.ts'
import { dollars } from './dataforseo-prices.ts'
import { createDataForSeoSerp } from './dataforseo-serp.ts'
import { createDataForSeoTrends } from './dataforseo-trends.ts'
import { createDataForSeoVolumes } from './dataforseo-volumes.ts'

export type { DataForSeoOptions } from './dataforseo-client.ts'

/** DataForSEO v3 as its four products. */
export const createDataForSeoProducts = (options: DataForSeoOptions) => [
  createDataForSeoSerp(options),
  createDataForSeoIdeas(options),
  createDataForSeoVolumes(options),
  createDataForSeoTrends(options),
]

/** All products under one name: how they were asked before each could be chosen, and how look-ups still name them. */
export function combineDataForSeo(products: SearchSource[]): SearchSource {
  const [serp, ideas, volumes, trends] = products as [SearchSource, SearchSource, SearchSource, SearchSource]
  const unavailable = serp.unavailable && 'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD to use DataForSEO.'
  const askCalls = () => [...(serp.askCalls?.() ?? []), ...(ideas.askCalls?.() ?? [])]
  return {
    id: 'dataforseo',
    label: sourceLabels.dataforseo,
    fanOut: 'seed',
    parts: products.map(({ id }) => id),
    concurrency: serp.concurrency,
    unavailable,
    unsupported: serp.unsupported,
    costPerAskUsd: dollars(askCalls().reduce((sum, { usd }) => sum + usd, 0)),
    askCalls,
    async ask(term, locale, options) {
      if (unavailable) throw sourceNotSetUp('dataforseo', unavailable)
      const { answers, incomplete } = await askAll<[SourceAnswer, SourceAnswer]>([
        serp.ask(term, locale, options),
        ideas.ask(term, locale, options),
      ])
      const [page, more] = answers
      return toAnswer({
        suggestions: distinct([...(page?.suggestions ?? []), ...(more?.suggestions ?? [])]),
        pages: page?.pages,
        features: page?.features,
        peopleAlsoAsk: page?.peopleAlsoAsk,
        metrics: more?.metrics,
        costUsd: dollars((page?.costUsd ?? 0) + (more?.costUsd ?? 0)),
        incomplete,
      })
    },
    volumeCalls: volumes.volumeCalls,
    volumesCostUsd: volumes.volumesCostUsd,
    volumes: volumes.volumes,
    trendCalls: trends.trendCalls,
    trend: trends.trend,
    compareCalls: trends.compareCalls,
    compareCostUsd: trends.compareCostUsd,
    compare: trends.compare,
  }
}

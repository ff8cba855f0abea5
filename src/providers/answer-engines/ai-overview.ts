import type { SearchSource } from '#providers/search-data/port.ts'
import { toCitations, toEngineError } from './engine-client.ts'
import { type AnswerEngine, EngineError } from './port.ts'

/** Google’s AI overview, from a source of results pages that reads it. Each run is a results page of its own. */

const scope = { device: 'desktop', depth: 10 } as const

/** `sources`: those that can read it, the preferred first. */
export function createAiOverviewEngine(sources: readonly (SearchSource | undefined)[]): AnswerEngine {
  const source = sources.find((one) => one?.serp && one.unavailable === null)
  const label = 'AI Overview'
  const cost = source?.serp?.calls(scope).reduce((sum, { usd }) => sum + usd, 0) ?? 0
  return {
    id: 'google_ai_overview',
    label,
    unavailable: source ? null : 'Set up DataForSEO or SerpApi to read AI Overviews.',
    model: 'Google Search',
    // Equal requests in flight would share one page, and runs must be independent.
    concurrency: 1,
    maxCostUsd: cost,
    usualCostUsd: cost,
    async ask(prompt, locale, { signal, spending }) {
      try {
        // Never from the cache: runs must be independent.
        const page = await source!.serp!.read(prompt, locale, scope, { signal, fresh: true, spending })
        const { aiOverview: overview, costUsd, fetchedAt } = page
        if (!overview || (overview.present && overview.text === null))
          throw new EngineError('google_ai_overview', 'bad_answer', 'The AI Overview wasn’t on the results page.', {
            reason: 'source_invalid_response',
          })
        return {
          text: overview.present ? overview.text : null,
          citations: toCitations(overview.citations ?? []),
          model: 'Google Search',
          costUsd,
          fetchedAt,
        }
      } catch (error) {
        throw toEngineError('google_ai_overview', error)
      }
    },
  }
}

import { ranked, toAnswer } from '../normalize-answer.ts'
import type { SearchSource } from '../port.ts'
import { labsLanguage } from '../vendor-client/vendor-locale.ts'
import { getIdeas } from './dataforseo-answers.ts'
import { createDataForSeoClient, type DataForSeoOptions, paidCall, toDataForSeoLocation } from './dataforseo-client.ts'
import { dataForSeoPrices, ideasAtOnce } from './dataforseo-prices.ts'

const endpoint = 'dataforseo_labs/google/keyword_suggestions/live'

/** Keywords that hold the one asked about, each with its numbers. */
export function createDataForSeoIdeas(options: DataForSeoOptions): SearchSource {
  const { id, label, unavailable, unsupported, client, post } = createDataForSeoClient('dataforseo_ideas', options)
  return {
    id,
    label,
    fanOut: 'seed',
    parentId: 'dataforseo',
    concurrency: client.concurrency,
    unavailable,
    unsupported,
    costPerAskUsd: dataForSeoPrices.ideas,
    askCalls: () => [paidCall(id, endpoint, dataForSeoPrices.ideas)],
    async ask(term, locale, options) {
      const task = {
        ...toDataForSeoLocation(locale, labsLanguage(locale)),
        keyword: term,
        limit: ideasAtOnce,
        include_seed_keyword: true,
      }
      const { value: metrics, costUsd } = await post(endpoint, task, dataForSeoPrices.ideas, options, getIdeas)
      return toAnswer({
        suggestions: ranked(
          metrics.map(({ text }) => text),
          'suggestion',
        ),
        metrics,
        costUsd,
      })
    },
  }
}

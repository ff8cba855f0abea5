import { toAnswer } from '../normalize-answer.ts'
import { type AskOptions, type KeywordMetrics, type Locale, type SearchSource, SourceError } from '../port.ts'
import { googleAdsLanguage, labsLanguage } from '../vendor-client/vendor-locale.ts'
import { getDifficulties, getSearchVolumes } from './dataforseo-answers.ts'
import { createDataForSeoClient, type DataForSeoOptions, paidCall, toDataForSeoLocation } from './dataforseo-client.ts'
import { askable, DATAFORSEO_KEYWORDS_AT_ONCE } from './dataforseo-keywords.ts'
import { dataForSeoPrices, dollars } from './dataforseo-prices.ts'

const volumeEndpoint = 'keywords_data/google_ads/search_volume/live'
const difficultyEndpoint = 'dataforseo_labs/google/bulk_keyword_difficulty/live'
const difficultyPrice = (keywords: number) =>
  dollars(dataForSeoPrices.difficultyTask + keywords * dataForSeoPrices.difficulty)

/** Search volumes of Google Ads, with the difficulty that DataForSEO Labs measures. */
export function createDataForSeoVolumes(options: DataForSeoOptions): SearchSource {
  const { id, label, unavailable, unsupported, client, post } = createDataForSeoClient('dataforseo_volumes', options)

  const volumeCalls = (keywords: number) => {
    const whole = Math.floor(keywords / DATAFORSEO_KEYWORDS_AT_ONCE)
    const rest = keywords % DATAFORSEO_KEYWORDS_AT_ONCE
    const tasks = whole + (rest > 0 ? 1 : 0)
    if (tasks === 0) return []
    const difficulty = whole * difficultyPrice(DATAFORSEO_KEYWORDS_AT_ONCE) + (rest > 0 ? difficultyPrice(rest) : 0)
    return [
      paidCall(id, volumeEndpoint, dollars(tasks * dataForSeoPrices.volumes), tasks),
      paidCall(id, difficultyEndpoint, dollars(difficulty), tasks),
    ]
  }

  async function volumes(keywords: string[], locale: Locale, options: AskOptions) {
    const { cleaned, originals } = askable(keywords)
    const metrics: KeywordMetrics[] = []
    let costUsd = 0
    for (let at = 0; at < cleaned.length; at += DATAFORSEO_KEYWORDS_AT_ONCE) {
      const batch = cleaned.slice(at, at + DATAFORSEO_KEYWORDS_AT_ONCE)
      const ads = { ...toDataForSeoLocation(locale, googleAdsLanguage(locale)), keywords: batch }
      const labs = { ...toDataForSeoLocation(locale, labsLanguage(locale)), keywords: batch }
      // Google Ads first: difficulty alone is not worth its price.
      const found = await post(volumeEndpoint, ads, dataForSeoPrices.volumes, options, getSearchVolumes)
      const difficulty = await post(
        difficultyEndpoint,
        labs,
        difficultyPrice(batch.length),
        options,
        getDifficulties,
      ).catch(nothingUnlessCanceled)
      costUsd += found.costUsd + (difficulty?.costUsd ?? 0)
      for (const item of found.value) {
        for (const text of originals.get(item.text) ?? [item.text]) {
          metrics.push({ ...item, text, difficulty: difficulty?.value.get(item.text) ?? null })
        }
      }
    }
    return { metrics, costUsd: dollars(costUsd), fetchedAt: new Date().toISOString() }
  }

  return {
    id,
    label,
    fanOut: 'seed',
    parentId: 'dataforseo',
    adds: 'volumes',
    concurrency: client.concurrency,
    unavailable,
    unsupported,
    costPerAskUsd: dollars(dataForSeoPrices.volumes + difficultyPrice(DATAFORSEO_KEYWORDS_AT_ONCE)),
    ask: async () => toAnswer({}),
    volumeCalls,
    volumesCostUsd: (keywords) => dollars(volumeCalls(keywords).reduce((sum, { usd }) => sum + usd, 0)),
    volumes,
  }
}

/** Difficulty is optional: without it the volumes are still returned. */
function nothingUnlessCanceled(error: unknown) {
  if (error instanceof SourceError && error.kind !== 'cancelled') return null
  throw error
}

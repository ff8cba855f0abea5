import { withCache } from './answer-cache.ts'
import { combineDataForSeo, createDataForSeoProducts } from './dataforseo/dataforseo.ts'
import type { AnswerCache, SearchSource, SourceId } from './port.ts'
import { createReddit } from './reddit/reddit.ts'
import { createSearxng } from './searxng.ts'
import { createSerpApi } from './serpapi.ts'
import { createSerper } from './serper.ts'
import { createStackExchange } from './stackexchange.ts'
import { createBingSuggest } from './suggest/bing-suggest.ts'
import { createDuckduckgoSuggest } from './suggest/duckduckgo-suggest.ts'
import { createGoogleSuggest } from './suggest/google-suggest.ts'
import type { AdapterOptions } from './suggest/suggest-source.ts'
import { createYoutubeSuggest } from './suggest/youtube-suggest.ts'
import { createWikipedia } from './wikipedia/wikipedia.ts'

/** Addresses are `scheme://host[:port]`; unset, the vendor's own. */
export type SearchSettings = {
  googleSuggestUrl?: string
  bingSuggestUrl?: string
  duckduckgoSuggestUrl?: string
  youtubeSuggestUrl?: string
  /** May hold `{lang}`. */
  wikipediaUrl?: string
  wikimediaMetricsUrl?: string
  stackexchangeUrl?: string
  redditUrl?: string
  redditClientId?: string
  redditClientSecret?: string
  searxngUrl?: string
  dataforseoUrl?: string
  dataforseoLogin?: string
  dataforseoPassword?: string
  serpapiUrl?: string
  serpapiKey?: string
  serperUrl?: string
  serperApiKey?: string
}

export type SearchSourcesOptions = Pick<AdapterOptions, 'fetch' | 'log' | 'pacing' | 'onAsk' | 'limits'> & {
  settings: SearchSettings
  cache: AnswerCache
  /** How long an answer counts as current, in milliseconds. A day unless given. */
  cacheTtlMs?: number
}

const dayMs = 24 * 60 * 60_000

/** All vendors, in the order people see them, each behind the cache. Those not configured say so in `unavailable`. */
export function createSearchSources(options: SearchSourcesOptions): Map<SourceId, SearchSource> {
  const { settings, cache, cacheTtlMs = dayMs, fetch, log, pacing, onAsk, limits } = options
  const at = (baseUrl: string | undefined) => ({ fetch, log, pacing, onAsk, limits, baseUrl })
  const cached = (source: SearchSource, baseUrl: string | undefined): [SourceId, SearchSource] => [
    source.id,
    withCache(source, {
      cache,
      ttlMs: cacheTtlMs,
      address: baseUrl ?? '',
      onCacheError: (error) => log?.warn({ err: error, source: source.id }, 'The cache of answers failed'),
    }),
  ]
  const dataForSeo = createDataForSeoProducts({
    ...at(settings.dataforseoUrl),
    login: settings.dataforseoLogin,
    password: settings.dataforseoPassword,
  }).map((product) => cached(product, settings.dataforseoUrl))
  const combined = combineDataForSeo(dataForSeo.map(([, product]) => product))
  return new Map<SourceId, SearchSource>([
    cached(createGoogleSuggest(at(settings.googleSuggestUrl)), settings.googleSuggestUrl),
    cached(createBingSuggest(at(settings.bingSuggestUrl)), settings.bingSuggestUrl),
    cached(createDuckduckgoSuggest(at(settings.duckduckgoSuggestUrl)), settings.duckduckgoSuggestUrl),
    cached(createYoutubeSuggest(at(settings.youtubeSuggestUrl)), settings.youtubeSuggestUrl),
    cached(
      createWikipedia({ ...at(settings.wikipediaUrl), metricsUrl: settings.wikimediaMetricsUrl }),
      settings.wikipediaUrl,
    ),
    cached(createStackExchange(at(settings.stackexchangeUrl)), settings.stackexchangeUrl),
    cached(
      createReddit({
        ...at(settings.redditUrl),
        clientId: settings.redditClientId,
        clientSecret: settings.redditClientSecret,
      }),
      settings.redditUrl,
    ),
    cached(createSearxng(at(settings.searxngUrl)), settings.searxngUrl),
    ...dataForSeo,
    [combined.id, combined],
    cached(createSerpApi({ ...at(settings.serpapiUrl), apiKey: settings.serpapiKey }), settings.serpapiUrl),
    cached(createSerper({ ...at(settings.serperUrl), apiKey: settings.serperApiKey }), settings.serperUrl),
  ])
}

/** The settings as the environment names them: `config` of `#config` fits. */
export function searchSettings(environment: Partial<Record<keyof typeof searchVariables, string>>): SearchSettings {
  return Object.fromEntries(
    Object.entries(searchVariables).map(([variable, name]) => [
      name,
      environment[variable as keyof typeof searchVariables],
    ]),
  )
}

/** The settings that are about sources. */
export const searchVariables = {
  GOOGLE_SUGGEST_URL: 'googleSuggestUrl',
  BING_SUGGEST_URL: 'bingSuggestUrl',
  DUCKDUCKGO_SUGGEST_URL: 'duckduckgoSuggestUrl',
  YOUTUBE_SUGGEST_URL: 'youtubeSuggestUrl',
  WIKIPEDIA_URL: 'wikipediaUrl',
  WIKIMEDIA_METRICS_URL: 'wikimediaMetricsUrl',
  STACKEXCHANGE_URL: 'stackexchangeUrl',
  REDDIT_URL: 'redditUrl',
  REDDIT_CLIENT_ID: 'redditClientId',
  REDDIT_CLIENT_SECRET: 'redditClientSecret',
  SEARXNG_URL: 'searxngUrl',
  DATAFORSEO_URL: 'dataforseoUrl',
  DATAFORSEO_LOGIN: 'dataforseoLogin',
  DATAFORSEO_PASSWORD: 'dataforseoPassword',
  SERPAPI_URL: 'serpapiUrl',
  SERPAPI_KEY: 'serpapiKey',
  SERPER_URL: 'serperUrl',
  SERPER_API_KEY: 'serperApiKey',
} as const satisfies Record<string, keyof SearchSettings>

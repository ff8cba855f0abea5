import { duckduckgoRegion } from '../vendor-client/vendor-locale.ts'
import { type AdapterOptions, createSuggestSource } from './suggest-source.ts'

/** DuckDuckGo's completions. `type=list` makes it answer in the OpenSearch suggestions format. */
export const createDuckduckgoSuggest = (options: AdapterOptions) =>
  createSuggestSource(
    {
      id: 'duckduckgo_suggest',
      label: 'DuckDuckGo',
      setting: 'DUCKDUCKGO_SUGGEST_URL',
      vendorUrl: 'https://duckduckgo.com',
      path: '/ac/',
      spacingMs: 150,
      toQuery: (term, locale) => ({ q: term, kl: duckduckgoRegion(locale), type: 'list' }),
    },
    options,
  )

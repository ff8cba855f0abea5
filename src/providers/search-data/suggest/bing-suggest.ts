import { bingMarket } from '../vendor-client/vendor-locale.ts'
import { type AdapterOptions, createSuggestSource } from './suggest-source.ts'

/** Bing's completions in the OpenSearch suggestions format. */
export const createBingSuggest = (options: AdapterOptions) =>
  createSuggestSource(
    {
      id: 'bing_suggest',
      label: 'Bing',
      setting: 'BING_SUGGEST_URL',
      vendorUrl: 'https://api.bing.com',
      path: '/osjson.aspx',
      spacingMs: 120,
      toQuery: (term, locale) => ({ query: term, mkt: bingMarket(locale) }),
    },
    options,
  )

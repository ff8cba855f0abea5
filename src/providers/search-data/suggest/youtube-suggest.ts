import { googleLanguage } from '../vendor-client/vendor-locale.ts'
import { type AdapterOptions, createSuggestSource } from './suggest-source.ts'

/** YouTube's completions: Google's service asked with `ds=yt`, as plain JSON (`client=firefox`) instead of JSONP. */
export const createYoutubeSuggest = (options: AdapterOptions) =>
  createSuggestSource(
    {
      id: 'youtube_suggest',
      label: 'YouTube',
      setting: 'YOUTUBE_SUGGEST_URL',
      vendorUrl: 'https://suggestqueries.google.com',
      path: '/complete/search',
      spacingMs: 120,
      toQuery: (term, locale) => ({
        client: 'firefox',
        ds: 'yt',
        hl: googleLanguage(locale),
        gl: locale.country.toLowerCase(),
        ie: 'utf-8',
        oe: 'utf-8',
        q: term,
      }),
    },
    options,
  )

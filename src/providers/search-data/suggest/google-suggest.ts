import { googleLanguage } from '../vendor-client/vendor-locale.ts'
import { type AdapterOptions, createSuggestSource } from './suggest-source.ts'

/**
 * Google's completions. `client=chrome` brings relevance and type beside the texts; `ie` and `oe` make it speak UTF-8
 * (without `oe` it answers in the charset of the language, ISO-8859-1 for English).
 */
export const createGoogleSuggest = (options: AdapterOptions) =>
  createSuggestSource(
    {
      id: 'google_suggest',
      label: 'Google',
      setting: 'GOOGLE_SUGGEST_URL',
      vendorUrl: 'https://suggestqueries.google.com',
      path: '/complete/search',
      spacingMs: 120,
      toQuery: (term, locale) => ({
        client: 'chrome',
        hl: googleLanguage(locale),
        gl: locale.country.toLowerCase(),
        ie: 'utf-8',
        oe: 'utf-8',
        q: term,
      }),
    },
    options,
  )

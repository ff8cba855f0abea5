import { formatCount } from '#ui/format.ts'
import type { ErrorTexts } from '#web/error-texts.ts'

export const researchErrorTexts: ErrorTexts = {
  labels: { keywords: 'Each keyword', source: 'Source', range: 'Time range' },
  reasons: {
    'keywords:missing': 'Enter at least one keyword.',
    'keywords:too_many': ({ max }) => `A lookup can have up to ${formatCount(Number(max))} keywords.`,
    no_data: ({ sources }) =>
      `No data for these keywords in ${toList(sources)}. No credits were used. Check the spelling, or try a longer time range or a more common keyword.`,
    sources_failed: ({ sources }) =>
      `No results: ${toList(sources)} couldn’t be reached or had no data. No credits were used. Try again in a moment.`,
    locale_not_covered:
      'This source doesn’t cover the selected country or language. No credits were used. Select another source.',
    source_not_set_up: ({ source }) => `${source} isn’t set up on this server. Select another source.`,
    lookup_interrupted: 'This lookup took too long or was interrupted. No credits were used. Try again.',
    lookup_missing: 'This lookup doesn’t exist or was deleted.',
  },
}

const toList = (names: unknown) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names as string[])

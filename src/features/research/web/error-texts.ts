import { sourceErrorTexts } from '#features/reports/web/error-texts.ts'
import { formatCount } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const researchErrorTexts: ErrorTexts = joinErrorTexts(sourceErrorTexts, {
  labels: { keywords: 'Each keyword', source: 'Source', range: 'Time range' },
  reasons: {
    'keywords:missing': 'Enter at least one keyword.',
    'keywords:too_many': ({ max }) =>
      `A lookup can have up to ${formatCount(Number(max))} keywords. Save them to a list and look them up in parts.`,
    'keywords:too_long': ({ start, max }) => `“${start}…” is longer than ${max} characters.`,
    no_data: ({ sources }) =>
      `No data for these keywords in ${toList(sources)}. No credits were used. Check the spelling, or try a longer time range or a more common keyword.`,
    sources_failed: ({ sources }) =>
      `No results: ${toList(sources)} couldn’t be reached or had no data. No credits were used. Try again in a moment.`,
    locale_not_covered:
      'This source doesn’t cover the selected country or language. No credits were used. Select another source.',
    source_not_set_up: ({ source }) => `${source} isn’t set up on this server. Select another source.`,
    lookup_interrupted: 'This lookup took too long or was interrupted. No credits were used. Try again.',
    lookup_missing: 'This lookup doesn’t exist or was deleted.',

    // Notes of a lookup
    no_imported_history: ({ keywords }) =>
      `Imported files have no history for ${toQuotes(keywords)} in this time range.`,
    paid_source_skipped: ({ source }) =>
      `${source} was skipped because it charges and wasn’t part of the estimate. Select it as the source to use it.`,
    source_without_data: ({ source, keywords }) => `${source} has no data for ${toQuotes(keywords)}.`,
    keywords_not_looked_up: ({ keywords }) => `${toQuotes(keywords)} couldn’t be looked up. Try again later.`,
    keywords_without_data: ({ keywords }) => `No data for ${toQuotes(keywords)}.`,
    imported_volumes_only:
      'These numbers are from imported files because no source with live search volumes is set up.',
    not_recorded: 'Some data is missing.',
  },
})

const toList = (names: unknown) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names as string[])
const toQuotes = (keywords: unknown) => toList((keywords as string[]).map((keyword) => `“${keyword}”`))

import { formatCount } from '#ui/format.ts'
import type { ErrorTexts } from '#web/error-texts.ts'

const count = (value: unknown) => formatCount(Number(value))

export const reportErrorTexts: ErrorTexts = {
  labels: {
    query: 'Topic or keyword',
    queries: 'Each line',
    import_id: 'Keyword file',
    sources: 'Sources',
    fresh: 'Skip cache',
    type: 'Report type',
    max_cost_usd: 'Spending limit',
    format: 'File format',
  },
  reasons: {
    'query:missing': 'Enter a topic or keyword.',
    'queries:missing': ({ list }) => (list ? 'Enter keywords, one per line.' : 'Enter queries, one per line.'),
    'import_id:missing': 'Select a file.',
    'sources:missing': 'Select at least one source.',
    'queries:too_many': ({ max }) => `A list can have up to ${count(max)} keywords.`,
    no_words: 'Enter a topic or keyword that contains letters or numbers.',
    line_too_long: ({ line, max }) => `“${line}…” is longer than ${count(max)} characters.`,
    too_many_reports: ({ max, lines }) =>
      `You can run up to ${count(max)} reports together. This list has ${count(lines)} queries.`,
    too_many_keywords: ({ max, lines }) =>
      `A list can have up to ${count(max)} keywords. This one has ${count(lines)}.`,
    invalid_amount: 'Enter an amount from $0 to $100,000, or leave it empty.',
    query_and_queries: 'Enter either one query or several, not both.',
    import_and_queries: 'Use either a file or pasted keywords, not both.',
    import_missing: 'This file was deleted. Select another one.',
    import_empty: 'This file has no keywords. Select another one.',
    no_source_available: 'None of the selected sources is available for this report. Select other sources.',
    no_keyword_source: 'Select at least one source that finds keywords. Volumes and trends only add data to them.',
    report_missing: 'This report doesn’t exist, or it’s in a workspace you’re not a member of.',
    already_ended: ({ status }) =>
      status === 'cancelled' ? 'This report was already stopped.' : 'This report has already finished.',
    nothing_to_retry: 'All sources of this report responded. There’s nothing to retry.',
    still_running: 'This report is still running. Stop it or wait until it finishes.',
    different_queries: ({ a, b }) => `Only reports of the same query can be compared. These are for “${a}” and “${b}”.`,
    unknown_section: 'This section doesn’t exist. Reload the page and try again.',
    unknown_column: 'This list can’t be sorted or filtered by that column.',
    section_not_exportable: 'This section can’t be exported.',
    too_many_rows: ({ max }) => `An Excel sheet can have up to ${count(max)} rows. Export as CSV instead.`,
    volume_filter_unavailable: ({ max }) =>
      `Volume filters work on lists of up to ${count(max)} rows. Sort by volume instead.`,
    exclusion_unavailable: ({ max }) =>
      `Excluding words works on lists of up to ${count(max)} rows. Export the list instead.`,
    page_too_slow: ({ seconds }) => `The page took longer than ${seconds} seconds to process.`,
    page_too_complex: 'The page is too complex to process.',
  },
}

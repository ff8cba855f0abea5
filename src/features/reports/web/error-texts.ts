import type { SourceReason } from '#providers/search-data/port.ts'
import { formatCount, formatDuration, formatUsd } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts, type ReasonText } from '#web/calls/error-texts.ts'

const count = (value: unknown) => formatCount(Number(value))

const tryLater = 'Try again later, or leave the source out.'
const askAdministrator = 'Leave the source out, or ask your administrator.'
const amount = 'Enter an amount from $0 to $100,000, or leave it empty.'
const wait = (seconds: unknown) => formatDuration(Number(seconds) * 1000)

const sourceTexts: Record<SourceReason, ReasonText> = {
  spending_limit_reached: ({ limit_usd }) =>
    limit_usd === undefined
      ? 'Stopped at the spending limit.'
      : `Stopped at this report’s spending limit of ${formatUsd(Number(limit_usd))}.`,
  source_charge_uncertain:
    'A request may have been charged, but no response arrived. It isn’t repeated automatically. Try again to send it again.',
  source_locale_unsupported: ({ source }) => `${source} has no data for this country or language.`,
  source_unreachable: ({ source }) => `${source} couldn’t be reached. ${tryLater}`,
  source_timeout: ({ source }) => `${source} took too long to respond. ${tryLater}`,
  source_rate_limited: ({ source, seconds }) =>
    `${source} is limiting requests${seconds === undefined ? '' : ` and asked us to wait ${wait(seconds)}`}. ${tryLater}`,
  source_blocked: ({ source }) => `${source} doesn’t accept requests from this server. ${askAdministrator}`,
  source_unauthorized: ({ source }) => `${source} can’t be used on this server right now. ${askAdministrator}`,
  source_not_set_up: ({ source }) => `${source} isn’t set up on this server.`,
  source_invalid_response: ({ source }) => `${source} sent a response that couldn’t be used. ${tryLater}`,
  source_request_rejected: ({ source }) => `${source} rejected a request. ${tryLater}`,
  source_result_lost: ({ source }) =>
    `${source} may have charged for a request but never returned its result. Retry the report to send it again.`,
  source_never_responded: ({ source }) => `${source} never responded to a request. Retry the report to send it again.`,
  source_failing: ({ source }) => `${source} is having problems. ${tryLater}`,
  source_paused: ({ source, seconds }) =>
    `${source} kept failing and was paused${seconds === undefined ? '' : ` for ${wait(seconds)}`}. ${tryLater}`,
  source_cancelled: ({ source }) => `The requests to ${source} were canceled.`,
}

/** Where some of a source's requests failed, how many comes first. */
const toShareText =
  (text: ReasonText): ReasonText =>
  (params, label) => {
    const sentence = typeof text === 'string' ? text : text(params, label)
    const { failed, planned } = params
    return failed === undefined ? sentence : `${count(failed)} of ${count(planned)} requests failed. ${sentence}`
  }

/** Why a source couldn't be used or answered only in part: for reports, listeners and whatever else asks sources. */
export const sourceErrorTexts: ErrorTexts = {
  reasons: Object.fromEntries(Object.entries(sourceTexts).map(([reason, text]) => [reason, toShareText(text)])),
}

/** Why a page wasn’t read. */
export const pageErrorTexts: ErrorTexts = {
  reasons: {
    page_not_read_yet: 'The report hasn’t reached it yet.',
    page_invalid_url: 'Its URL isn’t valid.',
    page_redirects: 'It redirects too many times.',
    page_status: ({ status }) => `The site responded with HTTP ${status}.`,
    page_not_html: 'It isn’t a web page.',
    page_empty: 'It’s empty.',
    page_blocked_by_robots: 'Its robots.txt doesn’t allow it.',
    robots_unreadable: 'The site’s robots.txt couldn’t be read.',
    page_private_address: 'It’s on a private network.',
    page_timeout: ({ seconds }) => `The site didn’t respond within ${seconds} seconds.`,
    page_too_large: ({ max_bytes }) => `It’s larger than ${count(Number(max_bytes) / 1e6)} MB.`,
    page_cancelled: 'The report was stopped first.',
    page_host_not_found: 'Its domain doesn’t exist.',
    page_certificate_invalid: 'The site’s security certificate isn’t valid.',
    page_unreachable: 'The site couldn’t be reached.',
    page_unreadable: 'It couldn’t be read.',
    page_too_slow: ({ seconds }) => `The page took longer than ${seconds} seconds to process.`,
    page_too_complex: 'The page is too complex to process.',
  },
}

export const reportErrorTexts: ErrorTexts = joinErrorTexts(sourceErrorTexts, pageErrorTexts, {
  labels: {
    query: 'Topic or keyword',
    queries: 'Each line',
    import_id: 'Keyword file',
    sources: 'Sources',
    fresh: 'Skip cache',
    type: 'Report type',
    max_cost_usd: 'Spending limit',
    format: 'File format',
    strictness: 'Strictness',
    name: 'Topic name',
    topic_ids: 'Topics',
    row_ids: 'Keywords',
  },
  reasons: {
    outdated_version: 'This outline was changed elsewhere. Reload the page to see the latest version.',
    'headings:too_many': ({ max }) => `An outline can have up to ${formatCount(Number(max))} headings.`,
    'query:missing': 'Enter a topic or keyword.',
    'queries:missing': ({ list }) => (list ? 'Enter keywords, one per line.' : 'Enter queries, one per line.'),
    'import_id:missing': 'Select a file.',
    'import_id:invalid_uuid': 'Select a file.',
    'sources:missing': 'Select at least one source.',
    'queries:too_many': ({ max }) => `A list can have up to ${count(max)} keywords.`,
    'queries:too_long': ({ start, max }) => `“${start}…” is longer than ${count(max)} characters.`,
    no_words: 'Enter a topic or keyword that contains letters or numbers.',
    too_many_reports: ({ max, lines }) =>
      `You can run up to ${count(max)} reports together. This list has ${count(lines)} queries.`,
    'max_cost_usd:invalid': amount,
    'max_cost_usd:below_minimum': amount,
    'max_cost_usd:above_maximum': amount,
    query_and_queries: 'Enter either one query or several, not both.',
    import_and_queries: 'Use either a file or pasted keywords, not both.',
    import_missing: 'This file was deleted. Select another one.',
    import_empty: 'This file has no keywords. Select another one.',
    import_not_serp: 'This isn’t a SERP file. It needs three columns: keyword, rank and URL.',
    serp_file_not_used: 'SERP files are only used to group keywords into topics.',
    no_source_available: 'None of the selected sources is available for this report. Select other sources.',
    no_keyword_source: 'Select at least one source that finds keywords. Volumes and trends only add data to them.',
    no_source_responded:
      'None of the sources responded. See the sources below for details, then try again or run a report from an imported file.',
    no_live_source: 'No live source could be reached. Try a sample topic, or sign up and import your own file.',
    report_failed: ({ report_id }) =>
      `This report failed because of an error on our side. Try again. If it keeps failing, contact support with report ID ${report_id}.`,
    not_recorded: 'This report failed. Try again.',

    // Sources that weren't used, and columns and sections that stay empty
    live_volumes_not_in_plan: 'Live search volumes require the Pro plan or higher, or the search data add-on.',
    nothing_to_look_up: 'Skipped because the other sources found nothing.',
    source_stopped: 'Stopped before it finished.',
    source_not_used: 'The source of search volumes wasn’t used.',
    no_volume_source:
      'No source with search volumes was used. Select DataForSEO volumes, or import a Keyword Planner, Semrush or Ahrefs file.',
    no_serp_source: 'No SERP source was used. SERP sources are SearXNG, DataForSEO SERP, SerpApi and Serper.',
    no_serp_results: 'The SERP sources had no results for this query.',
    no_trend: 'No source has interest over time for this query.',
    demo_without_volumes: ({ sample }) =>
      sample ? 'Sample topics have no search volumes.' : 'The demo doesn’t use sources with search volumes.',
    demo_without_trend: ({ sample }) => (sample ? 'Sample topics have no trend.' : 'The demo doesn’t include trends.'),

    report_missing: 'This report doesn’t exist, or it’s in a workspace you’re not a member of.',
    already_ended: ({ status }) =>
      status === 'cancelled' ? 'This report was already stopped.' : 'This report has already finished.',
    nothing_to_retry: 'All sources of this report responded. There’s nothing to retry.',
    keyword_missing: 'This keyword isn’t in the report anymore. Reload the page.',
    view_missing: 'This view was deleted.',
    view_name_taken: ({ name }) => `A view named “${name}” already exists. Choose another name.`,
    too_many_views: ({ max }) => `A workspace can have up to ${count(max)} saved views. Delete some first.`,
    still_running: 'This report is still running. Stop it or wait until it finishes.',
    meaning_not_used: 'Only lists of keywords can be grouped by meaning.',
    meaning_no_model:
      'Grouping by meaning needs an AI model with embeddings, such as those of OpenAI, Google or Ollama. Set one up under AI models.',
    meaning_too_many_keywords: ({ max }) =>
      `Up to ${count(max)} keywords can be grouped by meaning, and this list has more. Its topics come from words and SERPs.`,
    meaning_not_needed: 'The SERP of every keyword is known, and SERPs decide the topics. Meaning has nothing to add.',
    meaning_price_unknown:
      'The price of the AI model isn’t known, so the spending limit can’t be kept. To group by meaning, leave the limit empty.',
    meaning_over_limit: ({ cost_usd }) =>
      `Grouping by meaning may cost ${formatUsd(Number(cost_usd))}, which is more than the spending limit.`,
    meaning_model_unauthorized: ({ model }) =>
      `The provider of ${model} rejected the API key. Check it under AI models.`,
    meaning_model_no_credit: ({ model }) =>
      `The account at the provider of ${model} has no credit left. Add credit there, then group again.`,
    meaning_model_busy: ({ model }) => `The provider of ${model} is limiting requests. Group again later.`,
    meaning_model_missing: ({ model }) =>
      `${model} couldn’t be reached, or the server doesn’t have it. Check the model for embeddings under AI models.`,
    meaning_model_failed: ({ model }) => `${model} failed or sent a response that couldn’t be used. Group again later.`,
    topics_changed: 'Someone else changed the topics of this report. Reload the page, then try again.',
    topic_missing: 'This topic doesn’t exist anymore. Reload the page.',
    topic_keyword_missing: 'One of these keywords isn’t in this topic anymore. Reload the page.',
    topic_is_parent: 'A parent topic only contains topics. Select one of its topics.',
    topic_not_parent: 'Topics can only be moved under a parent topic.',
    topic_levels_differ: 'Topics and parent topics can’t be merged. Select only topics or only parent topics.',
    one_topic: 'Select at least two topics to merge.',
    different_queries: ({ a, b }) => `Only reports of the same query can be compared. These are for “${a}” and “${b}”.`,
    unknown_section: 'This section doesn’t exist. Reload the page and try again.',
    unknown_column: 'This list can’t be sorted or filtered by that column.',
    section_not_exportable: 'This section can’t be exported.',
    row_filter_unavailable: 'Only lists of keywords can be filtered this way.',
    cursor_outdated: 'The report changed in the meantime. Reload the page.',
  },
})

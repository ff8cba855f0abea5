import { sourceErrorTexts } from '#features/reports/web/error-texts.ts'
import { formatUsd } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const rankErrorTexts: ErrorTexts = joinErrorTexts(sourceErrorTexts, {
  labels: {
    domain: 'Domain',
    competitors: 'Competitors',
    keywords: 'Keywords',
    depth: 'Depth',
    source: 'Source',
    device: 'Device',
    pixels: 'Pixels from the top',
    max_cost_usd: 'Monthly limit',
  },
  reasons: {
    tracker_missing: 'This rank tracker was deleted, or it’s in a workspace you’re not a member of.',
    tracker_paused: 'This rank tracker is paused. Resume it, then run it.',
    too_many_trackers: ({ max }) => `A workspace can have up to ${max} rank trackers. Delete one first.`,
    too_many_rank_runs: ({ max }) => `You’ve run this tracker ${max} times today. Try again later.`,
    no_serp_source:
      'Rank tracking needs a source of Google results, and none is set up on this server. Ask your administrator.',
    serp_source_not_set_up: 'This source isn’t set up on this server. Choose another one.',
    device_unsupported: ({ source }) => `${source} has no results pages for phones. Choose desktop or another source.`,
    pixels_unsupported: ({ source }) =>
      `${source} doesn’t measure pixels. Choose DataForSEO, or track ranks without them.`,
    locale_unsupported: 'This source doesn’t have this country. Choose another country or source.',
    spending_limit_reached: ({ limit_usd }) => `The monthly limit of ${formatUsd(Number(limit_usd))} was reached.`,
    source_charge_uncertain:
      'The server stopped after the request was sent. It may have been charged, so it wasn’t sent again.',
    source_result_lost: ({ source }) => `${source} may have charged for a request but never returned its result.`,
    source_never_responded: ({ source }) => `${source} never responded to a request.`,
    'domain:invalid_domain': 'Enter a domain such as example.com, or a folder of one such as example.com/blog.',
    'competitors:invalid_domain': 'One of these lines isn’t a domain. Use one per line, such as example.com.',
    'competitors:too_many': ({ max }) => `Add up to ${max} competitors.`,
    'keywords:too_few': 'Enter at least one keyword.',
    'keywords:too_many': ({ max }) => `A tracker can have up to ${max} keywords.`,
    'keywords:too_long': ({ max }) => `A keyword can have up to ${max} characters.`,
  },
})

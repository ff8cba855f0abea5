import { pageErrorTexts, sourceErrorTexts } from '#features/reports/web/error-texts.ts'
import { formatUsd } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'
import { type EngineId, engineLabels } from '../contract.ts'

export const answerErrorTexts: ErrorTexts = joinErrorTexts(sourceErrorTexts, pageErrorTexts, {
  labels: {
    brand: 'Brand',
    'brand.name': 'Brand name',
    'brand.aliases': 'Other names',
    'brand.domains': 'Websites',
    'brand.context': 'Words near the name',
    competitors: 'Competitors',
    prompts: 'Prompts',
    engines: 'Engines',
    runs: 'Runs per prompt',
    budget_usd: 'Budget',
  },
  reasons: {
    watch_missing: 'This watch was deleted, or it’s in a workspace you’re not a member of.',
    watch_paused: 'This watch is paused. Resume it, then run it.',
    prompt_missing: 'This watch has no answers to this prompt. Reload the page.',
    too_many_page_reads: ({ max }) => `Pages were read ${max} times today for this watch. Try again tomorrow.`,
    period_missing: 'This period doesn’t exist. Choose another one.',
    answer_missing: 'This answer no longer exists. Reload the page.',
    too_many_watches: ({ max }) => `A workspace can watch up to ${max} brands. Delete one first.`,
    too_many_answer_runs: ({ max }) => `You’ve run this watch ${max} times today. Try again later.`,
    brand_twice: 'Give each competitor a different name, and not the brand’s.',
    no_engine_set_up: 'None of these engines is set up on this server. Choose others, or ask your administrator.',
    engine_not_set_up: ({ engine }) =>
      `${engineLabels[engine as EngineId] ?? 'This engine'} isn’t set up on this server.`,
    spending_limit_reached: ({ limit_usd }) => `The budget of ${formatUsd(Number(limit_usd))} was reached.`,
    source_charge_uncertain:
      'The server stopped after the request was sent. It may have been charged, so it wasn’t sent again.',
    source_result_lost: ({ source }) => `${source} may have charged for a request but never returned its answer.`,
    source_never_responded: ({ source }) => `${source} never responded to a request.`,
    'brand.domains:invalid_domain': 'One of these lines isn’t a domain. Use one per line, such as example.com.',
    'competitors.domains:invalid_domain': 'One of the competitors’ websites isn’t a domain such as example.com.',
    'prompts:too_few': 'Enter at least one prompt.',
    'prompts:too_many': ({ max }) => `A watch can have up to ${max} prompts.`,
    'prompts:too_long': ({ max }) => `A prompt can have up to ${max} characters.`,
    'engines:too_few': 'Choose at least one engine.',
  },
})

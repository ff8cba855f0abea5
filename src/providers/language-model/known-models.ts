import { z } from 'zod'
import type { KnownModel, ModelFacts, ModelLife } from './port.ts'

/**
 * Facts about vendors' models, each entry with its source and the day it was read. Vendors change prices and dates
 * at any time: a value that couldn't be verified is null, and a model that isn't here has no price, never a price
 * of 0.
 */

const date = z.iso.date()
const tokens = z.number().int().positive()

export const knownModel: z.ZodType<KnownModel> = z.strictObject({
  provider: z.enum(['openai', 'anthropic', 'google', 'openai-compatible', 'ollama']),
  id: z.string().min(1),
  contextTokens: tokens.nullable(),
  outputTokens: tokens.nullable(),
  price: z
    .strictObject({
      input: z.number().positive(),
      output: z.number().positive(),
      cached: z.number().positive().nullish(),
      until: date.nullable(),
    })
    .nullable(),
  shutdown: z.strictObject({ on: date, isEarliest: z.boolean(), replacement: z.string().nullable() }).nullable(),
  source: z.string().min(10),
  asOf: date,
})

const anthropicDocs = 'Model pages at platform.claude.com/docs, as stored; the day of reading is that of the entry'
const openAiDeprecations = 'developers.openai.com/api/docs/deprecations, as stored'
const googleDeprecations = 'ai.google.dev/gemini-api/docs/deprecations, as read by others; the stored copy is older'

const ends = (on: string, replacement: string | null): KnownModel['shutdown'] => ({
  on,
  isEarliest: false,
  replacement,
})
const unknown = { contextTokens: null, outputTokens: null, price: null, shutdown: null } as const

export const knownModels: KnownModel[] = [
  {
    provider: 'openai',
    id: 'gpt-6.1-sol',
    contextTokens: 1_050_000,
    outputTokens: 128_000,
    price: { input: 2, output: 10, until: null },
    shutdown: null,
    source:
      'docs.laozhang.ai and wavespeed.ai, which resell it at OpenAI’s standard rates. Longer requests than 272,000 tokens cost more. OpenAI’s own page could not be checked',
    asOf: '2026-10-13',
  },
  ...(
    [
      ['gpt-6.2-sol', 2, 10, 'docs.laozhang.ai, which resells it at OpenAI’s standard rates', '2026-11-18'],
      ['gpt-6.2-astra', 8, 40, 'docs.laozhang.ai, which resells it at OpenAI’s standard rates', '2026-11-18'],
      ['gpt-6.1-terra', 1, 5, 'docs.litellm.ai/blog/gpt-6-1-terra and docs.apiyi.com, which agree', '2026-10-27'],
    ] as const
  ).map(
    ([id, input, output, source, asOf]): KnownModel => ({
      provider: 'openai',
      id,
      contextTokens: 1_050_000,
      outputTokens: 128_000,
      price: { input, output, until: null },
      shutdown: null,
      source: `${source}. Longer requests than 272,000 tokens may cost more. OpenAI’s own page could not be checked`,
      asOf,
    }),
  ),
  {
    provider: 'openai',
    id: 'gpt-6-luna',
    contextTokens: 1_050_000,
    outputTokens: 128_000,
    price: { input: 0.1, output: 0.5, until: null },
    shutdown: null,
    source: 'docs.litellm.ai/blog/gpt_6_sol_luna. OpenAI’s own page could not be checked',
    asOf: '2026-09-22',
  },
  {
    provider: 'openai',
    id: 'gpt-6-sol',
    contextTokens: 1_050_000,
    outputTokens: 128_000,
    price: { input: 2, output: 10, until: null },
    shutdown: null,
    source: 'docs.litellm.ai/blog/gpt_6_sol_luna. OpenAI’s own page could not be checked',
    asOf: '2026-09-22',
  },
  ...[
    ['gpt-5', 'gpt-6.1-sol'],
    ['gpt-5-mini', 'gpt-6.1-terra'],
    ['gpt-5-nano', null],
    ['gpt-5-pro', null],
    ['o3', null],
    ['o3-pro', null],
  ].map(
    ([id, replacement]): KnownModel => ({
      ...unknown,
      provider: 'openai',
      id: id!,
      shutdown: ends('2026-12-11', replacement ?? null),
      source: `${openAiDeprecations}; announced on June 11, 2026`,
      asOf: '2026-11-22',
    }),
  ),
  ...['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini'].map(
    (id): KnownModel => ({
      ...unknown,
      provider: 'openai',
      id,
      shutdown: ends('2027-01-14', 'gpt-6-luna'),
      source: 'OpenAI’s deprecations as copied on dev.to and compared there with shutdown_date of GET /v1/models',
      asOf: '2026-10-28',
    }),
  ),
  {
    ...unknown,
    provider: 'openai',
    id: 'gpt-5.1',
    shutdown: ends('2027-04-01', null),
    source: 'OpenAI’s deprecations as copied on dev.to and compared there with shutdown_date of GET /v1/models',
    asOf: '2026-10-28',
  },
  {
    provider: 'anthropic',
    id: 'claude-sonnet-5-5',
    contextTokens: 1_000_000,
    outputTokens: 128_000,
    price: { input: 2, output: 10, until: null },
    shutdown: null,
    source: anthropicDocs,
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-opus-5-5',
    contextTokens: 1_000_000,
    outputTokens: 128_000,
    price: { input: 4, output: 20, until: null },
    shutdown: null,
    source: anthropicDocs,
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-sonnet-5',
    contextTokens: 1_000_000,
    outputTokens: 128_000,
    price: { input: 2, output: 10, until: null },
    shutdown: null,
    source: `${anthropicDocs}. Legacy: Anthropic recommends claude-sonnet-5-5`,
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-opus-5',
    contextTokens: 1_000_000,
    outputTokens: 128_000,
    price: { input: 5, output: 25, until: null },
    shutdown: { on: '2027-07-24', isEarliest: true, replacement: 'claude-opus-5-5' },
    source: anthropicDocs,
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-haiku-5-5',
    contextTokens: 1_000_000,
    outputTokens: 128_000,
    price: { input: 0.1, output: 0.5, until: null },
    shutdown: null,
    source:
      'platform.claude.com/docs/en/models/haiku-5-5/overview, as stored. Prompts over 100,000 tokens cost five times as much',
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-haiku-4-5',
    contextTokens: 200_000,
    outputTokens: 64_000,
    price: { input: 1, output: 5, until: null },
    shutdown: null,
    source: `${anthropicDocs}. Claude Haiku 5.5 is listed in its place`,
    asOf: '2026-11-22',
  },
  {
    provider: 'anthropic',
    id: 'claude-sonnet-4-5',
    contextTokens: 200_000,
    outputTokens: 64_000,
    price: { input: 3, output: 15, until: null },
    shutdown: ends('2026-11-30', 'claude-sonnet-5-5'),
    source: anthropicDocs,
    asOf: '2026-11-22',
  },
  ...['claude-sonnet-4', 'claude-opus-4'].map(
    (id): KnownModel => ({
      ...unknown,
      provider: 'anthropic',
      id,
      shutdown: ends('2026-06-15', id === 'claude-sonnet-4' ? 'claude-sonnet-5-5' : 'claude-opus-5-5'),
      source: 'platform.claude.com/docs/en/release-notes; the replacement is today’s model of the same size',
      asOf: '2026-06-17',
    }),
  ),
  {
    provider: 'google',
    id: 'gemini-3.8-flash',
    contextTokens: 1_000_000,
    outputTokens: 65_536,
    price: { input: 0.75, output: 3.75, until: '2026-12-31' },
    shutdown: null,
    source: 'vercel.com/ai-gateway, and Google’s pricing page as transcribed by api-evangelist on October 7, 2026',
    asOf: '2026-10-07',
  },
  {
    provider: 'google',
    id: 'gemini-3.5-flash-lite',
    contextTokens: 1_048_576,
    outputTokens: 65_536,
    price: { input: 0.3, output: 2.5, until: null },
    shutdown: null,
    source: 'simstudioai/sim on GitHub on the day it came out. Google’s own page could not be checked',
    asOf: '2026-07-21',
  },
  ...[
    ['gemini-2.5-pro', 'gemini-3.8-flash'],
    ['gemini-2.5-flash', 'gemini-3.5-flash-lite'],
  ].map(
    ([id, replacement]): KnownModel => ({
      ...unknown,
      provider: 'google',
      id: id!,
      shutdown: ends('2026-12-01', replacement!),
      source: googleDeprecations,
      asOf: '2026-11-10',
    }),
  ),
  {
    ...unknown,
    provider: 'google',
    id: 'gemini-3-pro-preview',
    shutdown: ends('2026-03-09', 'gemini-3.8-flash'),
    source: 'ai.google.dev/gemini-api/docs/deprecations, as stored; the replacement it names is a preview',
    asOf: '2026-11-22',
  },
]

/** Shipped data unless `models` are given. Ids as people write them: "models/gemini-…", and a dated snapshot of a model ("gpt-5-2025-08-07"). */
export function findKnownModel(
  provider: string,
  id: string,
  models: readonly KnownModel[] = knownModels,
): KnownModel | null {
  const name = id.trim().replace(/^models\//, '')
  const family = name.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const of = (id: string) => models.find((model) => model.provider === provider && model.id === id)
  return of(name) ?? of(family) ?? null
}

/** US dollars for a million tokens on a day; null when they aren't known, which is not 0. */
export function findModelPrice(
  provider: string,
  id: string,
  day: Date,
  models?: readonly KnownModel[],
): { input: number; output: number } | null {
  const price = findKnownModel(provider, id, models)?.price
  if (!price || (price.until && toDay(day) > price.until)) return null
  return { input: price.input, output: price.output }
}

/** A shutdown nearer than this is warned of. */
const soonDays = 90

/** How long a model can still be used, from what its vendor tells now (`facts`) before what was written down here. */
export function modelLife(
  provider: string,
  id: string,
  day: Date,
  facts: ModelFacts | null,
  models?: readonly KnownModel[],
): ModelLife {
  const known = findKnownModel(provider, id, models)
  const context = facts?.contextTokens ?? known?.contextTokens ?? null
  const output = facts?.outputTokens ?? known?.outputTokens ?? null
  const price = findModelPrice(provider, id, day, models)
  const shutdown = facts?.shutdownOn
    ? { on: facts.shutdownOn, isEarliest: false, replacement: known?.shutdown?.replacement ?? null }
    : known?.shutdown
  const details = [
    context === null ? null : `Context ${count(context)} tokens.`,
    output === null ? null : `Output up to ${count(output)} tokens.`,
    price && known
      ? `$${price.input} for a million input tokens, $${price.output} for output (as of ${longDay(known.asOf)}).`
      : 'Price unknown.',
  ].filter((part) => part !== null)
  const say = (state: ModelLife['state'], first: string): ModelLife => ({
    state,
    message: [first, ...details].join(' '),
  })
  if (shutdown && !shutdown.isEarliest) {
    const instead = shutdown.replacement ? ` Use ${shutdown.replacement} instead.` : ' Choose another model.'
    const daysLeft = (Date.parse(shutdown.on) - Date.parse(toDay(day))) / 86_400_000
    if (daysLeft <= 0) return say('ended', `${id} was shut down on ${longDay(shutdown.on)}.${instead}`)
    if (daysLeft <= soonDays) return say('ending', `${id} shuts down on ${longDay(shutdown.on)}.${instead}`)
    return say('current', `${id} can be used until ${longDay(shutdown.on)}.`)
  }
  if (!known && !facts) return say('unknown', `${id} isn’t among the models Earshot knows. Check its name.`)
  return say('current', `No shutdown date is known for ${id}.`)
}

const toDay = (day: Date) => day.toISOString().slice(0, 10)
const count = (value: number) => value.toLocaleString('en')
const longDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })

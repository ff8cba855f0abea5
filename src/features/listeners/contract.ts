import { z } from 'zod'
import { type SourceId, sourceIds } from '#features/reports/contract.ts'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { country, email, getPage, id, language, paging, text, timestamp } from '#kit/fields.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
export const listenerStatuses = ['active', 'paused'] as const
export type ListenerStatus = (typeof listenerStatuses)[number]
export type { SourceId }

const frequency = z.enum(frequencies, `frequency must be one of: ${frequencies.join(', ')}.`)
const phrases = (field: string) =>
  z.array(text(field, 100)).max(50, `${field} can have at most 50 words or phrases.`).default([])
const sources = z
  .array(z.enum(sourceIds, `sources can contain: ${sourceIds.join(', ')}.`))
  .min(1, 'sources is empty. Omit it to use all available sources.')
  .max(sourceIds.length)

export const filters = z.strictObject({ include: phrases('filters.include'), exclude: phrases('filters.exclude') })

const webhook = z
  .string('notify.webhook must be a URL.')
  .trim()
  .max(2000, 'notify.webhook can have at most 2,000 characters.')
  .regex(/^https?:\/\//i, 'notify.webhook must be an http or https URL.')

export const notify = z.strictObject({
  email: z.array(email).max(20, 'notify.email can have at most 20 email addresses.').default([]),
  webhook: webhook.nullable().default(null),
  rss: z.boolean('notify.rss must be true or false.').default(true),
})

export const listenerHead = z.object({
  _id: z.string(),
  workspace_id: z.string(),
  keyword: z.string(),
  country: z.string(),
  language: z.string(),
  frequency,
  status: z.enum(listenerStatuses),
  /** A sentence while the plan's limit pauses it; it resumes when the plan allows. Otherwise null. */
  paused_reason: z.string().nullable(),
  /** A run is in progress or about to start. */
  running: z.boolean(),
  last_run_at: timestamp.nullable(),
  next_run_at: timestamp.nullable(),
  /** New phrases in the latest run. */
  new_count: z.number(),
  /** Phrases that at least one source suggests now. */
  item_count: z.number(),
  run_count: z.number(),
  /** Sources without a full answer in the latest run. */
  failing_sources: z.number(),
  /** Phrases added in each of the latest 20 runs, oldest first. */
  sparkline: z.array(z.number()),
  created_at: timestamp,
})
export type ListenerHead = z.output<typeof listenerHead>

export const listener = listenerHead.extend({
  /** Null: all sources available at each run. */
  sources: z.array(z.string()).nullable(),
  filters: z.object({ include: z.array(z.string()), exclude: z.array(z.string()) }),
  notify: z.object({ email: z.array(z.string()), webhook: z.string().nullable(), rss: z.boolean() }),
  /** Signs webhooks. Null for viewers. */
  webhook_secret: z.string().nullable(),
  /** Null when feeds are off. */
  rss_url: z.string().nullable(),
  json_feed_url: z.string().nullable(),
  /** Average share of phrases added or removed per run, over the latest 10 runs: 0 to 1. Null before the second run. */
  volatility: z.number().nullable(),
})
export type Listener = z.output<typeof listener>

export const sourceError = z.object({
  source: z.string(),
  label: z.string(),
  /** `cut_short`: some of its answers are missing. `skipped`: it doesn't have the country or language. */
  outcome: z.enum(['cut_short', 'failed', 'skipped']),
  message: z.string(),
})

export const run = z.object({
  _id: z.string(),
  no: z.number(),
  at: timestamp,
  by_hand: z.boolean(),
  /** Phrases that appeared, returned ones included. */
  added: z.number(),
  removed: z.number(),
  /** Phrases that at least one source suggests after the run. */
  heard: z.number(),
  /** What its sources charged, in US dollars. */
  spent_usd: z.number(),
  source_errors: z.array(sourceError),
})
export type Run = z.output<typeof run>

/** One per phrase, whichever sources suggest it. */
export const item = z.object({
  text: z.string(),
  type: z.string(),
  /** The first of `sources`. */
  source: z.string(),
  /** Sources that suggest it; for a lost phrase, all that ever did. */
  sources: z.array(z.string()),
  state: z.enum(['new', 'active', 'gone']),
  first_seen: timestamp,
  last_seen: timestamp,
})
export type Item = z.output<typeof item>

export const change = z.object({
  run_id: z.string(),
  at: timestamp,
  /** `returned`: was removed before and is suggested again. */
  kind: z.enum(['added', 'returned', 'removed']),
  text: z.string(),
  type: z.string(),
  /** The first of `sources`. */
  source: z.string(),
  /** Sources that added or dropped it in this run. */
  sources: z.array(z.string()),
})
export type Change = z.output<typeof change>

export const delivery = z.object({
  _id: z.string(),
  run_id: z.string(),
  url: z.string(),
  /** `unclear`: the process died while sending; it may have arrived. */
  state: z.enum(['waiting', 'sending', 'delivered', 'failed', 'unclear']),
  attempts: z.number(),
  /** HTTP status of the latest response. */
  status: z.number().nullable(),
  ms: z.number().nullable(),
  error: z.string().nullable(),
  next_at: timestamp.nullable(),
  tried_at: timestamp.nullable(),
  created_at: timestamp,
})
export type Delivery = z.output<typeof delivery>

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'listeners:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'listeners:write')

export const listenersContract = {
  add: endpoint({
    path: '/search_listener/add',
    access: write('workspace'),
    summary: 'Create a listener that tracks a keyword on a schedule. Uses one unit (credit) while active.',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      keyword: text('keyword', 200).transform((value) => value.replace(/\s+/g, ' ')),
      country,
      language,
      sources: sources.optional(),
      frequency,
      filters: filters.optional(),
      notify: notify.optional(),
    }),
    output: z.object({ listener }),
  }),
  list: endpoint({
    path: '/search_listener/list',
    access: read('workspace'),
    summary: 'List the listeners of a workspace, newest first.',
    input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
    output: getPage(listenerHead),
  }),
  single: endpoint({
    path: '/search_listener/single',
    access: read('resource'),
    summary: 'Get a listener with its runs and keywords, current or as of a run.',
    input: z.strictObject({ _id: id(), run_id: id('run_id').optional() }),
    output: z.object({ listener, runs: z.array(run), items: z.array(item) }),
  }),
  changes: endpoint({
    path: '/search_listener/changes',
    access: read('resource'),
    summary: 'List new and lost keywords, newest first.',
    input: z.strictObject({ _id: id(), run_id: id('run_id').optional(), ...paging }),
    output: getPage(change),
  }),
  update: endpoint({
    path: '/search_listener/update',
    access: write('resource'),
    summary:
      'Update a listener’s frequency, sources, filters and alerts. `filters` and `notify` replace the existing values.',
    input: z.strictObject({
      _id: id(),
      frequency: frequency.optional(),
      sources: sources.nullable().optional(),
      filters: filters.optional(),
      notify: notify.optional(),
      new_secret: z.literal(true, 'new_secret must be true.').optional(),
      new_feed: z.literal(true, 'new_feed must be true.').optional(),
    }),
    output: z.object({ listener }),
  }),
  status: endpoint({
    path: '/search_listener/status',
    access: write('resource'),
    summary: 'Pause a listener and free its unit (credit), or resume it.',
    input: z.strictObject({
      _id: id(),
      status: z.enum(listenerStatuses, `status must be one of: ${listenerStatuses.join(', ')}.`),
    }),
    output: z.object({ listener }),
  }),
  run: endpoint({
    path: '/search_listener/run',
    access: write('resource'),
    summary: 'Run a listener now. If a run is in progress, no second one starts.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ listener }),
  }),
  delete: endpoint({
    path: '/search_listener/delete',
    access: write('resource'),
    summary: 'Delete a listener with its keywords and runs, and free its unit (credit).',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  deliveries: endpoint({
    path: '/search_listener/deliveries',
    access: read('resource'),
    summary: 'List webhook deliveries and their responses, newest first.',
    input: z.strictObject({ _id: id(), ...paging }),
    output: getPage(delivery),
  }),
  resend: endpoint({
    path: '/search_listener/resend',
    access: write('resource'),
    summary: 'Resend a run to the webhook.',
    input: z.strictObject({ _id: id(), delivery_id: id('delivery_id') }),
    output: z.object({ delivery }),
  }),
  rss: fileDownload({
    method: 'GET',
    path: '/feeds/:token/rss',
    access: access.public,
    summary: 'Get a listener’s changes as RSS 2.0, at a secret URL.',
    input: z.strictObject({ token: text('token', 100) }),
    output: z.any(),
  }),
  jsonFeed: fileDownload({
    method: 'GET',
    path: '/feeds/:token/json',
    access: access.public,
    summary: 'Get a listener’s changes as JSON Feed 1.1, at a secret URL.',
    input: z.strictObject({ token: text('token', 100) }),
    output: z.any(),
  }),
}

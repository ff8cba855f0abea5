import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { getPage, paging, text, timestamp } from '#kit/fields.ts'

export const messageTypes = ['identify', 'group', 'event', 'page', 'screen', 'alias'] as const
export type MessageType = (typeof messageTypes)[number]

/** Limits of one request; more answers 413. The event client stays far below both. */
export const maxMessages = 1000
export const maxBatchBytes = 2_000_000
export const maxNameLength = 200
export const maxAddressLength = 8_000
/** Deepest nesting of objects. */
export const maxDepth = 16

const name = (field: string) =>
  z
    .string(`${field} must be text.`)
    .min(1, `${field} is missing.`)
    .max(maxNameLength, `${field} may have at most ${maxNameLength} characters.`)

const addressText = (field: string) =>
  z
    .string(`${field} must be text.`)
    .max(maxAddressLength, `${field} may have at most ${maxAddressLength.toLocaleString('en')} characters.`)

const attributes = (field: string) =>
  z.record(z.string(), z.unknown(), `${field} must be an object.`).refine((value) => isShallow(value), {
    error: `${field} may be nested at most ${maxDepth} levels deep.`,
    params: { reason: 'nested_too_deep', max: maxDepth },
  })

/** True when nothing is nested deeper than `levels`. */
export function isShallow(value: unknown, levels: number = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((inner) => isShallow(inner, levels - 1))
  for (const field in value) if (!isShallow((value as Record<string, unknown>)[field], levels - 1)) return false
  return true
}

/** The required field of each type. */
export const neededBy: Partial<Record<MessageType, 'uid' | 'group_id' | 'event'>> = {
  identify: 'uid',
  group: 'group_id',
  event: 'event',
}

export const location = z.strictObject(
  {
    address: addressText('address'),
    path: addressText('path'),
    query: addressText('query'),
    host: addressText('host'),
    origin: addressText('origin'),
    referrer: addressText('referrer'),
  },
  'location must be an object.',
)

export const message = z
  .strictObject(
    {
      message_id: name('message_id'),
      type: z.enum(messageTypes, `type must be one of ${messageTypes.join(', ')}.`),
      uid: name('uid').nullish(),
      alias: name('alias'),
      /** The event's name; a screen's or page's name, when it has one. */
      event: name('event').nullish(),
      traits: attributes('traits').nullish(),
      properties: attributes('properties').nullish(),
      group_id: name('group_id').nullish(),
      location,
      /** By the sender's clock. */
      timestamp: z.iso.datetime({
        offset: true,
        error: 'timestamp must be an ISO 8601 time such as "2027-01-31T09:30:00Z".',
      }),
    },
    'must be an object.',
  )
  .superRefine((given, context) => {
    const field = neededBy[given.type]
    if (field && !given[field])
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `A message of type ${given.type} needs ${field}.`,
        params: { reason: 'missing' },
      })
  })
export type Message = z.output<typeof message>

export const batch = z.strictObject({
  public_key: z.string('public_key must be text.'),
  workspace_id: z.string('workspace_id must be text.'),
  messages: z.array(message, 'messages must be a list.').min(1, 'messages is empty.'),
})
export type Batch = z.output<typeof batch>

export const collectedEvent = z.object({
  _id: z.string(),
  message_id: z.string(),
  received_at: timestamp,
  timestamp,
  type: z.enum(messageTypes),
  event: z.string().nullable(),
  uid: z.string().nullable(),
  alias: z.string(),
  group_id: z.string().nullable(),
  traits: z.record(z.string(), z.unknown()).nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
  location,
})
export type CollectedEvent = z.output<typeof collectedEvent>

export const maxDays = 90
export const maxSteps = 5
const days = z.coerce
  .number('days must be a number.')
  .int('days must be a whole number.')
  .min(1, 'days must be at least 1.')
  .max(maxDays, `days may be at most ${maxDays}.`)
  .default(30)

/** Messages accepted before the call that aren't in the response yet. */
const pending = z.number()

export const eventSum = z.object({
  type: z.enum(messageTypes),
  /** Empty for types without a name. */
  name: z.string(),
  total: z.number(),
  /** Daily counts, oldest first. */
  by_day: z.array(z.number()),
})

const q = text('q', 200, 0).optional()

export const analyticsContract = {
  batch: endpoint({
    path: '/v1/public/batch',
    access: access.public,
    summary: 'Collect browser events with the public key. Each message_id counts once, even if sent again.',
    input: batch,
    output: z.object({ accepted: z.number() }),
    maxBytes: maxBatchBytes,
    successStatus: 202,
    anyOrigin: true,
  }),
  client: endpoint({
    path: '/v1/public/settings',
    access: access.public,
    summary: 'Get the event client settings for our own pages. `host` is null when the pages are on the same host.',
    input: z.strictObject({}),
    output: z.object({ public_key: z.string(), workspace_id: z.string(), host: z.string().nullable() }),
  }),
  list: endpoint({
    path: '/__admin/events/list',
    access: access.staff,
    summary:
      'List collected events, newest first. Searches names, users, aliases and paths of the newest 100,000, and exact names, users and unknown aliases in all of them.',
    input: z.strictObject({ q, ...paging }),
    output: getPage(collectedEvent).extend({ pending }),
  }),
  settings: endpoint({
    path: '/__admin/events/settings',
    access: access.staff,
    summary: 'Get the event client settings.',
    input: z.strictObject({}),
    output: z.object({ public_key: z.string(), workspace_id: z.string(), host: z.string() }),
  }),
  summary: endpoint({
    path: '/__admin/events/summary',
    access: access.staff,
    summary: 'Get counts by name and UTC day, and the most viewed pages.',
    input: z.strictObject({ days }),
    output: z.object({
      /** UTC days, oldest first; the last is today. */
      days: z.array(z.string()),
      total: z.number(),
      by_day: z.array(z.number()),
      /** The top 20. */
      events: z.array(eventSum),
      /** The top 20. */
      pages: z.array(z.object({ path: z.string(), views: z.number() })),
      pending,
    }),
  }),
  funnel: endpoint({
    path: '/__admin/events/funnel',
    access: access.staff,
    summary: 'Get how many people did these events in this order within the period, by their browsers’ clocks.',
    input: z.strictObject({
      steps: z
        .array(name('steps'), 'steps must be a list of names.')
        .min(1, 'steps is empty.')
        .max(maxSteps, `steps may hold at most ${maxSteps} names.`),
      days,
    }),
    output: z.object({ steps: z.array(z.object({ event: z.string(), people: z.number() })), pending }),
  }),
  person: endpoint({
    path: '/__admin/events/person',
    access: access.staff,
    summary:
      'List one user’s events, newest first: by user id, including events from before they were known, or by an unknown user’s alias.',
    input: z.strictObject({ person: name('person'), ...paging }),
    output: getPage(collectedEvent).extend({
      /** Aliases of the user's browsers, at most 20. */
      aliases: z.array(z.string()),
      pending,
    }),
  }),
}

import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { pageOf, paging, text, timestamp } from '#kit/fields.ts'

export const messageTypes = ['identify', 'group', 'event', 'page', 'screen', 'alias'] as const
export type MessageType = (typeof messageTypes)[number]

/** More in one request are refused (413), as is a longer body. The event client stays far below both. */
export const mostMessages = 1000
export const mostBatchBytes = 2_000_000
export const mostNameLength = 200
export const mostAddressLength = 8_000
/** Objects within objects, at most: what sits deeper is no property of an event. */
export const mostDepth = 16

const name = (field: string) =>
  z
    .string(`${field} must be text.`)
    .min(1, `${field} is missing.`)
    .max(mostNameLength, `${field} may have at most ${mostNameLength} characters.`)

const place = (field: string) =>
  z
    .string(`${field} must be text.`)
    .max(mostAddressLength, `${field} may have at most ${mostAddressLength.toLocaleString('en')} characters.`)

const facts = (field: string) =>
  z
    .record(z.string(), z.unknown(), `${field} must be an object.`)
    .refine((value) => isShallow(value), `${field} may be nested at most ${mostDepth} levels deep.`)

/** True when nothing in it is nested deeper than `mostDepth`. */
export function isShallow(value: unknown, levels: number = mostDepth): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((inner) => isShallow(inner, levels - 1))
  for (const field in value) if (!isShallow((value as Record<string, unknown>)[field], levels - 1)) return false
  return true
}

/** The field each type cannot be without. */
export const neededBy: Partial<Record<MessageType, 'uid' | 'group_id' | 'event'>> = {
  identify: 'uid',
  group: 'group_id',
  event: 'event',
}

export const location = z.strictObject(
  {
    address: place('address'),
    path: place('path'),
    query: place('query'),
    host: place('host'),
    origin: place('origin'),
    referrer: place('referrer'),
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
      traits: facts('traits').nullish(),
      properties: facts('properties').nullish(),
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
      context.addIssue({ code: 'custom', path: [field], message: `A message of type ${given.type} needs ${field}.` })
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

export const mostDays = 90
export const mostSteps = 5
const days = z.coerce
  .number('days must be a number.')
  .int('days must be a whole number.')
  .min(1, 'days must be at least 1.')
  .max(mostDays, `days may be at most ${mostDays}.`)
  .default(30)

/** Messages that were answered 202 before the call and are not in what it answers: it waits for them, but not for long. */
const pending = z.number()

export const eventSum = z.object({
  type: z.enum(messageTypes),
  /** Empty for those that have none. */
  name: z.string(),
  total: z.number(),
  /** One number a day, oldest first. */
  by_day: z.array(z.number()),
})

const q = text('q', 200, 0).optional()

export const analyticsContract = {
  batch: endpoint({
    path: '/v1/public/batch',
    access: access.public,
    summary: 'Takes what happened in a browser, by the public key. A message_id counts once, however often it is sent.',
    input: batch,
    output: z.object({ accepted: z.number() }),
    maxBytes: mostBatchBytes,
    successStatus: 202,
    anyOrigin: true,
  }),
  client: endpoint({
    path: '/v1/public/settings',
    access: access.public,
    summary: 'What our own pages construct the event client with. `host` is null where the pages themselves are.',
    input: z.strictObject({}),
    output: z.object({ public_key: z.string(), workspace_id: z.string(), host: z.string().nullable() }),
  }),
  list: endpoint({
    path: '/__admin/events/list',
    access: access.staff,
    summary:
      'What was collected, newest first. Words are looked for in names, users, aliases and paths of the newest 100,000, and as a whole name, user or unknown alias in all of them.',
    input: z.strictObject({ q, ...paging }),
    output: pageOf(collectedEvent).extend({ pending }),
  }),
  settings: endpoint({
    path: '/__admin/events/settings',
    access: access.staff,
    summary: 'What the event client is constructed with.',
    input: z.strictObject({}),
    output: z.object({ public_key: z.string(), workspace_id: z.string(), host: z.string() }),
  }),
  summary: endpoint({
    path: '/__admin/events/summary',
    access: access.staff,
    summary: 'Counts by name and UTC day, and the pages seen most.',
    input: z.strictObject({ days }),
    output: z.object({
      /** UTC days, oldest first; the last is today. */
      days: z.array(z.string()),
      total: z.number(),
      by_day: z.array(z.number()),
      /** The 20 with most. */
      events: z.array(eventSum),
      /** The 20 with most. */
      pages: z.array(z.object({ path: z.string(), views: z.number() })),
      pending,
    }),
  }),
  funnel: endpoint({
    path: '/__admin/events/funnel',
    access: access.staff,
    summary: 'How many people did these events in this order within the period, by the clock of their browsers.',
    input: z.strictObject({
      steps: z
        .array(name('steps'), 'steps must be a list of names.')
        .min(1, 'steps is empty.')
        .max(mostSteps, `steps may hold at most ${mostSteps} names.`),
      days,
    }),
    output: z.object({ steps: z.array(z.object({ event: z.string(), people: z.number() })), pending }),
  }),
  person: endpoint({
    path: '/__admin/events/person',
    access: access.staff,
    summary:
      'What one user did, newest first: by user id, with what their browsers did before they were known, or by the alias of an unknown one.',
    input: z.strictObject({ person: name('person'), ...paging }),
    output: pageOf(collectedEvent).extend({
      /** Aliases of the user's browsers, at most 20. */
      aliases: z.array(z.string()),
      pending,
    }),
  }),
}

import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, itemId, paging, text, timestamp } from '#kit/fields.ts'

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
    .max(maxNameLength, `${field} can have up to ${maxNameLength} characters.`)

const addressText = (field: string) =>
  z
    .string(`${field} must be text.`)
    .max(maxAddressLength, `${field} can have up to ${maxAddressLength.toLocaleString('en')} characters.`)

const attributes = (field: string) =>
  z.record(z.string(), z.unknown(), `${field} must be an object.`).refine((value) => isShallow(value), {
    error: `${field} can be nested up to ${maxDepth} levels deep.`,
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
    address: addressText('address').describe('Full URL of the page.'),
    path: addressText('path').describe('Path of the URL.'),
    query: addressText('query').describe('Query string of the URL.'),
    host: addressText('host').describe('Host of the URL.'),
    origin: addressText('origin').describe('Origin of the URL.'),
    referrer: addressText('referrer').describe('URL of the page the visitor came from. Empty if unknown.'),
  },
  'location must be an object.',
)

export const message = z
  .strictObject(
    {
      message_id: name('message_id').describe('Id of the message, unique per sender. A repeated id is stored once.'),
      type: z.enum(messageTypes, `type must be one of ${messageTypes.join(', ')}.`).describe('Type of the message.'),
      uid: name('uid').nullish().describe('Id of the signed-in user, set by your site.'),
      alias: name('alias').describe('Id of the visitor’s browser.'),
      event: name('event').nullish().describe('Name of the event. For a screen or page, its name if it has one.'),
      traits: attributes('traits').nullish().describe('Facts about the person or group, by name.'),
      properties: attributes('properties').nullish().describe('Facts about the event, by name.'),
      group_id: name('group_id').nullish().describe('Id of the group the person belongs to.'),
      location: location.describe('The page the message was sent from.'),
      timestamp: z.iso
        .datetime({
          offset: true,
          error: 'timestamp must be an ISO 8601 time such as "2027-01-31T09:30:00Z".',
        })
        .describe('When it happened, by the sender’s clock.'),
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
  public_key: z.string('public_key must be text.').describe('Public key of this server’s analytics.'),
  workspace_id: z.string('workspace_id must be text.').describe('Id of the workspace that collects the events.'),
  messages: z
    .array(message, 'messages must be a list.')
    .min(1, 'messages is empty.')
    .describe('The messages, up to 1,000 per call.'),
})
export type Batch = z.output<typeof batch>

export const collectedEvent = z.object({
  _id: itemId.describe('Id of the stored event.'),
  message_id: itemId.describe('Id the sender gave the message.'),
  received_at: timestamp.describe('When the server received it.'),
  timestamp: timestamp.describe('When it happened, by the sender’s clock.'),
  type: z.enum(messageTypes).describe('Type of the message.'),
  event: z.string().nullable().describe('Name of the event. Null if it has none.'),
  uid: z.string().nullable().describe('Id of the signed-in user. Null if signed out.'),
  alias: z.string().describe('Id of the visitor’s browser.'),
  group_id: itemId.nullable().describe('Id of the group. Null if there is none.'),
  traits: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Facts about the person or group, by name. Null if there are none.'),
  properties: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Facts about the event, by name. Null if there are none.'),
  location: location.describe('The page the message was sent from.'),
})
export type CollectedEvent = z.output<typeof collectedEvent>

export const maxDays = 90
export const maxSteps = 5
const days = z.coerce
  .number('days must be a number.')
  .int('days must be a whole number.')
  .min(1, 'days must be at least 1.')
  .max(maxDays, `days can be up to ${maxDays}.`)
  .default(30)
  .describe('Number of days to look back, today included.')

/** Messages accepted before the call that aren't in the response yet. */
const pending = z.number().describe('Number of messages received but not yet counted.')

export const eventSum = z.object({
  type: z.enum(messageTypes).describe('Type of the messages.'),
  name: z.string().describe('Name of the event. Empty for types without a name.'),
  total: z.number().describe('Number of messages in the period.'),
  by_day: z.array(z.number()).describe('Number of messages per day, oldest first.'),
})

const q = text('q', 200, 0).optional().describe('Text to search for.')

export const analyticsContract = group(
  { name: 'Events', area: 'Server', about: 'Analytics events sent by a site.' },
  {
    batch: endpoint({
      path: '/v1/public/batch',
      access: access.public,
      summary: 'Collect browser events with the public key. Each message_id counts once, even if sent again.',
      example: {
        public_key: 'pk_…',
        workspace_id: exampleId,
        messages: [
          {
            message_id: 'c1f6d9a0-0001',
            type: 'event',
            alias: 'visitor-7f3a',
            event: 'report_opened',
            properties: { type: 'topic' },
            location: {
              address: 'https://example.com/demo',
              path: '/demo',
              query: '',
              host: 'example.com',
              origin: 'https://example.com',
              referrer: '',
            },
            timestamp: '2026-03-02T09:30:00.000Z',
          },
        ],
      },
      input: batch,
      output: z.object({ accepted: z.number().describe('Number of messages accepted.') }),
      maxBytes: maxBatchBytes,
      successStatus: 202,
      anyOrigin: true,
    }),
    client: endpoint({
      path: '/v1/public/settings',
      access: access.public,
      summary: 'Get the event client settings for our own pages. `host` is null when the pages are on the same host.',
      input: z.strictObject({}),
      output: z.object({
        public_key: z.string().describe('Public key for the event client.'),
        workspace_id: itemId.describe('Id of the workspace that collects this server’s events.'),
        host: z.string().nullable().describe('URL to send events to. Null: this server.'),
      }),
    }),
    list: endpoint({
      path: '/__admin/events/list',
      access: access.staff,
      summary:
        'List collected events, newest first. Searches names, users, aliases and paths of the newest 100,000, and exact names, users and unknown aliases in all of them.',
      group: 'Staff',
      input: z.strictObject({ q, ...paging }),
      output: getPage(collectedEvent).extend({ pending }),
    }),
    settings: endpoint({
      path: '/__admin/events/settings',
      access: access.staff,
      summary: 'Get the event client settings.',
      group: 'Staff',
      input: z.strictObject({}),
      output: z.object({
        public_key: z.string().describe('Public key for the event client.'),
        workspace_id: itemId.describe('Id of the workspace that collects the events.'),
        host: z.string().describe('URL to send events to.'),
      }),
    }),
    summary: endpoint({
      path: '/__admin/events/summary',
      access: access.staff,
      summary: 'Get counts by name and UTC day, and the most viewed pages.',
      group: 'Staff',
      input: z.strictObject({ days }),
      output: z.object({
        days: z.array(z.string()).describe('The days of the period in UTC, oldest first. The last is today.'),
        total: z.number().describe('Number of messages in the period.'),
        by_day: z.array(z.number()).describe('Number of messages per day, oldest first.'),
        events: z.array(eventSum).describe('The 20 most frequent events.'),
        pages: z
          .array(
            z.object({
              path: z.string().describe('Path of the page.'),
              views: z.number().describe('Number of views.'),
            }),
          )
          .describe('The 20 most viewed pages.'),
        pending,
      }),
    }),
    funnel: endpoint({
      path: '/__admin/events/funnel',
      access: access.staff,
      summary: 'Get how many people did these events in this order within the period, by their browsers’ clocks.',
      group: 'Staff',
      input: z.strictObject({
        steps: z
          .array(name('steps'), 'steps must be a list of names.')
          .min(1, 'steps is empty.')
          .max(maxSteps, `steps can have up to ${maxSteps} names.`)
          .describe('Names of events, in the order people take them.'),
        days,
      }),
      output: z.object({
        steps: z
          .array(
            z.object({
              event: z.string().describe('Name of the event.'),
              people: z.number().describe('Number of people who reached this step.'),
            }),
          )
          .describe('The steps with their counts.'),
        pending,
      }),
    }),
    person: endpoint({
      path: '/__admin/events/person',
      access: access.staff,
      summary:
        'List one user’s events, newest first: by user id, including events from before they were known, or by an unknown user’s alias.',
      group: 'Staff',
      input: z.strictObject({ person: name('person').describe('A user id or browser alias.'), ...paging }),
      output: getPage(collectedEvent).extend({
        aliases: z.array(z.string()).describe('Aliases of the person’s browsers, up to 20.'),
        pending,
      }),
    }),
  },
)

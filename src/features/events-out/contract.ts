import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, failure, getPage, id, itemId, paging, timestamp } from '#kit/fields.ts'
import { destinationKinds } from '#providers/publishing/port.ts'

export const endpointKinds = ['webhook', 'slack', 'teams'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** Every type that can be chosen. `plannedTypes` aren't sent yet. */
export const eventTypes = [
  'report.done',
  'report.failed',
  'listener.changed',
  'document.finished',
  'document.approved',
  'batch.done',
  'publication.published',
  'plan.item_changed',
  'site.decay',
  'rank.changed',
  'answers.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/** What an event tells, by its type. Every event has the address of what it is about. */
const url = z.string().meta({ description: 'Address in the app.', examples: ['https://seo.example.com/app/reports/…'] })
export const eventData = {
  'report.done': z.object({
    report_id: itemId.describe('Id of the report.'),
    query: z.string().describe('What was researched.'),
    keywords: z.number().describe('Number of keywords found.'),
    url,
  }),
  'report.failed': z.object({
    report_id: itemId.describe('Id of the report.'),
    query: z.string().describe('What was researched.'),
    error: z.string().describe('Why it failed.'),
    url,
  }),
  'listener.changed': z.object({
    listener_id: itemId.describe('Id of the listener.'),
    run_id: itemId.describe('Id of the run.'),
    keyword: z.string().describe('The topic of the listener.'),
    added: z.number().describe('Keywords the run found for the first time or again.'),
    removed: z.number().describe('Keywords that are gone.'),
    examples: z.array(z.string()).describe('Some of the keywords.'),
    url,
  }),
  'document.finished': z.object({
    document_id: itemId.describe('Id of the document.'),
    title: z.string().describe('Title of the document.'),
    words: z.number().describe('Number of words.'),
    url,
  }),
  'batch.done': z.object({
    batch_id: itemId.describe('Id of the batch.'),
    name: z.string().describe('Name of the batch.'),
    done: z.number().describe('Documents to review.'),
    failed: z.number().describe('Items that failed.'),
    url,
  }),
  'publication.published': z.object({
    post_id: itemId.nullable().describe('Id of the post on the workspace’s own blog. Null for posts on other sites.'),
    publication_id: itemId.nullable().describe('Id of the publication. Null for posts written without a document.'),
    destination: z.enum(destinationKinds).describe('What runs the site: `blog` is the workspace’s own blog.'),
    change: z.enum(['published', 'updated']).describe('Whether it became public or was updated.'),
    document_id: itemId.nullable().describe('Id of its document. Null for posts written without one.'),
    title: z.string().describe('Title of the post.'),
    url: z.string().meta({ description: 'Address of the post.', examples: ['https://blog.example.com/cold-brew'] }),
  }),
  'plan.item_changed': z.object({
    plan_id: itemId.describe('Id of the plan.'),
    item_id: itemId.describe('Id of the item.'),
    title: z.string().describe('Working title of the item.'),
    state: z.string().meta({ description: 'The item’s new state.', examples: ['review'] }),
    url,
  }),
  'rank.changed': z.object({
    tracker_id: itemId.describe('Id of the rank tracker.'),
    domain: z.string().describe('The site.'),
    up: z.number().describe('Keywords that rose or came.'),
    down: z.number().describe('Keywords that fell or were lost.'),
    examples: z.array(z.string()).describe('Some of them, with positions.'),
    url,
  }),
  'site.decay': z.object({
    site_id: itemId.describe('Id of the site.'),
    site: z.string().describe('The site.'),
    pages: z
      .array(
        z.object({
          page: z.string().describe('URL of the page.'),
          change: z.number().meta({ description: 'Share of clicks lost, below 0.', examples: [-0.38] }),
          low: z.number().describe('Lower end of its 95% interval.'),
          high: z.number().describe('Upper end of its 95% interval.'),
          cause: z.enum(['demand', 'position', 'ctr']).describe('What took most of the clicks.'),
        }),
      )
      .describe('Pages that began to lose clicks, up to 20, most lost clicks first.'),
    url,
  }),
  'answers.changed': z.object({
    watch_id: itemId.describe('Id of the watch.'),
    brand: z.string().describe('The brand.'),
    period: z.number().describe('Number of the period.'),
    moved: z.number().describe('Prompt–engine pairs that changed significantly.'),
    examples: z.array(z.string()).describe('Some of them, with counts.'),
    url,
  }),
} satisfies Partial<Record<EventType, z.ZodType>>
export type SentType = keyof typeof eventData
export type EventData<Type extends SentType> = z.output<(typeof eventData)[Type]>
export const sentTypes = Object.keys(eventData) as SentType[]

const planned = eventTypes.filter((type) => !(type in eventData))

export const eventEndpoint = z
  .object({
    _id: itemId.describe('Id of the endpoint.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    kind: z.enum(endpointKinds).describe('What receives the events.'),
    url: z.string().meta({
      description: 'Where events are sent. Of Slack and Teams only the start, since their URLs are secret.',
      examples: ['https://example.com/hooks/earshot'],
    }),
    events: z.array(z.enum(eventTypes)).meta({ description: 'Types that are sent.', examples: [['report.done']] }),
    active: z.boolean().describe('False while nothing is sent.'),
    last: z
      .object({
        status: z.enum(['waiting', 'sending', 'delivered', 'failed', 'unclear']).describe('What became of it.'),
        at: timestamp.describe('When it was queued.'),
      })
      .nullable()
      .describe('The latest delivery. Null before the first.'),
    created_at: timestamp.describe('When the endpoint was added.'),
  })
  .meta({ id: 'EventEndpoint' })
export type EventEndpoint = z.output<typeof eventEndpoint>

export const eventDelivery = z
  .object({
    _id: itemId.describe('Id of the delivery.'),
    event_id: itemId.describe('Id of the event. Retries and replays have the same.'),
    type: z.string().meta({ description: 'Type of the event, or test.', examples: ['report.done'] }),
    status: z
      .enum(['waiting', 'sending', 'delivered', 'failed', 'unclear'])
      .describe('Unclear: the server stopped while sending. It may have arrived and isn’t retried.'),
    attempts: z.number().describe('How often it was sent.'),
    http_status: z.number().nullable().describe('HTTP status of the latest response. Null without one.'),
    ms: z.number().nullable().describe('Duration of the latest request in milliseconds. Null before the first.'),
    replay: z.boolean().describe('Whether someone sent it again.'),
    error: z.string().nullable().describe('Why the latest request failed. Null if it didn’t.'),
    failure: failure
      .nullable()
      .describe('Why it failed, with the code, reason and params of an API error. Null if no reason is known.'),
    next_at: timestamp.nullable().describe('When it’s sent next. Null if it isn’t.'),
    tried_at: timestamp.nullable().describe('When it was last sent. Null if never.'),
    created_at: timestamp.describe('When it was queued.'),
  })
  .meta({ id: 'EventDelivery' })
export type EventDelivery = z.output<typeof eventDelivery>

const target = z
  .string('url must be a URL.')
  .trim()
  .max(2000, 'url can have up to 2,000 characters.')
  .regex(/^https?:\/\//i, 'url must be an http or https URL.')
  .meta({
    description: 'Where events are sent: your own URL, or the incoming webhook of a Slack or Teams channel.',
    examples: ['https://example.com/hooks/earshot'],
  })

const events = z
  .array(z.enum(eventTypes, `events must be one or more of ${eventTypes.join(', ')}.`))
  .min(1, 'events needs at least one type.')
  .max(eventTypes.length, 'events lists a type twice.')
  .transform((given) => eventTypes.filter((type) => given.includes(type)))
  .meta({
    description: `Types to send. Not sent yet: ${planned.join(', ')}.`,
    examples: [['report.done', 'listener.changed']],
  })

export const eventsOutContract = group(
  {
    name: 'Webhooks',
    area: 'Account',
    about: 'Events for other tools: signed requests to your own URL, or messages in Slack and Teams.',
  },
  {
    add: endpoint({
      path: '/events_out/add',
      access: access.workspace('admin', 'events_out'),
      summary: 'Add an endpoint. The secret that signs its requests is returned only once.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        url: 'https://example.com/hooks/earshot',
        kind: 'webhook',
        events: ['report.done', 'listener.changed'],
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        url: target,
        kind: z
          .enum(endpointKinds, `kind must be one of: ${endpointKinds.join(', ')}.`)
          .default('webhook')
          .describe('What receives the events. It decides the format of the request.'),
        events,
      }),
      output: z.object({
        endpoint: eventEndpoint.describe('The endpoint.'),
        secret: z
          .string()
          .nullable()
          .meta({ description: 'Secret that signs requests. Null for Slack and Teams.', examples: ['whsec_…'] }),
      }),
    }),
    list: endpoint({
      path: '/events_out/list',
      access: access.workspace('admin', 'events_out'),
      effect: 'read',
      summary: 'List a workspace’s endpoints, oldest first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(eventEndpoint).describe('All endpoints of the workspace.'),
        total: z.number().describe('Number of endpoints.'),
      }),
    }),
    update: endpoint({
      path: '/events_out/update',
      access: access.resource('admin', 'events_out'),
      summary: 'Change an endpoint. Fields you leave out don’t change.',
      input: z.strictObject({
        _id: id().describe('Id of the endpoint.'),
        url: target.optional(),
        events: events.optional(),
        active: z.boolean('active must be true or false.').optional().describe('False stops sending.'),
        new_secret: z
          .literal(true, 'new_secret must be true.')
          .optional()
          .describe('True creates a new secret. The old one stops signing.'),
      }),
      output: z.object({
        endpoint: eventEndpoint.describe('The endpoint.'),
        secret: z.string().nullable().describe('The new secret. Null if none was asked for.'),
      }),
    }),
    remove: endpoint({
      path: '/events_out/remove',
      access: access.resource('admin', 'events_out'),
      summary: 'Delete an endpoint with its deliveries.',
      input: z.strictObject({ _id: id().describe('Id of the endpoint.') }),
      output: z.object({}),
    }),
    test: endpoint({
      path: '/events_out/test',
      access: access.resource('admin', 'events_out'),
      summary: 'Send a test event to an endpoint.',
      rate: '60 per hour per endpoint.',
      input: z.strictObject({ _id: id().describe('Id of the endpoint.') }),
      output: z.object({ delivery: eventDelivery.describe('The queued delivery.') }),
    }),
    deliveries: endpoint({
      path: '/events_out/deliveries',
      access: access.resource('admin', 'events_out'),
      effect: 'read',
      summary: 'List an endpoint’s deliveries, newest first. They are kept for 30 days.',
      input: z.strictObject({ _id: id().describe('Id of the endpoint.'), ...paging }),
      output: getPage(eventDelivery),
    }),
    replay: endpoint({
      path: '/events_out/replay',
      access: access.resource('admin', 'events_out'),
      summary: 'Send an event again, to the endpoint’s current URL.',
      input: z.strictObject({ _id: id().describe('Id of the delivery.') }),
      output: z.object({ delivery: eventDelivery.describe('The new delivery.') }),
    }),
  },
)

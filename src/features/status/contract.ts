import { z } from 'zod'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId, nothing, text, timestamp } from '#kit/fields.ts'

export const historyDays = 90

/**
 * `idle`: not used recently, so its state is unknown. `off`: not set up on this server.
 */
export const componentStatuses = ['up', 'degraded', 'down', 'idle', 'off'] as const
export type ComponentStatus = (typeof componentStatuses)[number]

export const component = z
  .object({
    id: itemId.describe('Id of the component.'),
    name: z.string().describe('Name of the component.'),
    status: z.enum(componentStatuses).describe('Status of the component.'),
    message: z.string().describe('Its state in one sentence.'),
  })
  .meta({ id: 'Component' })
export type Component = z.output<typeof component>

export const installationStatuses = ['up', 'degraded', 'maintenance'] as const
export type InstallationStatus = (typeof installationStatuses)[number]

export const updown = z
  .object({
    status: z.enum(installationStatuses).describe('Status of the server.'),
    version: z.string().describe('Version of the server.'),
    components: z.array(component).describe('Components and their status.'),
    checked_at: timestamp.describe('When the components were last checked.'),
    maintenance: z
      .object({ message: z.string().describe('What is being done.'), since: timestamp.describe('When it began.') })
      .nullable()
      .describe('The current maintenance. Null if there is none.'),
  })
  .meta({ id: 'Updown' })
export type Updown = z.output<typeof updown>

export const incidentKinds = ['incident', 'maintenance'] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incident = z
  .object({
    _id: itemId.describe('Id of the incident.'),
    kind: z.enum(incidentKinds).describe('An incident or maintenance.'),
    title: z.string().describe('Title of the incident.'),
    started_at: timestamp.describe('When it began.'),
    resolved_at: timestamp.nullable().describe('When it ended. Null if it hasn’t.'),
    updates: z
      .array(
        z.object({
          _id: itemId.describe('Id of the update.'),
          at: timestamp.describe('When it was posted.'),
          message: z.string().describe('Text of the update.'),
        }),
      )
      .describe('Updates, newest first.'),
  })
  .meta({ id: 'Incident' })
export type Incident = z.output<typeof incident>

/** Samples of a component by state; a day without samples has none. */
export const statusDay = z
  .object({
    day: z.string().meta({ description: 'The day in UTC.', examples: ['2026-03-02'] }),
    up: z.number().describe('Number of checks that found it working.'),
    degraded: z.number().describe('Number of checks that found it slow or limited.'),
    down: z.number().describe('Number of checks that found it down.'),
  })
  .meta({ id: 'StatusDay' })
export type StatusDay = z.output<typeof statusDay>

export const statusHistory = z.object({
  days: z.number().describe('Number of days in the history.'),
  components: z
    .array(
      z.object({
        id: itemId.describe('Id of the component.'),
        name: z.string().describe('Name of the component.'),
        days: z.array(statusDay).describe('Checks per day, oldest first.'),
      }),
    )
    .describe('Components with their days.'),
})
export type StatusHistory = z.output<typeof statusHistory>

const message = text('message', 2000).describe('Text of the update.')

export const statusContract = group(
  { name: 'Status', area: 'Server', about: 'Server status, incidents and maintenance.' },
  {
    live: endpoint({
      method: 'GET',
      path: '/healthz',
      access: access.public,
      summary: 'Check that the process responds.',
      input: nothing,
      output: z.object({ version: z.string().describe('Version of the server.') }),
    }),
    ready: endpoint({
      method: 'GET',
      path: '/readyz',
      access: access.public,
      summary:
        'Check that the process is ready for requests: its database responds and accepts writes. Responds within two seconds.',
      input: nothing,
      output: z.object({ database: z.literal('up').describe('The database responds.') }),
    }),
    metrics: fileDownload({
      method: 'GET',
      path: '/metrics',
      access: access.loopback,
      summary:
        'Get Prometheus metrics. Requires METRICS_TOKEN as a Bearer token when it’s set or PUBLIC_URL is a public URL.',
      files: ['text/plain'],
      input: nothing,
      output: z.any(),
    }),
    updown: endpoint({
      method: 'GET',
      path: '/__skylark/updown',
      access: access.public,
      summary: 'Get the current status by component, refreshed every few seconds.',
      input: nothing,
      output: updown,
    }),
    switch: endpoint({
      path: '/__skylark/updown',
      access: access.staff,
      summary:
        'Start or end maintenance. During maintenance everyone but staff gets 503 with Retry-After. Running work finishes; nothing new starts.',
      example: { status: 'maintenance', message: 'Replacing disks. Back at 12:00 UTC.' },
      input: z.strictObject({
        status: z
          .enum(['up', 'maintenance'], 'status must be "up" or "maintenance".')
          .describe('`maintenance` lets only staff sign in, `up` ends it.'),
        message: text('message', 2000, 0).optional().describe('What is being done. Shown to everyone.'),
      }),
      output: updown,
    }),
    history: endpoint({
      method: 'GET',
      path: '/__skylark/history',
      access: access.public,
      summary: 'Get each component’s daily uptime (UTC), oldest first.',
      input: nothing,
      output: statusHistory,
    }),
    incidents: endpoint({
      method: 'GET',
      path: '/__skylark/incidents',
      access: access.public,
      summary: 'List open incidents and maintenance and those of the last 90 days, newest first.',
      input: nothing,
      output: z.object({ items: z.array(incident).describe('Incidents, newest first.') }),
    }),
    incidentAdd: endpoint({
      path: '/__skylark/incidents/add',
      access: access.staff,
      summary: 'Create an incident.',
      idempotent: true,
      input: z.strictObject({
        title: text('title', 200).meta({ description: 'Title of the incident.', examples: ['Reports are slow'] }),
        message,
      }),
      output: z.object({ incident: incident.describe('The incident.') }),
    }),
    incidentUpdate: endpoint({
      path: '/__skylark/incidents/update',
      access: access.staff,
      summary: 'Post an update to an incident, resolve it or reopen it.',
      idempotent: true,
      example: { _id: exampleId, message: 'The cause is fixed.', resolved: true },
      input: z.strictObject({
        _id: id().describe('Id of the incident.'),
        title: text('title', 200)
          .optional()
          .meta({ description: 'Title of the incident.', examples: ['Reports are slow'] }),
        message: message.optional(),
        resolved: z
          .boolean('resolved must be true or false.')
          .optional()
          .describe('True resolves the incident, false reopens it.'),
      }),
      output: z.object({ incident: incident.describe('The incident.') }),
    }),
    incidentDelete: endpoint({
      path: '/__skylark/incidents/delete',
      access: access.staff,
      summary: 'Delete an incident. Active maintenance is ended first.',
      input: z.strictObject({ _id: id().describe('Id of the incident.') }),
      output: z.object({}),
    }),
  },
)

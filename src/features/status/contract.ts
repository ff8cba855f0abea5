import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { id, nothing, text, timestamp } from '#kit/fields.ts'

export const historyDays = 90

/**
 * `idle`: not used recently, so its state is unknown. `off`: not set up on this server.
 */
export const componentStatuses = ['up', 'degraded', 'down', 'idle', 'off'] as const
export type ComponentStatus = (typeof componentStatuses)[number]

export const component = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(componentStatuses),
  /** A public sentence about its state. */
  message: z.string(),
})
export type Component = z.output<typeof component>

export const installationStatuses = ['up', 'degraded', 'maintenance'] as const
export type InstallationStatus = (typeof installationStatuses)[number]

export const updown = z.object({
  status: z.enum(installationStatuses),
  version: z.string(),
  components: z.array(component),
  checked_at: timestamp,
  /** Set while the installation is in maintenance. */
  maintenance: z.object({ message: z.string(), since: timestamp }).nullable(),
})
export type Updown = z.output<typeof updown>

export const incidentKinds = ['incident', 'maintenance'] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incident = z.object({
  _id: z.string(),
  kind: z.enum(incidentKinds),
  title: z.string(),
  started_at: timestamp,
  resolved_at: timestamp.nullable(),
  /** The newest first. */
  updates: z.array(z.object({ _id: z.string(), at: timestamp, message: z.string() })),
})
export type Incident = z.output<typeof incident>

/** Samples of a component by state; a day without samples has none. */
export const statusDay = z.object({ day: z.string(), up: z.number(), degraded: z.number(), down: z.number() })
export type StatusDay = z.output<typeof statusDay>

export const statusHistory = z.object({
  days: z.number(),
  components: z.array(z.object({ id: z.string(), name: z.string(), days: z.array(statusDay) })),
})
export type StatusHistory = z.output<typeof statusHistory>

const message = text('message', 2000)

export const statusContract = {
  live: endpoint({
    method: 'GET',
    path: '/healthz',
    access: access.public,
    summary: 'Check that the process responds.',
    input: nothing,
    output: z.object({ version: z.string() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    access: access.public,
    summary:
      'Check that the process is ready for requests: its database responds and accepts writes. Responds within two seconds.',
    input: nothing,
    output: z.object({ database: z.literal('up') }),
  }),
  metrics: fileDownload({
    method: 'GET',
    path: '/metrics',
    access: access.loopback,
    summary:
      'Get Prometheus metrics. Requires METRICS_TOKEN as a Bearer token when it’s set or PUBLIC_URL is a public URL.',
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
    input: z.strictObject({
      status: z.enum(['up', 'maintenance'], 'status must be "up" or "maintenance".'),
      message: text('message', 2000, 0).optional(),
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
    output: z.object({ items: z.array(incident) }),
  }),
  incidentAdd: endpoint({
    path: '/__skylark/incidents/add',
    access: access.staff,
    summary: 'Create an incident.',
    idempotent: true,
    input: z.strictObject({ title: text('title', 200), message }),
    output: z.object({ incident }),
  }),
  incidentUpdate: endpoint({
    path: '/__skylark/incidents/update',
    access: access.staff,
    summary: 'Post an update to an incident, resolve it or reopen it.',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      title: text('title', 200).optional(),
      message: message.optional(),
      resolved: z.boolean('resolved must be true or false.').optional(),
    }),
    output: z.object({ incident }),
  }),
  incidentDelete: endpoint({
    path: '/__skylark/incidents/delete',
    access: access.staff,
    summary: 'Delete an incident. Active maintenance is ended first.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}

import type { Generated } from 'kysely'
import type { IncidentKind } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    status_samples: StatusSamplesTable
    status_outcomes: StatusOutcomesTable
    worker_beats: WorkerBeatsTable
    incidents: IncidentsTable
    incident_updates: IncidentUpdatesTable
  }
}

export const grains = ['minute', 'hour', 'day'] as const
export type Grain = (typeof grains)[number]

export type StatusSamplesTable = {
  component: string
  grain: Grain
  /** Start of the minute, hour or day. */
  at: Date
  up: Generated<number>
  degraded: Generated<number>
  down: Generated<number>
}

export type StatusOutcomesTable = {
  /** "source:reddit", "model", "mail". */
  component: string
  at: Date
  good: number
  bad: number
}

export type WorkerBeatsTable = { id: string; started_at: Generated<Date>; at: Generated<Date> }

export type IncidentsTable = {
  id: string
  kind: IncidentKind
  title: string
  started_at: Generated<Date>
  resolved_at: Date | null
}

export type IncidentUpdatesTable = { incident_id: string; id: string; at: Generated<Date>; message: string }

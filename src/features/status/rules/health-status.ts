import type { Component, ComponentStatus, InstallationStatus } from '../contract.ts'

/** Turns measurements into the public status of each component. Its messages name no hosts and no vendor errors. Pure. */

export type Outcome = { component: string; good: number; bad: number }
export type Waiting = {
  workers: number
  waited_seconds: number | null
  listener_seconds: number | null
  mail_seconds: number | null
}
export type Measurements = {
  /** Database response time; null: it didn't respond. */
  databaseMs: number | null
  /** Null while the database is down. */
  waiting: Waiting | null
  /** Outcomes of calls to sources, models and the email server in the last `outcomeMinutes`. */
  outcomes: Outcome[]
  filesWork: boolean
  emailIsSetUp: boolean
  modelIsSetUp: boolean
  maintenance: boolean
  /** Labels of sources by id. */
  labels: ReadonlyMap<string, string>
}

export const sourceOutcome = (id: string) => `source:${id}`

/** Outcomes of this period decide whether a source, model or email server works. */
export const outcomeMinutes = 15

const slowDatabaseMs = 1000
const longJobWaitSeconds = 60
const longEmailWaitSeconds = 600
const listenersLateSeconds = 120
const listenersStoodStillSeconds = 1800

/** A single failure isn't an outage. */
const isFailing = ({ good, bad }: Outcome) => bad >= 2 && bad > good
const isUnstable = ({ good, bad }: Outcome) => bad >= 2 && bad / (good + bad) > 0.2

type Health = { status: ComponentStatus; message: string }
const health = (status: ComponentStatus, message: string): Health => ({ status, message })
const unknownHealth = health('idle', 'Unknown while the database isn’t responding.')

export function getComponents(found: Measurements): Component[] {
  return [
    { id: 'database', name: 'Database', ...getDatabaseHealth(found) },
    { id: 'jobs', name: 'Background jobs', ...getJobsHealth(found) },
    { id: 'files', name: 'Files', ...getFilesHealth(found) },
    { id: 'sources', name: 'Search sources', ...getSourcesHealth(found) },
    { id: 'listeners', name: 'Listeners', ...getListenersHealth(found) },
    { id: 'model', name: 'Language model', ...getModelHealth(found) },
    { id: 'mail', name: 'Email', ...getEmailHealth(found) },
  ]
}

/** The overall status. Components that are idle or not set up don't count. */
export function getOverallStatus(components: Component[], maintenance: boolean): InstallationStatus {
  if (maintenance) return 'maintenance'
  return components.some(({ status }) => status === 'down' || status === 'degraded') ? 'degraded' : 'up'
}

function getDatabaseHealth({ databaseMs }: Measurements): Health {
  if (databaseMs === null) return health('down', 'The database isn’t responding.')
  return databaseMs > slowDatabaseMs
    ? health('degraded', 'The database is slow.')
    : health('up', 'The database is responding.')
}

function getJobsHealth({ waiting }: Measurements): Health {
  if (!waiting) return unknownHealth
  if (waiting.workers === 0) return health('down', 'No worker is running. Background jobs are waiting.')
  const waited = waiting.waited_seconds ?? 0
  return waited > longJobWaitSeconds
    ? health('degraded', `Background jobs are delayed by up to ${inWords(waited)}.`)
    : health('up', 'Background jobs start immediately.')
}

const getFilesHealth = ({ filesWork }: Measurements) =>
  filesWork
    ? health('up', 'Files can be uploaded and downloaded.')
    : health('down', 'Files can’t be written. Uploads and downloads fail.')

function getSourcesHealth({ waiting, outcomes, labels }: Measurements): Health {
  if (!waiting) return unknownHealth
  const used = outcomes.filter(({ component }) => component.startsWith(sourceOutcome('')))
  if (used.length === 0) return health('idle', 'No recent requests.')
  const failing = used
    .filter(isFailing)
    .map(({ component }) => component.slice(sourceOutcome('').length))
    .map((id) => labels.get(id) ?? id)
  if (failing.length === 0) return health('up', `All sources used in the last ${outcomeMinutes} minutes responded.`)
  if (failing.length === used.length)
    return health('down', `No source used in the last ${outcomeMinutes} minutes responded.`)
  return health(
    'degraded',
    `${joinNames(failing)} ${failing.length === 1 ? 'isn’t' : 'aren’t'} responding; the others are.`,
  )
}

function getListenersHealth({ waiting, maintenance }: Measurements): Health {
  if (!waiting) return unknownHealth
  if (maintenance) return health('idle', 'Paused during maintenance. They catch up afterwards.')
  const late = waiting.listener_seconds ?? 0
  if (late > listenersStoodStillSeconds)
    return health('down', `Listeners aren’t running. The next one is ${inWords(late)} late.`)
  return late > listenersLateSeconds
    ? health('degraded', `Listeners run up to ${inWords(late)} late.`)
    : health('up', 'Listeners run on time.')
}

function getModelHealth({ waiting, outcomes, modelIsSetUp }: Measurements): Health {
  if (!modelIsSetUp) return health('off', 'No AI model is set up. The built-in writer is used.')
  return waiting ? getVendorHealth(outcomes, 'model', 'The model') : unknownHealth
}

function getEmailHealth({ waiting, outcomes, emailIsSetUp: mailIsSetUp }: Measurements): Health {
  if (!mailIsSetUp) return health('off', 'Email isn’t set up.')
  if (!waiting) return unknownHealth
  if ((waiting.mail_seconds ?? 0) > longEmailWaitSeconds)
    return health('degraded', `Emails are delayed by up to ${inWords(waiting.mail_seconds ?? 0)}.`)
  return getVendorHealth(outcomes, 'mail', 'The email server')
}

function getVendorHealth(outcomes: Outcome[], component: string, subject: string): Health {
  const outcome = outcomes.find((one) => one.component === component)
  if (!outcome) return health('idle', `${subject} wasn’t used in the last ${outcomeMinutes} minutes.`)
  if (isFailing(outcome)) return health('down', `${subject} isn’t responding.`)
  return isUnstable(outcome)
    ? health('degraded', `${subject} fails intermittently.`)
    : health('up', `${subject} is responding.`)
}

const inWords = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`

const joinNames = (names: string[]) =>
  names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

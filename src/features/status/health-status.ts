import type { Component, ComponentStatus, InstallationStatus } from './contract.ts'

/** What was found, put into words for everybody: no addresses, no errors of vendors, no names of machines. */

export type Outcome = { component: string; good: number; bad: number }
export type Waiting = {
  workers: number
  waited_seconds: number | null
  listener_seconds: number | null
  mail_seconds: number | null
}
export type Found = {
  /** How long the database took to answer; null when it did not. */
  databaseMs: number | null
  /** Null when the database did not tell. */
  waiting: Waiting | null
  /** What came of asking others in the last minutes. */
  outcomes: Outcome[]
  filesWork: boolean
  mailIsSetUp: boolean
  modelIsSetUp: boolean
  maintenance: boolean
  /** Of sources, by id. */
  labels: ReadonlyMap<string, string>
}

export const sourceOutcome = (id: string) => `source:${id}`

const slowDatabaseMs = 1000
const longJobWaitSeconds = 60
const longMailWaitSeconds = 600
const listenersLateSeconds = 120
const listenersStoodStillSeconds = 1800

/** One bad answer is nobody's outage. */
const fails = ({ good, bad }: Outcome) => bad >= 2 && bad > good
const stumbles = ({ good, bad }: Outcome) => bad >= 2 && bad / (good + bad) > 0.2

type Judgement = { status: ComponentStatus; message: string }
const judged = (status: ComponentStatus, message: string): Judgement => ({ status, message })
const unseen = judged('idle', 'Unknown while the database isn’t responding.')

export function judge(found: Found): Component[] {
  return [
    { id: 'database', name: 'Database', ...judgeDatabase(found) },
    { id: 'jobs', name: 'Background work', ...judgeJobs(found) },
    { id: 'files', name: 'Files', ...judgeFiles(found) },
    { id: 'sources', name: 'Search sources', ...judgeSources(found) },
    { id: 'listeners', name: 'Search listeners', ...judgeListeners(found) },
    { id: 'model', name: 'Language model', ...judgeModel(found) },
    { id: 'mail', name: 'Email', ...judgeMail(found) },
  ]
}

/** Of the whole: what is idle or not set up does not count against it. */
export function overall(components: Component[], maintenance: boolean): InstallationStatus {
  if (maintenance) return 'maintenance'
  return components.some(({ status }) => status === 'down' || status === 'degraded') ? 'degraded' : 'up'
}

function judgeDatabase({ databaseMs }: Found): Judgement {
  if (databaseMs === null) return judged('down', 'The database isn’t responding.')
  return databaseMs > slowDatabaseMs
    ? judged('degraded', 'The database is slow.')
    : judged('up', 'The database is responding.')
}

function judgeJobs({ waiting }: Found): Judgement {
  if (!waiting) return unseen
  if (waiting.workers === 0) return judged('down', 'No worker is running. Background work is waiting.')
  const waited = waiting.waited_seconds ?? 0
  return waited > longJobWaitSeconds
    ? judged('degraded', `Background work is delayed by up to ${inWords(waited)}.`)
    : judged('up', 'Background work starts immediately.')
}

const judgeFiles = ({ filesWork }: Found) =>
  filesWork
    ? judged('up', 'Files can be uploaded and downloaded.')
    : judged('down', 'Files can’t be written. Uploads and downloads fail.')

function judgeSources({ waiting, outcomes, labels }: Found): Judgement {
  if (!waiting) return unseen
  const asked = outcomes.filter(({ component }) => component.startsWith(sourceOutcome('')))
  if (asked.length === 0) return judged('idle', 'No recent requests.')
  const failing = asked
    .filter(fails)
    .map(({ component }) => component.slice(sourceOutcome('').length))
    .map((id) => labels.get(id) ?? id)
  if (failing.length === 0) return judged('up', 'All sources used in the last minutes responded.')
  if (failing.length === asked.length) return judged('down', 'No source used in the last minutes responded.')
  return judged(
    'degraded',
    `${listed(failing)} ${failing.length === 1 ? 'isn’t' : 'aren’t'} responding; the others are.`,
  )
}

function judgeListeners({ waiting, maintenance }: Found): Judgement {
  if (!waiting) return unseen
  if (maintenance) return judged('idle', 'Paused during maintenance. They catch up afterwards.')
  const late = waiting.listener_seconds ?? 0
  if (late > listenersStoodStillSeconds)
    return judged('down', `Listeners aren’t running. The next one is ${inWords(late)} late.`)
  return late > listenersLateSeconds
    ? judged('degraded', `Listeners run up to ${inWords(late)} late.`)
    : judged('up', 'Listeners run on time.')
}

function judgeModel({ waiting, outcomes, modelIsSetUp }: Found): Judgement {
  if (!modelIsSetUp) return judged('off', 'No AI model is set up. The built-in writer is used.')
  return waiting ? judgeAsked(outcomes, 'model', 'The model') : unseen
}

function judgeMail({ waiting, outcomes, mailIsSetUp }: Found): Judgement {
  if (!mailIsSetUp) return judged('off', 'Email isn’t set up.')
  if (!waiting) return unseen
  if ((waiting.mail_seconds ?? 0) > longMailWaitSeconds)
    return judged('degraded', `Emails are delayed by up to ${inWords(waiting.mail_seconds ?? 0)}.`)
  return judgeAsked(outcomes, 'mail', 'The email server')
}

function judgeAsked(outcomes: Outcome[], component: string, subject: string): Judgement {
  const outcome = outcomes.find((one) => one.component === component)
  if (!outcome) return judged('idle', `${subject} wasn’t used in the last minutes.`)
  if (fails(outcome)) return judged('down', `${subject} isn’t responding.`)
  return stumbles(outcome)
    ? judged('degraded', `${subject} fails intermittently.`)
    : judged('up', `${subject} is responding.`)
}

const inWords = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`

const listed = (names: string[]) =>
  names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

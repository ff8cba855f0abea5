import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutcomeCounter } from './outcome-counter.ts'
import { type Checks, heartbeatEveryMs } from './run-checks.ts'
import {
  aggregateSamples,
  deleteHeartbeat,
  deleteOldSamples,
  insertSamples,
  isSampled,
  type Sample,
  saveHeartbeat,
} from './store/store.ts'

const pollEveryMs = 20_000
const minuteRetentionHours = 48
const hourRetentionHours = 14 * 24
/** The 90 days shown, plus partial days. */
const retentionDays = 92
/** Samples buffered while the database is down: about a day. */
const maxBuffered = 1440 * 10

/**
 * Stores one status sample a minute. Every process runs it and the first one wins, since the workers may be what is down.
 * Samples that can't be stored because the database is down are buffered in memory.
 */
export function startSampling({
  db,
  checks,
  outcomes,
  log,
}: {
  db: Database
  checks: Checks
  outcomes: OutcomeCounter
  log: Log
}) {
  const buffered: Sample[] = []
  let sampledMinute = 0

  async function sample() {
    await outcomes.flush()
    const now = new Date()
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute === sampledMinute) return
    const isTaken = buffered.length === 0 && (await isSampled(db, now))
    if (!isTaken) await storeSample(now)
    sampledMinute = minute
  }

  async function storeSample(at: Date) {
    const { components } = await checks.look()
    await insertSamples(db, [...buffered, ...getSamples(components, at)])
    buffered.length = 0
  }

  async function round() {
    try {
      await sample()
    } catch (err) {
      const at = new Date()
      const minute = Math.floor(at.getTime() / 60_000)
      if (minute !== sampledMinute && buffered.length < maxBuffered) {
        buffered.push(...getSamples((await checks.look()).components, at))
        sampledMinute = minute
      }
      log.warn({ err }, 'Status sample could not be stored; it is kept in memory')
    }
  }
  const timer = setInterval(() => void round(), pollEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer), round }
}

function getSamples(components: Awaited<ReturnType<Checks['look']>>['components'], at: Date): Sample[] {
  return components.flatMap(({ id, status }) =>
    status === 'up' || status === 'degraded' || status === 'down' ? [{ component: id, at, status }] : [],
  )
}

/** Retention: aggregates minutes into hours and hours into days, and deletes old samples. */
export async function compactSamples(db: Database) {
  await aggregateSamples(db, 'minute', 'hour', minuteRetentionHours)
  await aggregateSamples(db, 'hour', 'day', hourRetentionHours)
  await deleteOldSamples(db, retentionDays)
}

/** Stores this worker's heartbeat until it stops. */
export async function startHeartbeat(db: Database, log: Log) {
  const id = randomUUID()
  await saveHeartbeat(db, id)
  const timer = setInterval(
    () => void saveHeartbeat(db, id).catch((err) => log.warn({ err }, 'Worker heartbeat could not be stored')),
    heartbeatEveryMs,
  )
  timer.unref()
  return async () => {
    clearInterval(timer)
    await deleteHeartbeat(db, id).catch((err) => log.warn({ err }, 'Worker sign-off could not be stored'))
  }
}

import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutcomeCounter } from './outcome-counter.ts'
import { beatEveryMs, type Checks } from './run-checks.ts'
import { beat, coarsen, deleteOldSamples, endBeat, insertSamples, isSampled, type Sample } from './store.ts'

const lookEveryMs = 20_000
const minutesKeptHours = 48
const hoursKeptHours = 14 * 24
/** The days that are shown, and the one that is not over. */
const keptDays = 92
/** Of minutes the database could not be told of: a day's. */
const maxHeldBack = 1440 * 10

/**
 * Looks once a minute and writes down what was found. Any process does it, whoever comes first: the workers may be what is down.
 * What cannot be written, because the database is what is down, waits in memory and is written later.
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
  const heldBack: Sample[] = []
  let sampledMinute = 0

  async function sample() {
    await outcomes.flush()
    const now = new Date()
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute === sampledMinute) return
    const taken = heldBack.length === 0 && (await isSampled(db, now))
    if (!taken) await lookAndWrite(now)
    sampledMinute = minute
  }

  async function lookAndWrite(at: Date) {
    const { components } = await checks.look()
    await insertSamples(db, [...heldBack, ...getSamples(components, at)])
    heldBack.length = 0
  }

  async function round() {
    try {
      await sample()
    } catch (err) {
      const at = new Date()
      const minute = Math.floor(at.getTime() / 60_000)
      if (minute !== sampledMinute && heldBack.length < maxHeldBack) {
        heldBack.push(...getSamples((await checks.look()).components, at))
        sampledMinute = minute
      }
      log.warn({ err }, 'Status sample could not be stored; it is kept in memory')
    }
  }
  const timer = setInterval(() => void round(), lookEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer), round }
}

function getSamples(components: Awaited<ReturnType<Checks['look']>>['components'], at: Date): Sample[] {
  return components.flatMap(({ id, status }) =>
    status === 'up' || status === 'degraded' || status === 'down' ? [{ component: id, at, status }] : [],
  )
}

/** Minutes become hours, hours become days, and what is past showing goes. */
export async function thinSamples(db: Database) {
  await coarsen(db, 'minute', 'hour', minutesKeptHours)
  await coarsen(db, 'hour', 'day', hoursKeptHours)
  await deleteOldSamples(db, keptDays)
}

/** Says that this worker lives, as long as it does. */
export async function startBeating(db: Database, log: Log) {
  const id = randomUUID()
  await beat(db, id)
  const timer = setInterval(
    () => void beat(db, id).catch((err) => log.warn({ err }, 'Worker heartbeat could not be stored')),
    beatEveryMs,
  )
  timer.unref()
  return async () => {
    clearInterval(timer)
    await endBeat(db, id).catch((err) => log.warn({ err }, 'Worker sign-off could not be stored'))
  }
}

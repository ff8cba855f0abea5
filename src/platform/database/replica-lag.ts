import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseClient } from './database-client.ts'

/** `lagging`: further behind than allowed. `not_a_standby`: it doesn't follow this primary. */
export type ReplicaState = 'usable' | 'lagging' | 'down' | 'not_a_standby'

type Settings = {
  primary: pg.Pool
  url: string
  maxLagSeconds: number
  /** After each look. `seconds`: how old its data may be. */
  onState(state: ReplicaState, seconds: number): void
  log: Log
}

/** A position in the primary's write-ahead log, and when the primary had reached it. */
type Sample = { at: number; position: number }

/** Positions as numbers: exact up to 9 PB of log. */
export const primaryPosition = `(pg_current_wal_flush_lsn() - '0/0')::float8`
export const replicaPosition = `(pg_last_wal_replay_lsn() - '0/0')::float8`
const system = `(select system_identifier::text from pg_control_system()) as system`

const lookEveryMs = 1000
const timeoutMs = 2000
const connectTimeoutMs = 1500

/**
 * How old a replica's data is: a replica that has applied the position the primary had at a moment has everything of that moment.
 * Unlike the time of the last applied transaction, this needs no writes and no equal clocks.
 */
export function createReplicaLag({ primary, url, maxLagSeconds, onState, log }: Settings) {
  const maxLagMs = maxLagSeconds * 1000
  let client: DatabaseClient | null = null
  let primarySystem: string | null = null
  let samples: Sample[] = []
  let currentAt = Number.NEGATIVE_INFINITY
  /** What the last look or a failed read found. */
  let found: Exclude<ReplicaState, 'lagging'> = 'down'
  let suspectedAt = Number.NEGATIVE_INFINITY
  let logged: ReplicaState | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const getState = (): ReplicaState =>
    found === 'usable' && performance.now() - currentAt > maxLagMs ? 'lagging' : found

  async function look() {
    const at = performance.now()
    const [here, there] = await Promise.allSettled([withTimeout(readPrimary()), withTimeout(readReplica())])
    if (there.status === 'rejected') {
      drop()
      return set('down', there.reason as Error)
    }
    if (here.status === 'fulfilled') {
      primarySystem = here.value.system
      // What is older than the limit can't make the replica current again.
      samples = [...samples.filter((sample) => at - sample.at <= maxLagMs), { at, position: here.value.position }]
    }
    const { is_standby, position, system } = there.value
    if (!is_standby || (primarySystem !== null && system !== primarySystem)) return set('not_a_standby')
    const applied = samples.findLastIndex((sample) => sample.position <= position)
    if (applied >= 0) {
      currentAt = samples[applied]!.at
      samples = samples.slice(applied)
    }
    // A read that failed while this look was under way knows more than it.
    if (suspectedAt < at) set('usable')
  }

  function set(state: typeof found, err?: Error) {
    found = state
    const now = getState()
    onState(now, Math.max(0, performance.now() - currentAt) / 1000)
    if (now === logged) return
    // The first look of a replica that works is nothing to say.
    if (now !== 'usable') log.warn({ err, state: now }, 'The read replica isn’t used: the primary answers')
    else if (logged !== null) log.info({}, 'The read replica is used again')
    logged = now
  }

  async function readPrimary() {
    const { rows } = await primary.query<{ position: number; system: string }>(
      `select ${primaryPosition} as position, ${system}`,
    )
    return rows[0]!
  }

  async function readReplica() {
    client ??= await connect()
    const { rows } = await client.query<{ is_standby: boolean; position: number; system: string }>(
      `select pg_is_in_recovery() as is_standby, ${replicaPosition} as position, ${system}`,
    )
    return rows[0]!
  }

  async function connect() {
    const fresh = new DatabaseClient({
      connectionString: url,
      application_name: 'earshot-replica',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    await fresh.connect()
    return fresh
  }

  function drop() {
    const lost = client
    client = null
    // One that doesn't answer doesn't say goodbye either.
    ;(lost as unknown as { connection: { stream: Socket } } | null)?.connection.stream.destroy()
  }

  async function lookAgain() {
    await look()
    if (isClosed) drop()
    else timer = setTimeout(lookAgain, Math.min(lookEveryMs, maxLagMs / 3)).unref()
  }

  return {
    state: getState,

    /** A read failed: the replica isn't used until it answered a look that began after this. */
    suspect(error: Error) {
      suspectedAt = performance.now()
      if (found !== 'down') set('down', error)
    },

    /** What the primary has now. */
    getPosition: async () => (await readPrimary()).position,

    start: lookAgain,

    async close() {
      isClosed = true
      clearTimeout(timer)
      drop()
    },
  }
}

/** The slow one goes on, and its result isn't used. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

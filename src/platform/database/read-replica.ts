import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError } from '#kit/errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Database, type DatabaseHandle, openDatabase } from './database.ts'
import { isConnectionLost } from './database-errors.ts'
import { createReplicaLag, type ReplicaState, replicaPosition } from './replica-lag.ts'

/** What is read, for metrics. */
export type ReadKind = 'report' | 'blog'

/**
 * Reads from a streaming replica what it provably has, and everything else from the primary. A failed or slow replica costs a read
 * its attempt: a circuit breaker keeps later reads away until a look at it succeeds. `work` only reads, and may run twice.
 */
export type ReadReplica = {
  /** On the replica if `getVersion` answers there what it answers on the primary. Null: only the primary answers. */
  readVersion<T>(
    kind: ReadKind,
    getVersion: (db: Database) => Promise<string | null>,
    work: (db: Database) => Promise<T>,
  ): Promise<T>
  /** On the replica if it has everything that the primary had when this was called. Waits a moment for it. */
  readCurrent<T>(kind: ReadKind, work: (db: Database) => Promise<T>): Promise<T>
  state(): ReplicaState
  /** Resolves after the first look at the replica, whatever it finds. */
  start(): Promise<void>
  close(): Promise<void>
}

type Settings = {
  primary: Pick<DatabaseHandle, 'db' | 'pool'>
  url: string
  maxLagSeconds: number
  max: number
  /** The addresses lead to poolers, which don't take what is set for a connection. */
  pooled: boolean
  metrics: Pick<Metrics, 'replicaReads' | 'replicaLagSeconds'>
  log: Log
}

/** A healthy replica applies a change within milliseconds. */
const catchUpPausesMs = [0, 5, 15, 30]
/** What the replica itself may take for a statement behind a pooler, where no limit is set on the server. */
const queryTimeoutMs = 60_000

export function createReadReplica(settings: Settings): ReadReplica {
  const { primary, url, maxLagSeconds, max, pooled, metrics, log } = settings
  const open = () =>
    openDatabase(url, {
      max,
      pooled,
      queryTimeoutMs,
      onError: (err) => log.warn({ err }, 'A connection to the read replica was lost'),
    })
  let handle = open()
  let isConnected = false
  /** Ends reads that wait for a replica which was found dead meanwhile. */
  const waiting = new Set<(error: Error) => void>()
  const lag = createReplicaLag({
    primary: primary.pool,
    url,
    maxLagSeconds,
    onState(state, seconds) {
      metrics.replicaLagSeconds.set(seconds)
      const isFound = state === 'usable' || state === 'lagging'
      if (isConnected && !isFound) disconnect()
      isConnected = isFound
    },
    log,
  })

  /** Connections of a replica that hangs never end by themselves, so they aren't used again. */
  function disconnect() {
    const dead = handle
    handle = open()
    for (const end of waiting) end(new Error('The read replica was lost.'))
    void dead.close().catch(() => undefined)
  }

  function untilLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.add(reject)
      work.then(resolve, reject).finally(() => waiting.delete(reject))
    })
  }

  const count = (kind: ReadKind, answered_by: 'replica' | 'primary', reason: string) =>
    metrics.replicaReads.inc({ kind, answered_by, reason })

  async function read<T>(
    kind: ReadKind,
    isCurrent: (replica: Database) => Promise<boolean>,
    work: (db: Database) => Promise<T>,
  ): Promise<T> {
    const { db } = handle
    try {
      const read = await untilLost(isCurrent(db).then(async (is) => (is ? { value: await work(db) } : null)))
      count(kind, read ? 'replica' : 'primary', read ? 'current' : 'behind')
      if (read) return read.value
    } catch (error) {
      // Its answer: the same on the primary.
      if (error instanceof AppError) throw error
      // One that conflicts with what the replica applies (40001), or is a bug, says nothing about the next read.
      if (db === handle.db && isConnectionLost(error)) lag.suspect(error as Error)
      count(kind, 'primary', 'failed')
    }
    return work(primary.db)
  }

  /** Whether the replica may be asked; counts why not. */
  function isUsable(kind: ReadKind): boolean {
    const state = lag.state()
    if (state !== 'usable') count(kind, 'primary', state)
    return state === 'usable'
  }

  return {
    async readVersion(kind, getVersion, work) {
      if (!isUsable(kind)) return work(primary.db)
      const onPrimary = getVersion(primary.db).catch(() => null)
      const hasVersion = async (replica: Database) => {
        const [expected, found] = await Promise.all([onPrimary, getVersion(replica)])
        return expected !== null && expected === found
      }
      return read(kind, hasVersion, work)
    },

    async readCurrent(kind, work) {
      if (!isUsable(kind)) return work(primary.db)
      const position = await lag.getPosition()
      return read(kind, (replica) => hasReached(replica, position), work)
    },

    state: lag.state,
    start: lag.start,
    async close() {
      await lag.close()
      await handle.close()
    },
  }
}

async function hasReached(replica: Database, position: number): Promise<boolean> {
  for (const pauseMs of catchUpPausesMs) {
    if (pauseMs > 0) await sleep(pauseMs)
    const { rows } = await sql<{ position: number | null }>`select ${sql.raw(replicaPosition)} as position`.execute(
      replica,
    )
    if ((rows[0]?.position ?? 0) >= position) return true
  }
  return false
}

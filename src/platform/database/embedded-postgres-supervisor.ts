import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { DataDirTakenError } from './data-dir-lock.ts'
import { DatabaseClient } from './database-client.ts'

/** Keeps the embedded server running, and this process its owner, for as long as the process lives. */

type KeeperSettings = {
  dataDir: string
  url: string
  log: Log
  /** Starts the server if it isn't running. False: another process has started its own. */
  ensureServer(): Promise<boolean>
  /** Called when another process has taken the database. */
  onLost(error: Error): void
}

/** Any number will do: it marks "a process owns this database". */
const ownerLock = 7_340_921
/** A connection that ended may take a moment to be noticed, with the lock it held. */
const graceMs = { start: 2000, again: 10_000 }
const maxPauseMs = 5000

/** @throws DataDirTakenError when another process owns the database */
export async function superviseServer({ dataDir, url, log, ensureServer, onLost }: KeeperSettings) {
  const stopping = new AbortController()
  let owner = await hold(graceMs.start)
  let regaining: Promise<void> | null = null
  let lost = false
  watch()

  function watch() {
    owner.once('end', () => {
      if (!stopping.signal.aborted) regaining = regain()
    })
  }

  async function regain() {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      try {
        if (!(await ensureServer())) throw new DataDirTakenError(dataDir)
        owner = await hold(graceMs.again)
        watch()
        log.warn({}, 'The connection that holds the database lock was lost and is open again')
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof DataDirTakenError) {
          lost = true
          return onLost(error)
        }
        log.error({ err: error }, 'The database server is gone and is being restarted')
        await sleep(Math.min(maxPauseMs, 50 * 2 ** tries), null, { signal: stopping.signal }).catch(() => null)
      }
    }
  }

  /** A lock on the database, gone with this process however it ends. */
  async function hold(waitMs: number): Promise<DatabaseClient> {
    const client = new DatabaseClient({
      connectionString: url,
      application_name: 'earshot-owner',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    await client.connect()
    try {
      for (let waited = 0; waited < waitMs && !stopping.signal.aborted; waited += 100) {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ownerLock])
        if (rows[0].mine) return client
        await sleep(100)
      }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    await client.end().catch(() => undefined)
    throw new DataDirTakenError(dataDir)
  }

  return {
    /** True when the database was this process's to the end. */
    async stop(): Promise<boolean> {
      stopping.abort()
      await regaining
      await owner.end().catch(() => undefined)
      return !lost
    },
  }
}

import type { Socket } from 'node:net'
import { AppError } from '#kit/errors.ts'
import { DatabaseClient } from './database-client.ts'

/**
 * Whether the database answers and can store. Uses a separate connection, since all pooled ones may be waiting for
 * a lock. Concurrent callers share one probe.
 */

const timeoutMs = 1800
/** Balancers, probes and people ask more often than anything changes. */
const cacheMs = 200

export function createDatabaseProbe({ url }: { url: string }) {
  let client: DatabaseClient | null = null
  let looking: { result: Promise<void>; until: number } | null = null
  let diskSuspected = false

  async function look() {
    const stop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs)
    })
    try {
      await Promise.race([probe(stop.signal), tooLate])
    } catch (cause) {
      stop.abort()
      drop()
      if (cause instanceof AppError) throw cause
      throw new AppError('unavailable', 'The database isn’t responding.', {
        reason: 'database_not_responding',
        cause,
        retryAfterSeconds: 2,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async function probe(signal: AbortSignal) {
    const connection = client ?? (await connect(signal))
    const { rows } = await connection.query<{ readonly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as readonly`,
    )
    if (rows[0]?.readonly)
      throw new AppError('unavailable', 'The database is read-only, so nothing can be saved.', {
        reason: 'database_read_only',
        retryAfterSeconds: 10,
      })
    if (diskSuspected) await write(connection)
  }

  async function connect(signal: AbortSignal) {
    const fresh = new DatabaseClient({
      connectionString: url,
      application_name: 'earshot-probe',
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
    })
    fresh.once('end', () => {
      if (client === fresh) client = null
    })
    await fresh.connect()
    if (signal.aborted) void fresh.end().catch(() => undefined)
    else client = fresh
    return fresh
  }

  /**
   * Tests writing after the database reported a full disk: a temporary table allocates space and leaves nothing
   * behind.
   */
  async function write(connection: DatabaseClient) {
    try {
      await connection.query('begin')
      await connection.query(
        `create temp table earshot_probe on commit drop as select repeat(md5(random()::text), 250)`,
      )
      await connection.query('commit')
      diskSuspected = false
    } catch (cause) {
      throw new AppError('unavailable', 'The database’s disk is full, so nothing can be saved.', {
        reason: 'database_full',
        cause,
        retryAfterSeconds: 30,
      })
    }
  }

  function drop() {
    const lost = client
    client = null
    // One that doesn't answer doesn't say goodbye either.
    ;(lost as unknown as { connection: { stream: Socket } } | null)?.connection.stream.destroy()
  }

  return {
    /** Resolves within two seconds. @throws AppError unavailable */
    check(): Promise<void> {
      if (looking && performance.now() < looking.until) return looking.result
      const result = look()
      const now = { result, until: Number.POSITIVE_INFINITY }
      looking = now
      const over = () => {
        now.until = performance.now() + cacheMs
      }
      result.then(over, over)
      return result
    },
    suspectDisk() {
      diskSuspected = true
    },
    async close() {
      await looking?.result.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

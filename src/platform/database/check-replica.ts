import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { primaryPosition, replicaPosition } from './replica-lag.ts'

const connectTimeoutMs = 5000
const lookEveryMs = 50
const system = `(select system_identifier::text from pg_control_system()) as system`

/** For `doctor`: whether the server is a standby of this primary, and how far it is behind. @throws Error with a sentence */
export async function checkReplica(
  primary: Pick<pg.Pool, 'query'>,
  { url, maxLagSeconds }: { url: string; maxLagSeconds: number },
): Promise<{ state: 'ok' | 'warn'; message: string }> {
  const replica = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  })
  try {
    await replica.connect()
  } catch (error) {
    return {
      state: 'warn',
      message: `The server at DATABASE_REPLICA_URL can’t be reached (${(error as Error).message}), so the primary answers every read. Start it, or correct the setting.`,
    }
  }
  try {
    const [here, there] = await Promise.all([
      primary.query(`select ${primaryPosition} as position, ${system}`),
      replica.query(`select pg_is_in_recovery() as is_standby, ${system}`),
    ])
    const { position, system: own } = here.rows[0]
    if (!there.rows[0].is_standby)
      throw new Error(
        'DATABASE_REPLICA_URL leads to a server that isn’t a standby, so it isn’t used. Use the URL of a streaming replica.',
      )
    if (there.rows[0].system !== own)
      throw new Error(
        'DATABASE_REPLICA_URL leads to a standby of another server, so it isn’t used. Use the URL of a replica of DATABASE_URL.',
      )
    const began = performance.now()
    for (;;) {
      const { rows } = await replica.query(`select ${replicaPosition} as position`)
      const seconds = (performance.now() - began) / 1000
      if (rows[0].position >= position)
        return { state: 'ok', message: `A standby of this database, at most ${seconds.toFixed(1)} s behind.` }
      if (seconds >= maxLagSeconds)
        return {
          state: 'warn',
          message: `The replica is more than ${maxLagSeconds} s behind, so the primary answers every read. Check its disk, its network and whether it still receives changes (pg_stat_replication on the primary).`,
        }
      await sleep(lookEveryMs)
    }
  } finally {
    await replica.end().catch(() => undefined)
  }
}

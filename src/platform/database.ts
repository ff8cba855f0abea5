import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { isDiskFull } from './database-errors.ts'
import { createDatabaseProbe } from './database-probe.ts'

/** Every table, by name: each slice adds its own (declare module '#platform/database.ts'). */
// biome-ignore lint/suspicious/noEmptyInterface: slices fill it by declaration merging
export interface Tables {}

/** The whole database, typed. */
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Where a store's query may run: the database, or the transaction at hand. */
export type Db = Database | Tx

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/**
 * A query written out, run as a prepared statement: for the few reads that clients repeat all the time, where building a
 * query costs more than running it.
 */
export type HotRead = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

/** Like HotRead for a latency-sensitive write: one round trip that commits itself. */
export type HotWrite = HotRead

export type DatabaseHandle = {
  db: Database
  pool: pg.Pool
  hotRead: HotRead
  hotWrite: HotWrite
  /** Resolves within two seconds when queries are answered and rows can be stored. @throws AppError unavailable */
  probe(): Promise<void>
  close(): Promise<void>
}

/** How long a call waits at most for a free connection, a lock and a statement. What takes longer by nature says so. */
const connectionTimeoutMs = 5000
const lockTimeoutMs = 5000
const statementTimeoutMs = 60_000

export function openDatabase(
  url: string,
  options: {
    max?: number
    /**
     * Behind a pooler each statement may meet another connection, which knows nothing of what was prepared or set: limits are
     * set for its role then.
     */
    pooled?: boolean
    /** For migrations, which may take as long as they take. */
    withoutLimits?: boolean
    onError?: (error: Error) => void
  } = {},
): DatabaseHandle {
  const limits = { lock_timeout: lockTimeoutMs, statement_timeout: statementTimeoutMs }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    application_name: 'earshot',
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: DatabaseClient as never,
    ...(options.withoutLimits ? {} : { connectionTimeoutMillis: connectionTimeoutMs }),
    ...(options.withoutLimits || options.pooled ? {} : limits),
  })
  pool.on('error', (error) => options.onError?.(error))
  const probe = createDatabaseProbe({ url })
  const watch = (error: unknown) => {
    if (isDiskFull(error)) probe.suspectDisk()
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'error') watch(event.error)
    },
  })
  const hotRead: HotRead = async <Row>(name: string, text: string, values: unknown[]) => {
    try {
      return (await pool.query({ name: options.pooled ? undefined : name, text, values })).rows as Row[]
    } catch (error) {
      watch(error)
      throw error
    }
  }
  return {
    db,
    pool,
    hotRead,
    hotWrite: hotRead,
    probe: probe.check,
    async close() {
      await probe.close()
      await db.destroy()
    },
  }
}

/** For a transaction whose statements take as long as there are rows: an import of a workspace, its removal. */
export const allowLongStatements = (tx: Db) =>
  sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`.execute(tx)

const migratorFor = (db: Database, folder: string) =>
  new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }) })

/** Of those that were applied here, the last one there is no file of: a newer version did it. */
export async function findUnknownMigration(db: Database, folder: string): Promise<string | null> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return null
  const known = new Set((await listMigrations(db, folder)).map(({ name }) => name))
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db)
  return applied.rows.find(({ name }) => !known.has(name))?.name ?? null
}

export const databaseIsNewer = (migration: string) =>
  `This database was created by a newer version of Earshot. It has the migration ${migration}, which this version doesn’t know. Start the newer version, or restore a backup of this version into an empty database.`

/** Every migration there is, in order, with the time it was applied here. */
export const listMigrations = (db: Database, folder: string) => migratorFor(db, folder).getMigrations()

/**
 * Applies pending files of `migrations/` in order, up to `last` if given. Safe to call from several processes at
 * the same time.
 * @throws Error naming the migration, or the one that only a newer version knows
 */
export async function migrate(db: Database, folder: string, last?: string) {
  const ahead = await findUnknownMigration(db, folder)
  if (ahead) throw new Error(databaseIsNewer(ahead))
  const migrator = migratorFor(db, folder)
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return results?.length ?? 0
}

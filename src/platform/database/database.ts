import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { watchAccessChanges } from '../access-changes.ts'
import { DatabaseClient } from './database-client.ts'
import { isDiskFull } from './database-errors.ts'
import { createDatabaseProbe } from './database-probe.ts'
import { prepareMarkedQueries } from './prepared-statements.ts'

/** Every table, by name: each slice adds its own (declare module '#platform/database/database.ts'). */
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

export type DatabaseHandle = {
  db: Database
  pool: pg.Pool
  /** Hears of every account whose access this process changed; see access-changes.ts. */
  watchAccessChanges(listener: (userId: string) => void): void
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
    /** How long an answer may take, for a server that may hang or can't be told limits. */
    queryTimeoutMs?: number
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
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    ...(options.withoutLimits ? {} : { connectionTimeoutMillis: connectionTimeoutMs }),
    ...(options.withoutLimits || options.pooled ? {} : limits),
  })
  pool.on('error', (error) => options.onError?.(error))
  if (!options.pooled) pool.on('connect', prepareMarkedQueries)
  const probe = createDatabaseProbe({ url })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'error' && isDiskFull(event.error)) probe.suspectDisk()
    },
  })
  return {
    db,
    pool,
    watchAccessChanges: watchAccessChanges(pool),
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

/** In order. Empty in a new database. */
async function readApplied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}

/** In order, by the names of their files: loading them takes as long as the rest of a start’s queries. */
const readNames = async (folder: string) =>
  (await fs.readdir(folder))
    .filter((file) => /\.ts$/.test(file))
    .map((file) => path.parse(file).name)
    .sort()

/** Of those that were applied here, the last one there is no file of: a newer version did it. */
export async function findUnknownMigration(db: Database, folder: string): Promise<string | null> {
  const names = new Set(await readNames(folder))
  return (await readApplied(db)).findLast((name) => !names.has(name)) ?? null
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
  const [applied, names] = await Promise.all([readApplied(db), readNames(folder)])
  const ahead = applied.findLast((name) => !names.includes(name))
  if (ahead) throw new Error(databaseIsNewer(ahead))
  if (!last && applied.length === names.length) return 0
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

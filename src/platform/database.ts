import { promises as fs } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

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

/** The same for a statement that writes and that somebody waits for: one trip, committed by itself. */
export type HotWrite = HotRead

export type DatabaseHandle = {
  db: Database
  pool: pg.Pool
  hotRead: HotRead
  hotWrite: HotWrite
  close(): Promise<void>
}

export function openDatabase(
  url: string,
  options: {
    max?: number
    /** Behind a pooler each statement may meet another connection, which knows nothing of what was prepared. */
    pooled?: boolean
    onError?: (error: Error) => void
  } = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    application_name: 'earshot',
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const hotRead: HotRead = async <Row>(name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: options.pooled ? undefined : name, text, values })).rows as Row[]
  return { db, pool, hotRead, hotWrite: hotRead, close: () => db.destroy() }
}

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
  `This database was made by a newer Earshot: it has the migration ${migration}, which this one does not know. Start the newer one, or restore a backup of this version into an empty database.`

/** Every migration there is, in order, with the time it was applied here. */
export const listMigrations = (db: Database, folder: string) => migratorFor(db, folder).getMigrations()

/**
 * Applies what is new in `migrations/`, in order, up to `last` where one is named; several processes may call it at once.
 * @throws Error naming the migration, or the one that only a newer version knows
 */
export async function migrate(db: Database, folder: string, last?: string) {
  const ahead = await findUnknownMigration(db, folder)
  if (ahead) throw new Error(databaseIsNewer(ahead))
  const migrator = migratorFor(db, folder)
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`The migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return results?.length ?? 0
}

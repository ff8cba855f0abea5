import { createWriteStream } from 'node:fs'
import { chmod, link, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import {
  type ArchivedPartition,
  type ArchivedSequence,
  type ArchivedTable,
  copyOut,
  findPartitions,
  findQueueVersion,
  findSequences,
  findTables,
} from '../archive-tables.ts'
import type { Storage } from '../storage/storage.ts'
import { DatabaseClient } from './database-client.ts'

/** First in an archive: what it holds and who can read it. */
export type Manifest = {
  format: 1
  made_at: string
  /** Of Earshot. */
  version: string
  postgres: string
  /** The last migration that was applied. */
  migration: string
  /** Version of the job queue's own tables. */
  queue: number | null
  tables: ArchivedTable[]
  partitions: ArchivedPartition[]
  sequences: ArchivedSequence[]
}

/** Last in an archive, so that a cut one is noticed: rows by table, and files. */
export type Tally = { rows: Record<string, number>; files: number; bytes: number }

export const tableName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

/** Each entry is prefixed with its length because rows are streamed in chunks. */
const pieceBytes = 8_000_000

export type BackupSettings = {
  databaseUrl: string
  storage: Storage
  /** Where the installation's secret lies, when it is kept in a file. */
  secretFile: string | null
  version: string
}

/**
 * Everything of an installation as one `.tar.gz`, while it runs: the rows as of one moment, and every file they name. Files
 * come first and are looked through once more afterwards, so that a picture added meanwhile is in it too.
 */
export async function writeBackup(
  settings: BackupSettings,
  target: string,
  { force = true }: { force?: boolean } = {},
): Promise<Tally> {
  const part = `${target}.part`
  const archive = pack()
  const output = createWriteStream(part, { mode: 0o600 })
  const written = pipeline(archive, createGzip({ level: 3 }), output as Writable)
  try {
    const tally = await fill(archive, settings)
    archive.finalize()
    await written
    await chmod(part, 0o600)
    // Never overwrites a file of this name that another process wrote meanwhile.
    if (force) await rename(part, target)
    else {
      await link(part, target)
      await rm(part, { force: true })
    }
    return tally
  } catch (error) {
    archive.destroy(error as Error)
    await written.catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

async function fill(archive: Pack, { databaseUrl, storage, secretFile, version }: BackupSettings): Promise<Tally> {
  const tally: Tally = { rows: {}, files: 0, bytes: 0 }
  const savedKeys = new Set<string>()
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'earshot-backup' })
  await client.connect()
  try {
    await backUpFiles(archive, storage, savedKeys, tally)
    await client.query('begin isolation level repeatable read read only')
    const manifest = await describe(client, version)
    await put(archive, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
    if (secretFile) await put(archive, 'secret.key', await readFile(secretFile))
    for (const table of manifest.tables) {
      const rows = client.query(copyTo(copyOut(table)))
      await putInPieces(archive, `tables/${tableName(table)}`, rows)
      tally.rows[tableName(table)] = rows.rowCount
    }
    await client.query('commit')
    await backUpFiles(archive, storage, savedKeys, tally)
  } finally {
    await client.end()
  }
  await put(archive, 'tally.json', Buffer.from(JSON.stringify(tally, null, 2)))
  return tally
}

async function describe(client: pg.Client, version: string): Promise<Manifest> {
  const { rows } = await client.query(
    `select current_setting('server_version') as postgres,
       (select name from kysely_migration order by name desc limit 1) as migration`,
  )
  return {
    format: 1,
    made_at: new Date().toISOString(),
    version,
    postgres: rows[0].postgres,
    migration: rows[0].migration,
    queue: await findQueueVersion(client),
    tables: await findTables(client),
    partitions: await findPartitions(client),
    sequences: await findSequences(client),
  }
}

async function backUpFiles(archive: Pack, storage: Storage, savedKeys: Set<string>, tally: Tally) {
  for await (const key of storage.list()) {
    if (savedKeys.has(key)) continue
    const found = await storage.get(key)
    // Deleted since it was listed: no row names it any more.
    if (!found) continue
    savedKeys.add(key)
    const entry = archive.entry({ name: path.posix.join('files', key), size: found.bytes, mode: 0o600 })
    await pipeline(found.body, entry as unknown as Writable)
    tally.files += 1
    tally.bytes += found.bytes
  }
}

function put(archive: Pack, name: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, body, (error) => (error ? reject(error) : resolve()))
  })
}

async function putInPieces(archive: Pack, folder: string, rows: Readable) {
  let piece: Buffer[] = []
  let bytes = 0
  let no = 0
  const flush = async () => {
    no += 1
    await put(archive, `${folder}/${String(no).padStart(6, '0')}`, Buffer.concat(piece))
    piece = []
    bytes = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    piece.push(chunk)
    bytes += chunk.byteLength
    if (bytes >= pieceBytes) await flush()
  }
  // Of an empty table too: it may have held rows before.
  if (bytes > 0 || no === 0) await flush()
}

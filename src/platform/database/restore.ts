import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import {
  type ArchivedPartition,
  copyIn,
  findQueueVersion,
  queueSchema,
  quoted,
  toLocale,
  withoutConstraints,
} from '../archive-tables.ts'
import type { Storage } from '../storage/storage.ts'
import { type Manifest, type Tally, tableName } from './backup.ts'
import { listMigrations, migrate, openDatabase } from './database.ts'
import { DatabaseClient } from './database-client.ts'

export type RestoreSettings = {
  databaseUrl: string
  storage: Storage
  /** Where the archive's secret goes; null when SECRET_KEY names one. */
  secretFile: string | null
  migrationsFolder: string
}

/** What stops a restore before anything was written, in a sentence for the operator. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

/**
 * Puts an archive into an empty installation: tables as they were when it was made, every row in one transaction, then the
 * migrations that came since. A restore that breaks off leaves the database empty, and can be tried again.
 */
export async function restoreBackup(settings: RestoreSettings, file: string): Promise<Tally> {
  const { databaseUrl, storage, secretFile, migrationsFolder } = settings
  const database = openDatabase(databaseUrl, { withoutLimits: true })
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'earshot-restore' })
  await client.connect()
  let filling: Filling | null = null
  let unreadable: RestoreRefused | null = null
  try {
    await refuseUnlessAlone(client)
    await refuseUnlessEmpty(client)
    const seen: Tally = { rows: {}, files: 0, bytes: 0 }
    let manifest: Manifest | null = null
    let expected: Tally | null = null
    let secret: Buffer | null = null
    // Files come before the manifest: they are stored as they are read, and nothing refers to them until the
    // rows are there.
    for await (const { name, body, size } of getEntries(file, (refusal) => {
      unreadable = refusal
    })) {
      if (name.startsWith('files/')) {
        await storage.put(name.slice('files/'.length), { stream: body, bytes: size })
        seen.files += 1
        seen.bytes += size
      } else if (name === 'manifest.json') {
        manifest = readManifest(await toText(body))
        await prepare(database, client, manifest, settings)
        await client.query('begin')
      } else if (name === 'secret.key') {
        secret = Buffer.from(await toText(body))
      } else if (name.startsWith('tables/')) {
        if (!manifest) throw new RestoreRefused('This isn’t an Earshot backup: its rows come before its manifest.')
        filling ??= await startFilling(client)
        await filling.take(manifest, name.split('/')[1]!, body, seen)
      } else if (name === 'tally.json') {
        expected = JSON.parse(await toText(body)) as Tally
      } else {
        body.resume()
      }
    }
    if (!manifest || !expected)
      throw new RestoreRefused('The backup file is cut off. Nothing was restored. Copy it here again.')
    filling ??= await startFilling(client)
    await filling.finish(manifest, seen)
    compare(expected, seen)
    await client.query('commit')
    if (secretFile && secret) await writeFile(secretFile, secret, { mode: 0o600 })
    await migrate(database.db, migrationsFolder)
    await client.query('analyze')
    return seen
  } catch (error) {
    // Aborts a running COPY first, because it holds the connection.
    filling?.abort()
    await client.query('rollback').catch(() => undefined)
    // The error of the reading side only says that the stream ended, so the archive's own error comes first.
    throw unreadable ?? error
  } finally {
    await client.end()
    await database.close()
  }
}

async function refuseUnlessAlone(client: pg.Client) {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name in ('earshot', 'earshot-queue')`,
  )
  if (rowCount) throw new RestoreRefused('Earshot is running on this database. Stop all its processes, then restore.')
}

async function refuseUnlessEmpty(client: pg.Client) {
  const { rows } = await client.query(`select to_regclass('public.users') is not null as there`)
  if (!rows[0].there) return
  if ((await client.query('select 1 from users limit 1')).rowCount === 0) return
  throw new RestoreRefused(
    'This installation already has accounts. Restore into an empty one (another DATA_DIR or an empty database).',
  )
}

function readManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new RestoreRefused(
      `This version of Earshot doesn’t know backup format ${manifest.format}. Use Earshot ${manifest.version}, which created the backup, or newer.`,
    )
  return manifest
}

/** Tables as they were when the archive was made. */
async function prepare(
  database: ReturnType<typeof openDatabase>,
  client: pg.Client,
  manifest: Manifest,
  { migrationsFolder, databaseUrl }: RestoreSettings,
) {
  const known = await listMigrations(database.db, migrationsFolder)
  const at = known.findIndex(({ name }) => name === manifest.migration)
  if (at === -1)
    throw new RestoreRefused(
      `A newer version of Earshot (${manifest.version}) created this backup. Restore it with that version or newer.`,
    )
  const ahead = known.slice(at + 1).find(({ executedAt }) => executedAt !== undefined)
  if (ahead)
    throw new RestoreRefused(
      `The backup is older than this database, which already has migration ${ahead.name}. Restore into an empty database.`,
    )
  await migrate(database.db, migrationsFolder, manifest.migration)
  if (manifest.queue === null) return
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
  const here = await findQueueVersion(client)
  if (here !== manifest.queue)
    throw new RestoreRefused(
      `The backup’s job queue is version ${manifest.queue}, this Earshot’s is version ${here}. Restore with Earshot ${manifest.version}, then upgrade.`,
    )
}

type Filling = Awaited<ReturnType<typeof startFilling>>

/** Copies tables in, one after the other, with the constraints away. */
async function startFilling(client: pg.Client) {
  let open: { name: string; stream: CopyStreamQuery } | null = null
  let proceed!: () => void
  let filled!: () => void
  const ready = new Promise<void>((resolve) => {
    proceed = resolve
  })
  const all = new Promise<void>((resolve) => {
    filled = resolve
  })
  const restored = withoutConstraints(client, () => {
    proceed()
    return all
  })
  await Promise.race([ready, restored])

  async function close(seen: Tally) {
    if (!open) return
    const { name, stream } = open
    stream.end()
    await finished(stream)
    seen.rows[name] = stream.rowCount
    open = null
  }

  return {
    abort() {
      open?.stream.on('error', () => undefined)
      open?.stream.destroy(new Error('The restore broke off.'))
    },

    async take(manifest: Manifest, name: string, body: Readable, seen: Tally) {
      if (open?.name !== name) {
        await close(seen)
        const table = manifest.tables.find((each) => tableName(each) === name)
        if (!table) throw new RestoreRefused(`The backup has rows of ${name}, which its manifest doesn’t list.`)
        for (const part of manifest.partitions.filter(({ parent }) => parent === table.name))
          await makePartition(client, part)
        // What a migration, or the queue's start, put in is in the archive too.
        await client.query(`delete from ${toLocale(table)}`)
        open = { name, stream: client.query(copyFrom(copyIn(table))) }
      }
      for await (const chunk of body as AsyncIterable<Buffer>)
        if (!open!.stream.write(chunk)) await new Promise((resolve) => open!.stream.once('drain', resolve))
    },

    async finish(manifest: Manifest, seen: Tally) {
      await close(seen)
      for (const { schema, name, last } of manifest.sequences)
        await client.query('select setval($1::regclass, $2::bigint)', [`${quoted(schema)}.${quoted(name)}`, last])
      // The workers that held these jobs don't exist here, so the jobs are released.
      if (manifest.queue !== null)
        await client.query(`update ${queueSchema}.job set state = 'retry', start_after = now() where state = 'active'`)
      filled()
      await restored
    },
  }
}

async function makePartition(client: pg.Client, { schema, name, parent, bound }: ArchivedPartition) {
  const { rows } = await client.query('select to_regclass($1) is not null as there', [toLocale({ schema, name })])
  if (!rows[0].there)
    await client.query(
      `create table ${toLocale({ schema, name })} partition of ${toLocale({ schema, name: parent })} ${bound}`,
    )
}

/** @throws RestoreRefused where what came is not what the archive says it holds */
function compare(expected: Tally, seen: Tally) {
  const wrong = Object.entries(expected.rows).find(([table, rows]) => (seen.rows[table] ?? 0) !== rows)
  if (wrong)
    throw new RestoreRefused(
      `The backup should have ${wrong[1]} rows of ${wrong[0]} but has ${seen.rows[wrong[0]] ?? 0}. Nothing was restored.`,
    )
  if (expected.files !== seen.files)
    throw new RestoreRefused(
      `The backup should have ${expected.files} files but has ${seen.files}. Nothing was restored.`,
    )
}

async function* getEntries(
  file: string,
  onUnreadable: (refusal: RestoreRefused) => void,
): AsyncGenerator<{ name: string; size: number; body: Readable }> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  const tar = extract()
  source.on('error', (error) => unzipped.destroy(error))
  unzipped.on('error', (error) => {
    const refusal = new RestoreRefused(`The backup can’t be read (${error.message}). Nothing was restored.`)
    onUnreadable(refusal)
    tar.destroy(refusal)
  })
  source.pipe(unzipped).pipe(tar)
  for await (const entry of tar) {
    const { name, size = 0 } = entry.header
    yield { name, size, body: entry as unknown as Readable }
  }
}

async function toText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

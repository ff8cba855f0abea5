import { Readable } from 'node:stream'
import type pg from 'pg'
import { fileKey } from '#features/images/image-files.ts'
import type { ExportPart } from '#kit/account-export-part.ts'
import { AppError } from '#kit/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { ZipEntry } from '#platform/storage/zip-writer.ts'
import type { ArchiveCounts, TransferStage } from './contract.ts'
import { createHashedFiles } from './hashed-files.ts'
import {
  type ArchiveManifest,
  archiveFormat,
  imageFile,
  manifestFile,
  membersFile,
  readableFile,
  readMeFile,
  tableFile,
  toCounts,
} from './rules/archive-manifest.ts'
import { toReadme } from './rules/archive-readme.ts'
import { archivedTables, excludedTables, otherExclusions } from './rules/archived-tables.ts'
import {
  type ExportedText,
  findColumns,
  findImageRows,
  findMigration,
  findName,
  findPeople,
  getColumns,
  measureRows,
  readRows,
  readTexts,
} from './store/archive-store.ts'

/** Saves the progress, 0–1. @throws when the transfer was canceled */
export type OnProgress = (stage: TransferStage, share: number) => Promise<void>

export type ArchiveSettings = {
  pool: pg.Pool
  storage: Storage
  /** Readable files of each feature, as in the account export. */
  parts: ExportPart[]
  publicUrl: string
  version: string
}

/** Compressed size in the database; as JSON it may be twenty times larger. */
const largeTableBytes = 200_000_000
/** Progress range of each stage. */
const span: Partial<Record<TransferStage, [number, number]>> = {
  pictures: [0, 0.2],
  rows: [0.2, 0.75],
  files: [0.75, 0.9],
}

/**
 * The files of an archive in order: images, rows, readable files, and last the manifest with a hash of each. Rows and texts come from
 * one database snapshot; other readable files are created while writing.
 */
export function createArchive(
  { pool, storage, parts, publicUrl, version }: ArchiveSettings,
  workspaceId: string,
  onProgress: OnProgress,
) {
  const { files, hashed, text, json } = createHashedFiles()
  const rows: Record<string, number> = {}

  const report = (stage: TransferStage, share: number) => {
    const [from, to] = span[stage]!
    return onProgress(stage, from + (to - from) * Math.min(1, share))
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    const client = await pool.connect()
    let done = false
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(`set local timezone = 'UTC'`)
      await client.query('set local statement_timeout = 0')
      const name = await findName(client, workspaceId)
      if (name === null) throw new AppError('not_found', 'This workspace was deleted.', { reason: 'workspace_deleted' })
      const columns = await findColumns(client)
      const migration = await findMigration(client)
      const people = await findPeople(client, workspaceId)

      const without: string[] = []
      yield* imageEntries(await findImageRows(client, workspaceId), without)

      const tables: ArchiveManifest['tables'] = []
      const measured = new Map<string, { count: number; bytes: number }>()
      for (const table of archivedTables) measured.set(table.name, await measureRows(client, table, workspaceId))
      const total = [...measured.values()].reduce((sum, { count }) => sum + count, 0)
      let written = 0
      for (const table of archivedTables) {
        const all = columns.get(table.name)!
        const leaving = getColumns(table, all)
        const notNull = new Set(all.filter((column) => column.notNull).map((column) => column.name))
        const stream = readRows(client, table, { workspaceId, columns: leaving, notNull, without })
        const file = tableFile(table.name)
        let lines = 0
        const entry = hashed(file, stream, async (piece) => {
          const more = linesIn(piece)
          lines += more
          written += more
          await report('rows', total === 0 ? 1 : written / total)
        })
        yield { ...entry, large: measured.get(table.name)!.bytes > largeTableBytes }
        rows[table.name] = lines
        tables.push({ name: table.name, columns: leaving, rows: lines, file })
      }

      await report('files', 0)
      yield* texts('documents', readTexts(client, 'documents', workspaceId))
      yield* texts('posts', readTexts(client, 'posts', workspaceId))
      await client.query('commit')
      done = true
      yield* tablesForPeople()

      yield json(
        membersFile,
        people.map(({ email, name, role, since }) => ({ email, name, role, since })),
      )
      const leftOut = listExclusions()
      const madeAt = new Date().toISOString()
      yield text(readMeFile, toReadme({ name, publicUrl, madeAt, counts: toCounts(rows), leftOut }))
      const manifest: ArchiveManifest = {
        format: archiveFormat,
        version,
        migration,
        made_at: madeAt,
        public_url: publicUrl,
        workspace: { id: workspaceId, name },
        people: people.map(({ id, email, name, role }) => ({ id, email, name, role })),
        tables,
        left_out: leftOut,
        files,
      }
      yield { path: manifestFile, content: JSON.stringify(manifest, null, 1) }
    } finally {
      // An aborted COPY leaves the connection unusable.
      client.release(!done)
    }
  }

  async function* imageEntries(images: { id: string; files: { name: string; bytes: number }[] }[], without: string[]) {
    const total = images.flatMap((image) => image.files).reduce((sum, { bytes }) => sum + bytes, 0)
    let written = 0
    for (const { id, files: names } of images) {
      const found = await Promise.all(names.map(({ name }) => storage.get(fileKey(workspaceId, id, name))))
      if (found.some((file) => file === null)) {
        // Deleted in the meantime, so its row is left out too.
        for (const file of found) file?.body.destroy()
        without.push(id)
        continue
      }
      for (const [at_, { name }] of names.entries())
        yield {
          ...hashed(imageFile(id, name), found[at_]!.body, async (piece) => {
            written += piece.byteLength
            await report('pictures', written / total)
          }),
          packed: true,
        }
    }
  }

  async function* texts(folder: string, written: AsyncIterable<ExportedText>) {
    for await (const { id, front, body } of written) {
      // JSON is YAML: a value needs no quoting rules of its own.
      const head = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value ?? null)}`)
      yield text(readableFile(`${folder}/${id}.md`), `---\n${head.join('\n')}\n---\n\n${body.trim()}\n`)
    }
  }

  /** CSV files of the account export. Its JSON files are skipped, since the archive has the rows. */
  async function* tablesForPeople() {
    const owner = { userId: '00000000-0000-0000-0000-000000000000', email: '', ownedIds: [workspaceId] }
    const folder = `workspaces/${workspaceId}/`
    const totalReports = Math.max(1, rows.reports ?? 0)
    let reports = 0
    for (const part of parts)
      for await (const { path, content } of part.files(owner)) {
        if (!path.startsWith(folder) || !path.endsWith('.csv')) continue
        const whole = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content
        yield hashed(readableFile(path.slice(folder.length)), whole)
        if (path.startsWith(`${folder}reports/`)) reports += 1
        await report('files', reports / totalReports)
      }
  }

  return { entries: entries(), counts: (): ArchiveCounts => toCounts(rows) }
}

function linesIn(piece: Uint8Array) {
  let count = 0
  for (let report = piece.indexOf(10); report !== -1; report = piece.indexOf(10, report + 1)) count += 1
  return count
}

function listExclusions(): ArchiveManifest['left_out'] {
  return [
    ...Object.entries(excludedTables).map(([what, why]) => ({ what, why })),
    ...archivedTables.flatMap(({ name, excluded: stays = {}, only }) => [
      ...Object.entries(stays).map(([column, why]) => ({ what: `${name}.${column}`, why })),
      ...(only ? [{ what: name, why: only.reason }] : []),
    ]),
    ...otherExclusions.map((why) => ({ what: 'accounts', why })),
  ]
}

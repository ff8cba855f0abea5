import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { maxImages } from '#features/images/contract.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import { fileKey } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database.ts'
import type { Storage } from '#platform/storage.ts'
import { damaged, type ReadZip, readZip } from '#platform/zip-reader.ts'
import { lineBatches } from './archive-lines.ts'
import {
  type ArchiveManifest,
  imageFile,
  imageFolder,
  isArchiveName,
  manifestFile,
  readManifest,
  tableFile,
  toCounts,
} from './archive-manifest.ts'
import {
  dropFileMarks,
  findColumns,
  findDanglingRef,
  findExisting,
  findMigrations,
  findNameForMember,
  findUsersInSharedWorkspaces,
  getColumns,
  insertOwner,
  insertRows,
  lockWorkspaceId,
  markFiles,
  type Queryable,
  recountUnits,
  toQueryable,
} from './archive-store.ts'
import { type ArchivedTable, archivedTables } from './archived-tables.ts'
import type { TransferOutcome } from './contract.ts'
import type { OnProgress } from './export-workspace.ts'
import { createRowCheck, type Row, refuseArchive } from './validate-archive/check-rows.ts'
import { toArchiveError } from './validate-archive/database-errors.ts'
import { imageFiles } from './validate-archive/row-rules.ts'

export type ImportDependencies = {
  db: Database
  storage: Storage
  pictures: ImageRenderer
  publicUrl: string
  /** A new encrypted webhook secret for a listener. */
  sealSecret(listenerId: string): string
  /** SSRF check of webhook URLs. @throws when Earshot may not send there */
  checkUrl(url: string): Promise<void>
  /** Largest archive, in compressed bytes. */
  maxBytes: number
}

export type ImportInput = {
  /** Path of the archive on disk. */
  path: string
  userId: string
  onProgress: OnProgress
  /** Runs last in the transaction. */
  finish(tx: Db, workspace: { id: string; name: string }, outcome: TransferOutcome): Promise<void>
}

/** Largest ratio of uncompressed to compressed bytes, against decompression bombs. Text compresses to about a tenth. */
const maxUnpacked = 25
const maxFiles = 500_000
const maxManifestBytes = 128_000_000
const maxImageFileBytes = 64_000_000

/**
 * Imports a workspace from an untrusted archive in one transaction. Every row must belong to the archive's workspace, and every value
 * must pass the same validation as in the API. Existing data isn't changed.
 * @throws AppError invalid_input, conflict, too_large, limit_insufficient: then nothing is imported
 */
export async function importWorkspace(
  settings: ImportDependencies,
  { path, userId, onProgress, finish }: ImportInput,
): Promise<void> {
  await onProgress('checking', 0.02)
  const zip = await readZip(path, {
    maxFiles,
    maxBytes: settings.maxBytes * maxUnpacked,
    isKnownName: isArchiveName,
  })
  try {
    const migrations = await findMigrations(toQueryable(settings.db))
    const manifest = readManifest(await readManifestText(zip), migrations)
    checkFiles(manifest, zip)
    const reading = createReading(zip, manifest)
    await settings.db.transaction().execute(async (tx) => {
      await allowLongStatements(tx)
      const client = toQueryable(tx)
      const workspaceId = manifest.workspace.id
      // Serializes concurrent imports of the same workspace: the second one finds that it exists.
      await lockWorkspaceId(client, workspaceId)
      if (await findExisting(client, 'workspaces', [workspaceId]))
        throw new AppError(
          'conflict',
          `${await describeExisting(client, workspaceId, userId)} already exists on this server. Nothing was imported, and nothing here was changed.`,
          { field: 'file', reason: 'workspace_exists' },
        )
      const columns = checkTables(manifest, await findColumns(client))
      const people = await findUsersInSharedWorkspaces(
        client,
        userId,
        manifest.people.map(({ email }) => email.toLowerCase()),
      )
      const workspaceImporter = createImporter(settings, client, { manifest, userId, people })
      await workspaceImporter.pictures(reading, columns, onProgress)
      const { workspaces } = await workspaceImporter.rows(reading, columns, onProgress)
      if (workspaces !== 1)
        throw refuseArchive('The archive doesn’t contain its workspace. Upload the original archive.')
      await onProgress('finishing', 0.96)
      for (const table of archivedTables) {
        const danglingColumn = table.refs && (await findDanglingRef(client, table, workspaceId))
        if (danglingColumn)
          throw refuseArchive(
            `A row of ${table.name} names something in ${danglingColumn} that isn’t in the archive. Nothing was imported.`,
          )
      }
      await recountUnits(client, workspaceId)
      await insertOwner(client, workspaceId, userId)
      await finish(tx, { id: workspaceId, name: workspaceImporter.name() }, workspaceImporter.outcome())
    })
  } catch (error) {
    throw toArchiveError(error)
  } finally {
    zip.close()
  }
}

/** The workspace's name for its members; others learn only that it exists. */
async function describeExisting(client: Queryable, workspaceId: string, userId: string) {
  const name = await findNameForMember(client, workspaceId, userId)
  return name === null ? `This workspace (${workspaceId})` : `The workspace “${name}”`
}

async function readManifestText(zip: ReadZip): Promise<string> {
  const bytes = zip.files.get(manifestFile)
  if (bytes === undefined) throw refuseArchive('The archive has no manifest.json, so it isn’t an Earshot workspace.')
  if (bytes > maxManifestBytes) throw refuseArchive('The archive’s manifest.json is larger than allowed.')
  return Buffer.concat(await collect(await zip.read(manifestFile))).toString('utf8')
}

/** The files must match the manifest exactly. */
function checkFiles({ files }: ArchiveManifest, zip: ReadZip) {
  for (const [name, { bytes }] of Object.entries(files)) {
    const there = zip.files.get(name)
    if (there === undefined)
      throw refuseArchive(`The archive lacks ${name}, which its manifest lists. Upload the complete archive.`)
    if (there !== bytes)
      throw refuseArchive(`${name} in the archive doesn’t have the size its manifest states. The file was changed.`)
  }
  for (const name of zip.files.keys())
    if (name !== manifestFile && !Object.hasOwn(files, name))
      throw refuseArchive(`The archive holds ${name}, which its manifest doesn’t list. Upload the original archive.`)
}

/** Rejects unknown tables and columns. Columns an older archive lacks get the database's defaults. */
function checkTables(
  { tables }: ArchiveManifest,
  usersByEmail: Awaited<ReturnType<typeof findColumns>>,
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, columns, file } of tables) {
    const table = archivedTables.find((each) => each.name === name)
    if (!table || found.has(name) || file !== tableFile(name))
      throw refuseArchive(`The archive holds a table ${name} that isn’t part of a workspace. Nothing was imported.`)
    const known = getColumns(table, usersByEmail.get(name)!)
    const unknownColumn = columns.find((column) => !known.includes(column))
    if (unknownColumn)
      throw refuseArchive(
        `The archive holds a column ${name}.${unknownColumn} that can’t be imported. Nothing was imported.`,
      )
    if (new Set(columns).size !== columns.length) throw refuseArchive(`The archive lists a column of ${name} twice.`)
    const scope = typeof table.scope === 'string' ? table.scope : table.scope.column
    const needed = [scope, ...table.order].find((column) => !columns.includes(column))
    if (needed) throw refuseArchive(`The archive lacks the column ${name}.${needed}. Upload the original archive.`)
    found.set(name, columns)
  }
  return found
}

/** Reads files of the archive and verifies their SHA-256 against the manifest. */
function createReading(zip: ReadZip, manifest: ArchiveManifest) {
  return {
    countRows: (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0,
    has: (name: string) => zip.files.has(name),
    names: () => zip.files.keys(),
    countBytes: (name: string) => zip.files.get(name) ?? 0,
    async *readChunks(name: string): AsyncGenerator<Uint8Array> {
      const hash = createHash('sha256')
      const stream = await zip.read(name)
      try {
        for await (const piece of stream as AsyncIterable<Uint8Array>) {
          hash.update(piece)
          yield piece
        }
      } catch (error) {
        throw stream.errored ? damaged(error) : error
      }
      if (hash.digest('hex') !== manifest.files[name]?.sha256)
        throw refuseArchive(`${name} in the archive doesn’t match its manifest (SHA-256). The file was changed.`)
    },
  }
}
type Reading = ReturnType<typeof createReading>

const collect = (stream: Readable | AsyncIterable<Uint8Array>) => Array.fromAsync(stream as AsyncIterable<Uint8Array>)

function createImporter(
  { db, storage, pictures, publicUrl, sealSecret, checkUrl }: ImportDependencies,
  client: Queryable,
  { manifest, userId, people }: { manifest: ArchiveManifest; userId: string; people: { id: string; email: string }[] },
) {
  const workspaceId = manifest.workspace.id
  const usersByEmail = new Map(people.map(({ id, email }) => [email, id]))
  const userIds = new Map(manifest.people.map(({ id, email }) => [id, usersByEmail.get(email.toLowerCase()) ?? userId]))
  const rowCounts: Record<string, number> = {}
  const imageIds = new Set<string>()
  const dropped = { webhooks: 0, listening: 0, addresses: 0 }
  let name = ''

  const rewriteUrls = createUrlRewriter(manifest.public_url, publicUrl, imageIds, () => {
    dropped.addresses += 1
  })

  /** Replaces users, image URLs and secrets of the other server in a row. */
  async function prepareRow(table: ArchivedTable, row: Row): Promise<Row> {
    for (const column of table.people ?? [])
      if (typeof row[column] === 'string') row[column] = userIds.get(row[column]) ?? userId
    if (table.name === 'workspaces') name = row.name as string
    if (table.name === 'listeners') {
      row.sealed_secret = sealSecret(row.id as string)
      if (row.status === 'active') dropped.listening += 1
      if (typeof row.webhook === 'string') {
        const passes = await checkUrl(row.webhook).then(
          () => true,
          () => false,
        )
        if (!passes) {
          row.webhook = null
          dropped.webhooks += 1
        }
      }
    }
    return rewriteUrls ? rewriteUrls(table.name, row) : row
  }

  async function* getRows(
    reading: Reading,
    table: ArchivedTable,
    columns: string[],
    onBytes: (bytes: number) => Promise<void>,
  ) {
    const check = createRowCheck(table, columns, workspaceId)
    let line = 0
    let bytes = 0
    const counted = async function* () {
      for await (const piece of reading.readChunks(tableFile(table.name))) {
        bytes += piece.byteLength
        yield piece
      }
    }
    for await (const lines of lineBatches(counted())) {
      const rows: Row[] = []
      for (const text of lines) {
        line += 1
        let value: unknown
        try {
          value = JSON.parse(text)
        } catch (cause) {
          throw refuseArchive(
            `Row ${line.toLocaleString('en')} of ${table.name} in the archive isn’t valid JSON.`,
            cause,
          )
        }
        rows.push(check(value, line))
      }
      yield { rows, line }
      await onBytes(bytes)
      bytes = 0
    }
    if (line !== reading.countRows(table.name))
      throw refuseArchive(
        `The archive says ${reading.countRows(table.name)} rows of ${table.name}, but has ${line}. Upload the original archive.`,
      )
  }

  return {
    name: () => name,

    /**
     * Verifies and stores all images before any row. Files stay marked for deletion until the transaction commits.
     * @throws AppError
     */
    async pictures(reading: Reading, columns: Map<string, string[]>, onProgress: OnProgress) {
      const table = archivedTables.find((each) => each.name === 'images')!
      const listed = columns.get('images')
      const images: { id: string; files: ReturnType<typeof imageFiles.parse> }[] = []
      if (reading.countRows('images') > maxImages)
        throw refuseArchive(
          `The archive holds more than ${maxImages.toLocaleString('en')} images, more than a workspace can hold.`,
        )
      if (listed && reading.has(tableFile('images')))
        for await (const { rows } of getRows(reading, table, listed, async () => undefined))
          for (const { id, files } of rows) images.push({ id: id as string, files: imageFiles.parse(files) })
      const expected = new Set(images.flatMap(({ id, files }) => files.map((file) => imageFile(id, file.name))))
      for (const given of reading.names())
        if (given.startsWith(`${imageFolder}/`) && !expected.has(given))
          throw refuseArchive(
            `The archive holds ${given}, which belongs to none of its images. Upload the archive unchanged.`,
          )
      await requireUnused(
        'images',
        images.map(({ id }) => id),
      )
      const total = [...expected].reduce((sum, file) => sum + reading.countBytes(file), 0)
      let doneBytes = 0
      for (const { id, files } of images) {
        imageIds.add(id)
        await markFiles(toQueryable(db), { workspaceId, imageId: id, names: files.map((file) => file.name) })
        for (const file of files) {
          const path = imageFile(id, file.name)
          if (!reading.has(path)) throw refuseArchive(`The archive lacks ${path}. Upload the complete archive.`)
          if (reading.countBytes(path) !== file.bytes || file.bytes > maxImageFileBytes)
            throw refuseArchive(`${path} in the archive doesn’t have the size its row states.`)
          const bytes = Buffer.concat(await collect(reading.readChunks(path)))
          // File names contain a hash of the content, so concurrent imports write identical bytes.
          if (!file.name.includes(createHash('sha256').update(bytes).digest('hex').slice(0, 16)))
            throw refuseArchive(`${path} in the archive doesn’t match its file name.`)
          await verify(path, bytes, file)
          await storage.put(fileKey(workspaceId, id, file.name), bytes)
          doneBytes += bytes.byteLength
          await onProgress('checking', 0.02 + 0.28 * (doneBytes / total))
        }
      }
    },

    /** Inserts all rows, table by table. Answers counts by table. */
    async rows(reading: Reading, columns: Map<string, string[]>, onProgress: OnProgress) {
      const total = [...columns.keys()].reduce((sum, each) => sum + reading.countBytes(tableFile(each)), 0)
      let doneBytes = 0
      for (const table of archivedTables) {
        const listed = columns.get(table.name)
        if (!listed) continue
        if (!reading.has(tableFile(table.name))) throw refuseArchive(`The archive lacks ${tableFile(table.name)}.`)
        rowCounts[table.name] = 0
        const onBytes = async (bytes: number) => {
          doneBytes += bytes
          await onProgress('reading', 0.3 + 0.65 * (doneBytes / total))
        }
        for await (const { rows, line } of getRows(reading, table, listed, onBytes)) {
          for (const [at, row] of rows.entries()) rows[at] = await prepareRow(table, row)
          const inserted = await insertRows(client, table, {
            workspaceId,
            columns: listed,
            rows,
            importer: userId,
          }).catch((error) => {
            throw toArchiveError(error, { table: table.name, line })
          })
          if (inserted !== rows.length)
            throw refuseArchive(
              `A row of ${table.name} up to row ${line} belongs to something that isn’t in the archive. Nothing was imported.`,
            )
          rowCounts[table.name]! += inserted
        }
      }
      for (const id of imageIds) await dropFileMarks(client, id)
      return rowCounts
    },

    outcome(): TransferOutcome {
      const known = manifest.people.filter(({ email }) => usersByEmail.has(email.toLowerCase())).length
      const others = manifest.people.length - known
      const colleagues = new Set([...userIds.values()].filter((id) => id !== userId)).size
      return { counts: toCounts(rowCounts), notes: getNotes({ ...dropped, known: colleagues, others }) }
    },
  }

  async function requireUnused(table: string, ids: string[]) {
    const taken = await findExisting(client, table, ids)
    if (taken)
      throw new AppError(
        'conflict',
        `An image of the archive (${taken}) already exists on this server. Nothing was imported.`,
        { field: 'file', reason: 'already_exists' },
      )
  }

  async function verify(path: string, bytes: Buffer, file: { mime: string; width: number; height: number }) {
    const seen = await pictures.verify({ bytes, name: path, type: file.mime })
    if (seen.mime !== file.mime || seen.width !== file.width || seen.height !== file.height)
      throw refuseArchive(`${path} in the archive doesn’t match its row.`)
  }
}

/** Rewrites image URLs of the other server in texts. Null when both servers have the same URL. */
function createUrlRewriter(from: string, to: string, imageIds: ReadonlySet<string>, onChange: () => void) {
  if (from === to || !/^https?:\/\/[^\s"'<>\\]+$/.test(from)) return null
  const escaped = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const own = new RegExp(`${escaped}(/images/([0-9a-f-]{36})/)`, 'g')
  const moved = (text: unknown) =>
    typeof text === 'string'
      ? text.replace(own, (whole, rest: string, id: string) => {
          if (!imageIds.has(id)) return whole
          onChange()
          return to + rest
        })
      : text
  return (table: string, row: Row): Row => {
    if (table === 'documents' || table === 'document_versions') row.content_md = moved(row.content_md)
    if (table === 'posts') Object.assign(row, { body_md: moved(row.body_md), cover: moved(row.cover) })
    if (table === 'post_versions') {
      const content = row.content as Row
      row.content = { ...content, body_md: moved(content.body_md), cover: moved(content.cover) }
    }
    return row
  }
}

function getNotes(what: {
  webhooks: number
  listening: number
  addresses: number
  known: number
  others: number
}): string[] {
  const notes: string[] = []
  const many = (count: number, one: string, more: string) =>
    count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${more}`
  if (what.others > 0)
    notes.push(
      `${many(what.others, 'member of the workspace is', 'members of the workspace are')} not in any of your workspaces here. Their work is shown as yours. Invite them under Team.`,
    )
  if (what.known > 0)
    notes.push(
      `${many(what.known, 'member was', 'members were')} matched by email, and their work keeps their name. Nobody was added as a member. Invite them under Team.`,
    )
  if (what.listening > 0)
    notes.push(
      `${many(what.listening, 'listener that was active is', 'listeners that were active are')} paused. Resume them here once they’re paused there. Each has a new webhook secret and new feed URLs.`,
    )
  if (what.webhooks > 0)
    notes.push(
      `${many(what.webhooks, 'webhook address', 'webhook addresses')} can’t be reached from here and were left out.`,
    )
  if (what.addresses > 0)
    notes.push(`${many(what.addresses, 'image URL', 'image URLs')} in texts now point to this server.`)
  return notes
}

import type { Readable } from 'node:stream'
import { unmarkImageFiles } from '#features/images/image-files.ts'
import { recountUnits } from '#features/reports/runs/recount-units.ts'
import { joinWorkspace } from '#features/workspaces/memberships.ts'
import { AppError } from '#kit/errors.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database/database.ts'
import { type ReadZip, readZip } from '#platform/storage/zip-reader.ts'
import { createReading } from './archive-reading.ts'
import { checkFiles } from './check-files.ts'
import type { TransferOutcome } from './contract.ts'
import type { OnProgress } from './export-workspace.ts'
import { type ImageStores, importImages } from './import-images.ts'
import { importRows, type RowSettings } from './import-rows.ts'
import {
  type ArchiveManifest,
  isArchiveName,
  manifestFile,
  readManifest,
  tableFile,
  toCounts,
} from './rules/archive-manifest.ts'
import { archivedTables } from './rules/archived-tables.ts'
import { getNotes } from './rules/import-notes.ts'
import { refuseArchive } from './rules/validate-archive/check-rows.ts'
import { toArchiveError } from './rules/validate-archive/database-errors.ts'
import {
  findColumns,
  findDanglingRef,
  findExisting,
  findMigrations,
  findNameForMember,
  findUsersInSharedWorkspaces,
  getColumns,
  lockWorkspaceId,
  type Queryable,
  toQueryable,
} from './store/archive-store.ts'

export type ImportDependencies = ImageStores &
  RowSettings & {
    db: Database
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
      const users = await findUsersInSharedWorkspaces(
        client,
        userId,
        manifest.people.map(({ email }) => email.toLowerCase()),
      )
      const { userIds, colleagues, others } = mapPeople(manifest, users, userId)
      const reading = createReading(zip, manifest, columns)
      const imageIds = await importImages(settings, client, reading, onProgress)
      const rows = await importRows(settings, client, reading, { userId, userIds, imageIds }, onProgress)
      for (const id of imageIds) await unmarkImageFiles(tx, id)
      if (rows.counts.workspaces !== 1)
        throw refuseArchive('The archive doesn’t contain its workspace. Upload the original archive.')
      await onProgress('finishing', 0.96)
      for (const table of archivedTables) {
        const danglingColumn = table.refs && (await findDanglingRef(client, table, workspaceId))
        if (danglingColumn)
          throw refuseArchive(
            `A row of ${table.name} names something in ${danglingColumn} that isn’t in the archive. Nothing was imported.`,
          )
      }
      await recountUnits(tx, workspaceId)
      await joinWorkspace(tx, workspaceId, { userId, role: 'owner' })
      const outcome = { counts: toCounts(rows.counts), notes: getNotes({ ...rows.dropped, known: colleagues, others }) }
      await finish(tx, { id: workspaceId, name: rows.name }, outcome)
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

const collect = (stream: Readable | AsyncIterable<Uint8Array>) => Array.fromAsync(stream as AsyncIterable<Uint8Array>)

/** Maps the archive's people to known users; everything by others becomes the importer's. */
function mapPeople({ people }: ArchiveManifest, users: { id: string; email: string }[], userId: string) {
  const usersByEmail = new Map(users.map(({ id, email }) => [email, id]))
  const userIds = new Map(people.map(({ id, email }) => [id, usersByEmail.get(email.toLowerCase()) ?? userId]))
  return {
    userIds,
    colleagues: new Set([...userIds.values()].filter((id) => id !== userId)).size,
    others: people.filter(({ email }) => !usersByEmail.has(email.toLowerCase())).length,
  }
}

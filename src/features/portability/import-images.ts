import { createHash } from 'node:crypto'
import { maxImages } from '#features/images/contract.ts'
import { fileKey, markImageFiles } from '#features/images/image-files.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Reading } from './archive-reading.ts'
import type { OnProgress } from './export-workspace.ts'
import { imageFile, imageFolder, tableFile } from './rules/archive-manifest.ts'
import { archivedTables } from './rules/archived-tables.ts'
import { refuseArchive } from './rules/validate-archive/check-rows.ts'
import { imageFiles } from './rules/validate-archive/row-rules.ts'
import { findExisting, type Queryable } from './store/archive-store.ts'

type ArchivedImage = { id: string; files: ReturnType<typeof imageFiles.parse> }

export type ImageStores = { db: Database; storage: Storage; imageRenderer: ImageRenderer }

const maxImageFileBytes = 64_000_000

/**
 * Verifies and stores all images before any row, and returns their ids. Files stay marked for deletion until the transaction
 * commits.
 * @throws AppError invalid_input, conflict (an image exists already)
 */
export async function importImages(
  { db, storage, imageRenderer }: ImageStores,
  client: Queryable,
  reading: Reading,
  onProgress: OnProgress,
): Promise<string[]> {
  const { workspaceId } = reading
  const images = await readImages(reading)
  const expected = new Set(images.flatMap(({ id, files }) => files.map((file) => imageFile(id, file.name))))
  for (const given of reading.names())
    if (given.startsWith(`${imageFolder}/`) && !expected.has(given))
      throw refuseArchive(
        `The archive holds ${given}, which belongs to none of its images. Upload the archive unchanged.`,
      )
  const ids = images.map(({ id }) => id)
  await requireUnused(client, ids)
  const total = [...expected].reduce((sum, file) => sum + reading.countBytes(file), 0)
  let doneBytes = 0
  for (const { id, files } of images) {
    await markImageFiles(
      db,
      { workspaceId, id },
      files.map((file) => file.name),
    )
    for (const file of files) {
      const bytes = await readImageFile(reading, id, file)
      await verify(imageRenderer, imageFile(id, file.name), bytes, file)
      await storage.put(fileKey(workspaceId, id, file.name), bytes)
      doneBytes += bytes.byteLength
      await onProgress('checking', 0.02 + 0.28 * (doneBytes / total))
    }
  }
  return ids
}

async function readImages(reading: Reading): Promise<ArchivedImage[]> {
  const images: ArchivedImage[] = []
  if (reading.countRows('images') > maxImages)
    throw refuseArchive(
      `The archive holds more than ${maxImages.toLocaleString('en')} images, more than a workspace can hold.`,
    )
  const table = archivedTables.find((each) => each.name === 'images')!
  if (reading.columns.has('images') && reading.has(tableFile('images')))
    for await (const { rows } of reading.readRows(table, async () => undefined))
      for (const { id, files } of rows) images.push({ id: id as string, files: imageFiles.parse(files) })
  return images
}

async function readImageFile(reading: Reading, id: string, file: ArchivedImage['files'][number]): Promise<Buffer> {
  const path = imageFile(id, file.name)
  if (!reading.has(path)) throw refuseArchive(`The archive lacks ${path}. Upload the complete archive.`)
  if (reading.countBytes(path) !== file.bytes || file.bytes > maxImageFileBytes)
    throw refuseArchive(`${path} in the archive doesn’t have the size its row states.`)
  const bytes = await reading.readFile(path)
  // File names contain a hash of the content, so concurrent imports write identical bytes.
  if (!file.name.includes(createHash('sha256').update(bytes).digest('hex').slice(0, 16)))
    throw refuseArchive(`${path} in the archive doesn’t match its file name.`)
  return bytes
}

async function requireUnused(client: Queryable, ids: string[]) {
  const taken = await findExisting(client, 'images', ids)
  if (taken)
    throw new AppError(
      'conflict',
      `An image of the archive (${taken}) already exists on this server. Nothing was imported.`,
      { field: 'file', reason: 'already_exists' },
    )
}

async function verify(
  imageRenderer: ImageRenderer,
  path: string,
  bytes: Buffer,
  file: { mime: string; width: number; height: number },
) {
  const seen = await imageRenderer.verify({ bytes, name: path, type: file.mime }).catch((error) => {
    // What to do about an image uploaded alone doesn't help with an archive.
    throw error instanceof AppError && !error.retryable ? refuseArchive(error.message, error) : error
  })
  if (seen.mime !== file.mime || seen.width !== file.width || seen.height !== file.height)
    throw refuseArchive(`${path} in the archive doesn’t match its row.`)
}

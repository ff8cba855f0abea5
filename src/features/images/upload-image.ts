import { createHash, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { maxImageBytes, maxImages } from './contract.ts'
import type { ImageFiles } from './image-files.ts'
import type { ImageRenderer } from './image-renderer.ts'
import {
  countImages,
  dropFilesToRemove,
  findImageBySource,
  type ImageRow,
  insertImage,
  lockImages,
} from './store/store.ts'
import type { StoredFile } from './store/tables.ts'

type Dependencies = { db: Database; renderer: ImageRenderer; files: ImageFiles }

/**
 * Renders an image in all sizes and stores it. The same file again is the same image.
 * @throws AppError unsupported_type, too_large, conflict when the workspace is full
 */
export async function uploadImage(
  { db, renderer, files }: Dependencies,
  actorId: string,
  { workspaceId, file, alt = '' }: { workspaceId: string; file: File; alt?: string },
): Promise<ImageRow> {
  const name = toImageName(file.name)
  if (file.size > maxImageBytes)
    throw new AppError('too_large', `${name} is larger than 10 MB. Scale it down or save it as JPEG.`, {
      field: 'file',
      reason: 'file_too_large',
      params: { name, max: maxImageBytes },
    })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sourceHash = createHash('sha256').update(bytes).digest()
  const existing = await findImageBySource(db, workspaceId, sourceHash)
  if (existing) return existing
  if ((await countImages(db, workspaceId)) >= maxImages) throw libraryFull()

  const rendered = await renderer.render({ bytes, name, type: file.type })
  const ref = { workspaceId, id: randomUUIDv7() }
  const stored = rendered.files.map(({ bytes: body, extension, size, width, height, mime }) => {
    const name = `${size}-${createHash('sha256').update(body).digest('hex').slice(0, 16)}.${extension}`
    return { body, file: { size, name, width, height, bytes: body.byteLength, mime } satisfies StoredFile }
  })
  await files.store(
    ref,
    stored.map(({ body, file }) => ({ name: file.name, body })),
  )
  const inserted = await db.transaction().execute(async (tx) => {
    await lockImages(tx, workspaceId)
    if ((await countImages(tx, workspaceId)) >= maxImages) throw libraryFull()
    const row = await insertImage(tx, {
      ...ref,
      name,
      alt,
      animated: rendered.animated,
      files: stored.map(({ file }) => file),
      sourceHash,
      createdBy: actorId,
    })
    if (row) await dropFilesToRemove(tx, ref.id)
    return row
  })
  return inserted ?? (await findImageBySource(db, workspaceId, sourceHash)) ?? refuseMissingImage()
}

const toImageName = (given: string) =>
  given
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(-200) || 'image'

const libraryFull = () =>
  new AppError(
    'conflict',
    `This workspace holds ${maxImages.toLocaleString('en')} images, the maximum. Delete some you don’t use.`,
    { reason: 'library_full', params: { max: maxImages } },
  )

export function refuseMissingImage(): never {
  throw new AppError('not_found', 'This image doesn’t exist.', { reason: 'image_missing' })
}

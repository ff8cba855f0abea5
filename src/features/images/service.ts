import { createHash, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { contentDisposition } from '#features/reports/export-name.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage.ts'
import { type Image, type ImageSize, imageSizes, maxImageBytes, maxImages } from './contract.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { type ImageWidths, imageIdsIn, imagePath } from './image-url.ts'
import {
  countImages,
  deleteImage,
  dropFilesToRemove,
  findFilesToRemove,
  findImage,
  findImageBySource,
  findImages,
  findImagesById,
  findPublicImage,
  findPublicImages,
  findUses,
  type ImageRef,
  type ImageRow,
  insertFilesToRemove,
  insertImage,
  locateImage,
  lockImages,
  updateImage,
} from './store.ts'
import type { StoredFile } from './tables.ts'

export type Images = ReturnType<typeof createImages>

type Dependencies = { db: Database; storage: Storage; pictures: ImageRenderer; publicUrl: string; log: Log }

/** After this time the files of an aborted upload are deleted. */
const uploadSeconds = 3600
const readSeconds = 300
const sweptAtOnce = 200
const year = 31_536_000

const throwMissing = (): never => {
  throw new AppError('not_found', 'This image doesn’t exist.', { reason: 'image_missing' })
}
const libraryFull = () =>
  new AppError(
    'conflict',
    `This workspace holds ${maxImages.toLocaleString('en')} images, the maximum. Delete some you don’t use.`,
    { reason: 'library_full', params: { max: maxImages } },
  )

export const fileKey = (workspaceId: string, imageId: string, name: string) =>
  `${workspaceId}/images/${imageId}/${name}`

export function createImages({ db, storage, pictures, publicUrl, log }: Dependencies) {
  function present({ id, workspace_id, name, alt, animated, files, created_at }: ImageRow): Image {
    const [whole, ...narrower] = files.map(({ size, width, height, bytes, mime }) => ({
      url: publicUrl + imagePath(id, size),
      width,
      height,
      bytes,
      mime,
    }))
    return {
      _id: id,
      workspace_id,
      name,
      alt,
      animated,
      ...whole!,
      sizes: narrower,
      created_at: created_at.toISOString(),
    }
  }

  async function removeFiles(removed: { workspace_id: string; image_id: string; names: string[] }) {
    for (const name of removed.names) await storage.delete(fileKey(removed.workspace_id, removed.image_id, name))
    await dropFilesToRemove(db, removed.image_id)
  }

  return {
    locate: (workspaceIds: string[], id: string) => locateImage(db, workspaceIds, id),

    /** @throws AppError unsupported_type, too_large, conflict when the workspace is full */
    async add(
      actorId: string,
      { workspaceId, file, alt = '' }: { workspaceId: string; file: File; alt?: string },
    ): Promise<Image> {
      const name =
        file.name
          .replace(/[\p{Cc}\p{Cs}]/gu, '')
          .trim()
          .slice(-200) || 'image'
      if (file.size > maxImageBytes)
        throw new AppError('too_large', `${name} is larger than 10 MB. Scale it down or save it as JPEG.`, {
          field: 'file',
          reason: 'file_too_large',
          params: { name, max: maxImageBytes },
        })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const sourceHash = createHash('sha256').update(bytes).digest()
      const existing = await findImageBySource(db, workspaceId, sourceHash)
      if (existing) return present(existing)
      if ((await countImages(db, workspaceId)) >= maxImages) throw libraryFull()

      const rendered = await pictures.render({ bytes, name, type: file.type })
      const id = randomUUIDv7()
      const stored = rendered.files.map(({ bytes, extension, size, width, height, mime }) => ({
        body: bytes,
        file: {
          size,
          name: `${size}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extension}`,
          width,
          height,
          bytes: bytes.byteLength,
          mime,
        } satisfies StoredFile,
      }))
      const files = stored.map(({ file }) => file)
      // Marked for deletion before they're stored, so that a crash leaves no orphaned files.
      const ref = { workspaceId, id }
      await insertFilesToRemove(
        db,
        ref,
        files.map((file) => file.name),
        uploadSeconds,
      )
      for (const { body, file } of stored) await storage.put(fileKey(workspaceId, id, file.name), body)
      const inserted = await db.transaction().execute(async (tx) => {
        await lockImages(tx, workspaceId)
        if ((await countImages(tx, workspaceId)) >= maxImages) throw libraryFull()
        const row = await insertImage(tx, {
          ...ref,
          name,
          alt,
          animated: rendered.animated,
          files,
          sourceHash,
          createdBy: actorId,
        })
        if (row) await dropFilesToRemove(tx, id)
        return row
      })
      return present(inserted ?? (await findImageBySource(db, workspaceId, sourceHash)) ?? throwMissing())
    },

    async list(workspaceId: string, query: { q?: string; page: number; limit: number }) {
      const { rows, total } = await findImages(db, workspaceId, query)
      return { items: rows.map(present), total, page: query.page, limit: query.limit }
    },

    async update(ref: ImageRef, change: { alt?: string; name?: string }) {
      return { image: present((await updateImage(db, ref, change)) ?? throwMissing()) }
    },

    uses: async (ref: ImageRef) => ({ used_in: await findUses(db, ref) }),

    /** @throws AppError conflict with `used_in`, unless forced */
    async delete(ref: ImageRef, force: boolean) {
      const image = (await findImage(db, ref)) ?? throwMissing()
      const usedIn = force ? [] : await findUses(db, ref)
      if (usedIn.length > 0) {
        const [first] = usedIn
        const others = usedIn.length - 1
        throw new AppError(
          'conflict',
          `This image is used in “${first!.title}”${others > 0 ? ` and ${others} more` : ''}. It would disappear there.`,
          { reason: 'image_in_use', params: { title: first!.title, others }, details: { used_in: usedIn } },
        )
      }
      await deleteImage(db, ref)
      const removed = {
        workspace_id: ref.workspaceId,
        image_id: ref.id,
        names: image.files.map(({ name }) => name),
      }
      // The sweep retries what couldn't be deleted.
      await removeFiles(removed).catch((err) => log.warn({ err }, 'Files of a deleted image are still in storage'))
    },

    /** An image for pages. Immutable, so it's cached for a year. */
    async show(id: string, size: ImageSize, unchanged: string | null): Promise<Response> {
      const { workspace_id, files, name } = (await findPublicImage(db, id)) ?? throwMissing()
      const file = findFile(files, size)
      const etag = `"${file.name}"`
      const headers = {
        'Cache-Control': `public, max-age=${year}, immutable`,
        ETag: etag,
        'Content-Type': file.mime,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      if (unchanged === etag) return new Response(null, { status: 304, headers })
      const found = (await storage.get(fileKey(workspace_id, id, file.name))) ?? throwMissing()
      return new Response(Readable.toWeb(found.body) as ReadableStream<Uint8Array>, {
        headers: {
          ...headers,
          'Content-Length': String(found.bytes),
          'Content-Disposition': fileDisposition(name, file).replace(/^attachment/, 'inline'),
        },
      })
    },

    /** A download: redirects to a signed storage URL where possible, otherwise streams the file. */
    async download(ref: ImageRef): Promise<Response> {
      const { files, name } = (await findImage(db, ref)) ?? throwMissing()
      const file = files[0]!
      const key = fileKey(ref.workspaceId, ref.id, file.name)
      const disposition = fileDisposition(name, file)
      const url = await storage.readUrl(key, { seconds: readSeconds, type: file.mime, disposition })
      if (url !== null)
        return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'private, no-store' } })
      const found = (await storage.get(key)) ?? throwMissing()
      return new Response(Readable.toWeb(found.body) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': file.mime,
          'Content-Length': String(found.bytes),
          'Content-Disposition': disposition,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },

    /** Sizes of the images in a text, by id, for public pages. */
    async widthsIn(markdown: string): Promise<Map<string, ImageWidths>> {
      const found = await findPublicImages(db, imageIdsIn(markdown))
      return new Map(
        found.map(({ id, files }) => [
          id,
          {
            width: files[0]!.width,
            height: files[0]!.height,
            files: files.map(({ size, width }) => ({ size, width })),
          },
        ]),
      )
    },

    /** This workspace's images in a text as JPEG or PNG, by id, for Word export. */
    async forWord(workspaceId: string, markdown: string) {
      const found = await findImagesById(db, workspaceId, imageIdsIn(markdown))
      const ready = new Map<string, Awaited<ReturnType<ImageRenderer['forWord']>>>()
      for (const { id, files } of found) {
        const stored = await storage.get(fileKey(workspaceId, id, files[0]!.name))
        if (stored) ready.set(id, await pictures.forWord(Buffer.concat(await stored.body.toArray())))
      }
      return ready
    },

    /** Deletes orphaned files: of deleted images and workspaces, and of aborted uploads. */
    async sweep() {
      for (const removed of await findFilesToRemove(db, sweptAtOnce))
        await removeFiles(removed).catch((err) => log.warn({ err }, 'Files of an image could not be removed'))
    },
  }
}

/** The requested size, else the next wider one. */
function findFile(files: StoredFile[], size: ImageSize): StoredFile {
  const wanted = imageSizes.indexOf(size)
  return files.findLast((file) => imageSizes.indexOf(file.size) <= wanted) ?? files[0]!
}

const fileDisposition = (name: string, { name: stored }: StoredFile) =>
  contentDisposition(name.replace(/\.[A-Za-z0-9]{2,5}$/, ''), stored.slice(stored.lastIndexOf('.') + 1))

import { createHash, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { contentDisposition } from '#features/reports/export-name.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage.ts'
import { type Image, type ImageSize, imageSizes, maxImageBytes, maxImages } from './contract.ts'
import type { Pictures } from './image-renderer.ts'
import { imageIdsIn, imagePath, type PictureWidths } from './image-url.ts'
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
  type ImageRow,
  insertFilesToRemove,
  insertImage,
  locateImage,
  lockImages,
  type Place,
  updateImage,
} from './store.ts'
import type { StoredFile } from './tables.ts'

export type Images = ReturnType<typeof createImages>

type Dependencies = { db: Database; storage: Storage; pictures: Pictures; publicUrl: string; log: Log }

/** An upload that died is over by then. */
const uploadSeconds = 3600
const readSeconds = 300
const sweptAtOnce = 200
const year = 31_536_000

const missing = (): never => {
  throw new AppError('not_found', 'This image doesn’t exist.', { reason: 'image_missing' })
}
const full = () =>
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

  async function removeFiles(gone: { workspace_id: string; image_id: string; names: string[] }) {
    for (const name of gone.names) await storage.delete(fileKey(gone.workspace_id, gone.image_id, name))
    await dropFilesToRemove(db, gone.image_id)
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
          .slice(-200) || 'picture'
      if (file.size > maxImageBytes)
        throw new AppError('too_large', `${name} is larger than 10 MB. Scale it down or save it as JPEG.`, {
          field: 'file',
          reason: 'file_too_large',
          params: { name, max: maxImageBytes },
        })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const sourceHash = createHash('sha256').update(bytes).digest()
      const known = await findImageBySource(db, workspaceId, sourceHash)
      if (known) return present(known)
      if ((await countImages(db, workspaceId)) >= maxImages) throw full()

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
      // Put down as to be removed before they are there: whatever breaks off from here on leaves nothing behind.
      const place = { workspaceId, id }
      await insertFilesToRemove(
        db,
        place,
        files.map((file) => file.name),
        uploadSeconds,
      )
      for (const { body, file } of stored) await storage.put(fileKey(workspaceId, id, file.name), body)
      const made = await db.transaction().execute(async (tx) => {
        await lockImages(tx, workspaceId)
        if ((await countImages(tx, workspaceId)) >= maxImages) throw full()
        const row = await insertImage(tx, {
          ...place,
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
      return present(made ?? (await findImageBySource(db, workspaceId, sourceHash)) ?? missing())
    },

    async list(workspaceId: string, query: { q?: string; page: number; limit: number }) {
      const { rows, total } = await findImages(db, workspaceId, query)
      return { items: rows.map(present), total, page: query.page, limit: query.limit }
    },

    async update(place: Place, change: { alt?: string; name?: string }) {
      return { image: present((await updateImage(db, place, change)) ?? missing()) }
    },

    uses: async (place: Place) => ({ used_in: await findUses(db, place) }),

    /** @throws AppError conflict with `used_in`, unless forced */
    async delete(place: Place, force: boolean) {
      const image = (await findImage(db, place)) ?? missing()
      const usedIn = force ? [] : await findUses(db, place)
      if (usedIn.length > 0) {
        const [first] = usedIn
        const others = usedIn.length - 1
        throw new AppError(
          'conflict',
          `This image is used in “${first!.title}”${others > 0 ? ` and ${others} more` : ''}. It would disappear there.`,
          { reason: 'image_in_use', params: { title: first!.title, others }, details: { used_in: usedIn } },
        )
      }
      await deleteImage(db, place)
      const gone = {
        workspace_id: place.workspaceId,
        image_id: place.id,
        names: image.files.map(({ name }) => name),
      }
      // What stays for now is taken by the sweep.
      await removeFiles(gone).catch((err) => log.warn({ err }, 'Files of a deleted image are still in storage'))
    },

    /** As pages show it. It never changes, so it may be kept for ever. */
    async show(id: string, size: ImageSize, unchanged: string | null): Promise<Response> {
      const { workspace_id, files, name } = (await findPublicImage(db, id)) ?? missing()
      const file = fileFor(files, size)
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
      const found = (await storage.get(fileKey(workspace_id, id, file.name))) ?? missing()
      return new Response(Readable.toWeb(found.body) as ReadableStream<Uint8Array>, {
        headers: {
          ...headers,
          'Content-Length': String(found.bytes),
          'Content-Disposition': fileDisposition(name, file).replace(/^attachment/, 'inline'),
        },
      })
    },

    /** To keep: from where it is stored, if that can be read for a while, else through us. */
    async download(place: Place): Promise<Response> {
      const { files, name } = (await findImage(db, place)) ?? missing()
      const file = files[0]!
      const key = fileKey(place.workspaceId, place.id, file.name)
      const disposition = fileDisposition(name, file)
      const url = await storage.readUrl(key, { seconds: readSeconds, type: file.mime, disposition })
      if (url !== null)
        return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'private, no-store' } })
      const found = (await storage.get(key)) ?? missing()
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

    /** How wide the pictures a text names come, by id: for pages that show them to anybody. */
    async widthsIn(markdown: string): Promise<Map<string, PictureWidths>> {
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

    /** The pictures of this workspace that a text names, as word processors take them, by id. */
    async forWord(workspaceId: string, markdown: string) {
      const found = await findImagesById(db, workspaceId, imageIdsIn(markdown))
      const ready = new Map<string, Awaited<ReturnType<Pictures['forWord']>>>()
      for (const { id, files } of found) {
        const stored = await storage.get(fileKey(workspaceId, id, files[0]!.name))
        if (stored) ready.set(id, await pictures.forWord(Buffer.concat(await stored.body.toArray())))
      }
      return ready
    },

    /** Takes away files nothing names: of deleted pictures and workspaces, and of uploads that broke off. */
    async sweep() {
      for (const gone of await findFilesToRemove(db, sweptAtOnce))
        await removeFiles(gone).catch((err) => log.warn({ err }, 'Files of an image could not be removed'))
    },
  }
}

/** The size asked for, else the next wider one there is. */
function fileFor(files: StoredFile[], size: ImageSize): StoredFile {
  const wanted = imageSizes.indexOf(size)
  return files.findLast((file) => imageSizes.indexOf(file.size) <= wanted) ?? files[0]!
}

const fileDisposition = (name: string, { name: stored }: StoredFile) =>
  contentDisposition(name.replace(/\.[A-Za-z0-9]{2,5}$/, ''), stored.slice(stored.lastIndexOf('.') + 1))

import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Image } from './contract.ts'
import { fetchImage } from './fetch-image.ts'
import { createImageFiles, fileKey } from './image-files.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { type ImageWidths, imageIdsIn, imagePath } from './rules/image-url.ts'
import { createImageSending } from './send-image.ts'
import {
  deleteImage,
  findImage,
  findImages,
  findImagesById,
  findPublicImages,
  findUses,
  type ImageRow,
  locateImage,
  updateImage,
} from './store/store.ts'
import { refuseMissingImage, uploadImage } from './upload-image.ts'

export type Images = ReturnType<typeof createImages>

type Dependencies = {
  db: Database
  storage: Storage
  renderer: ImageRenderer
  publicUrl: string
  log: Log
  fetch: OutboundFetch
}

export function createImages({ db, storage, renderer, publicUrl, log, fetch }: Dependencies) {
  const files = createImageFiles({ db, storage, log })

  return {
    ...createImageSending({ db, storage }),

    locate: (workspaceIds: string[], id: string) => locateImage(db, workspaceIds, id),

    cleanUp: () => files.cleanUp(),

    /** @throws AppError unsupported_type, too_large, conflict when the workspace is full */
    async add(actorId: string, upload: { workspaceId: string; file: File; alt?: string }): Promise<Image> {
      return present(await uploadImage({ db, renderer, files }, actorId, upload))
    },

    /** @throws AppError like `add`, and unavailable or invalid_input when the URL brings no image */
    async copy(actorId: string, { workspaceId, url, alt }: { workspaceId: string; url: string; alt?: string }) {
      const file = await fetchImage(fetch, url)
      return present(await uploadImage({ db, renderer, files }, actorId, { workspaceId, file, alt }))
    },

    async list(workspaceId: string, query: { q?: string; page: number; limit: number }) {
      const { rows, total } = await findImages(db, workspaceId, query)
      return { items: rows.map(present), total, page: query.page, limit: query.limit }
    },

    async update(ref: ResourceRef, change: { alt?: string; name?: string }) {
      return { image: present((await updateImage(db, ref, change)) ?? refuseMissingImage()) }
    },

    uses: async (ref: ResourceRef) => ({ used_in: await findUses(db, ref) }),

    /** @throws AppError conflict with `used_in`, unless forced */
    async delete(ref: ResourceRef, force: boolean) {
      const image = (await findImage(db, ref)) ?? refuseMissingImage()
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
      await files.delete(
        ref,
        image.files.map(({ name }) => name),
      )
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

    /** The bytes of an image that pages show, whoever's it is. Null when there is none. */
    async read(id: string): Promise<Uint8Array | null> {
      const [found] = await findPublicImages(db, [id])
      const stored = found && (await storage.get(fileKey(found.workspace_id, id, found.files[0]!.name)))
      return stored ? Buffer.concat(await stored.body.toArray()) : null
    },

    /** Names of the workspace's images, by id. Others are left out. */
    async getNames(workspaceId: string, ids: string[]): Promise<Map<string, string>> {
      return new Map((await findImagesById(db, workspaceId, ids)).map(({ id, name }) => [id, name]))
    },

    /** Alt texts by id. */
    async getAlts(workspaceId: string, ids: string[]): Promise<Map<string, string>> {
      return new Map((await findImagesById(db, workspaceId, ids)).map(({ id, alt }) => [id, alt]))
    },

    /** Pixels of their largest files, which other sites get, by id. */
    async getSizes(workspaceId: string, ids: string[]): Promise<Map<string, { width: number; height: number }>> {
      const found = await findImagesById(db, workspaceId, ids)
      return new Map(found.map(({ id, files: [file] }) => [id, { width: file!.width, height: file!.height }]))
    },

    /** An image with its bytes, for another site. Null: there is none in this workspace. */
    async readOwn(ref: ResourceRef) {
      const found = await findImage(db, ref)
      const file = found?.files[0]
      const stored = file && (await storage.get(fileKey(ref.workspaceId, ref.id, file.name)))
      if (!stored) return null
      const bytes = new Uint8Array(Buffer.concat(await stored.body.toArray()))
      return { name: found.name, alt: found.alt, mime: file.mime, bytes }
    },

    /** This workspace's images in a text as JPEG or PNG, by id, for Word export. */
    async forWord(workspaceId: string, markdown: string) {
      const found = await findImagesById(db, workspaceId, imageIdsIn(markdown))
      const ready = new Map<string, Awaited<ReturnType<ImageRenderer['forWord']>>>()
      for (const { id, files } of found) {
        const stored = await storage.get(fileKey(workspaceId, id, files[0]!.name))
        if (stored) ready.set(id, await renderer.forWord(Buffer.concat(await stored.body.toArray())))
      }
      return ready
    },
  }

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
}

import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Image } from './contract.ts'
import { fetchImage } from './fetch-image.ts'
import { createImageFiles } from './image-files.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { createImageReading } from './read-images.ts'
import { imagePath } from './rules/image-url.ts'
import { createImageSending } from './send-image.ts'
import { deleteImage, findImage, findImages, findUses, type ImageRow, locateImage, updateImage } from './store/store.ts'
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
    ...createImageReading({ db, storage, renderer }),

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

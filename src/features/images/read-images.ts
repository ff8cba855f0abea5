import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { fileKey } from './image-files.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { type ImageWidths, imageIdsIn } from './rules/image-url.ts'
import { findImage, findImagesById, findPublicImages } from './store/store.ts'

type Dependencies = { db: Database; storage: Storage; renderer: ImageRenderer }

/** Images as pages, files and other sites need them. */
export function createImageReading({ db, storage, renderer }: Dependencies) {
  return {
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

    /** An image's bytes, of any workspace, because pages are public. Null if it doesn't exist. */
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
}

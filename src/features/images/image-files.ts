import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { dropFilesToRemove, findFilesToRemove, insertFilesToRemove, upsertFilesToRemove } from './store/store.ts'

/** Files of images in storage. Every file is listed for deletion while no row refers to it, so that a crash leaves no orphans. */

export type ImageFiles = ReturnType<typeof createImageFiles>

/** After this time the files of an aborted upload are deleted. */
const uploadSeconds = 3600
const importSeconds = 86_400
const removedAtOnce = 200

export const fileKey = (workspaceId: string, imageId: string, name: string) =>
  `${workspaceId}/images/${imageId}/${name}`

export function createImageFiles({ db, storage, log }: { db: Database; storage: Storage; log: Log }) {
  async function remove(removed: { workspace_id: string; image_id: string; names: string[] }) {
    for (const name of removed.names) await storage.delete(fileKey(removed.workspace_id, removed.image_id, name))
    await dropFilesToRemove(db, removed.image_id)
  }

  return {
    /** Stores files that are deleted again unless `dropFilesToRemove` is called with the image's row. */
    async store({ workspaceId, id }: ResourceRef, files: { name: string; body: Uint8Array }[]) {
      const names = files.map(({ name }) => name)
      await insertFilesToRemove(db, { workspaceId, id }, names, uploadSeconds)
      for (const { name, body } of files) await storage.put(fileKey(workspaceId, id, name), body)
    },

    /** Deletes the files of a deleted image. The cleanup job retries what couldn't be deleted. */
    async delete({ workspaceId, id }: ResourceRef, names: string[]) {
      await remove({ workspace_id: workspaceId, image_id: id, names }).catch((err) =>
        log.warn({ err }, 'Files of a deleted image are still in storage'),
      )
    },

    /** Deletes orphaned files: of deleted images and workspaces, and of aborted uploads. */
    async cleanUp() {
      for (const removed of await findFilesToRemove(db, removedAtOnce))
        await remove(removed).catch((err) => log.warn({ err }, 'Files of an image could not be removed'))
    },
  }
}

/** Files of an image that an archive brings: deleted in a day unless `unmarkImageFiles` runs with the image's row. */
export const markImageFiles = (db: Db, image: ResourceRef, names: string[]) =>
  upsertFilesToRemove(db, image, names, importSeconds)

/** In the transaction that stored the image's row. */
export const unmarkImageFiles = (tx: Db, imageId: string) => dropFilesToRemove(tx, imageId)

import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { fileKey } from './image-files.ts'
import { findAllImages } from './store/store.ts'

export const exportImages = (db: Database, storage: Storage): ExportPart => ({
  about: [
    ['workspaces/*/images/index.json', 'the images of a workspace: names, alt texts, files'],
    ['workspaces/*/images/*', 'the image files'],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const images = await findAllImages(db, workspaceId)
      if (images.length === 0) continue
      const folder = `${workspaceFolder(workspaceId)}/images`
      const named = images.map((image) => ({ image, file: `${image.id}${/\.\w+$/.exec(image.files[0]!.name)![0]}` }))
      yield jsonFile(
        `${folder}/index.json`,
        named.map(({ image: { id, name, alt, created_at }, file }) => ({ _id: id, file, name, alt, created_at })),
      )
      for (const { image, file } of named) {
        const stored = await storage.get(fileKey(workspaceId, image.id, image.files[0]!.name))
        if (stored) yield { path: `${folder}/${file}`, content: stored.body }
      }
    }
  },
})

import type { Generated, JSONColumnType } from 'kysely'
import type { ImageSize } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    images: ImagesTable
    image_files_to_remove: ImageFilesToRemoveTable
  }
}

/** One size of an image. `name`: file name in the image's folder. */
export type StoredFile = {
  size: ImageSize
  name: string
  width: number
  height: number
  bytes: number
  mime: string
}

export type ImagesTable = {
  id: string
  workspace_id: string
  name: string
  alt: Generated<string>
  animated: boolean
  /** Widest first. */
  files: JSONColumnType<StoredFile[], string, string>
  /** SHA-256 of the uploaded file, for deduplication. */
  source_hash: Buffer
  created_by: string | null
  created_at: Generated<Date>
}

export type ImageFilesToRemoveTable = {
  workspace_id: string
  image_id: string
  names: string[]
  due_at: Date
}

import { type ExportPart, jsonFile } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findAllDocuments } from './store.ts'

export const exportUserDocuments = (db: Database): ExportPart => ({
  about: [['documents.json', 'your preferences and drafts, as saved by the app']],
  async *files({ userId }) {
    const documents = await findAllDocuments(db, userId)
    if (documents.length > 0)
      yield jsonFile(
        'documents.json',
        documents.map(({ path, workspace_id, version, updated_at, content }) => ({
          path,
          workspace_id,
          version,
          updated_at,
          content,
        })),
      )
  },
})

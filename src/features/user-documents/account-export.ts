import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findAllDocuments } from './store/store.ts'

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

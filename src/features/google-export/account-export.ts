import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findConnectionsOfUser } from './store/store.ts'

export const exportGoogleConnections = (db: Database): ExportPart => ({
  about: [
    ['google-connections.json', 'workspaces that can create files in your Google Drive, without the consent itself'],
  ],
  async *files({ userId }) {
    const connections = await findConnectionsOfUser(db, userId)
    yield jsonFile(
      'google-connections.json',
      connections.map(({ workspace_id, connected_at }) => ({ workspace_id, connected_at })),
    )
  },
})

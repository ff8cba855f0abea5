import type { Db } from '#platform/database/database.ts'
import type { ListenerRow } from './store.ts'
import './tables.ts'

export const findAllListeners = (db: Db, workspaceId: string): Promise<ListenerRow[]> =>
  db
    .selectFrom('listeners')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

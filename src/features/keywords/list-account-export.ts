import { type ExportPart, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { exportTable } from '#platform/table-export/export-file.ts'
import { listColumns, listRows } from './lists.ts'
import { findListIds } from './store/account-export-store.ts'

export const exportLists = (db: Database): ExportPart => ({
  about: [['workspaces/*/lists/*.csv', 'a keyword list, with the source of each keyword']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      for (const { id, name } of await findListIds(db, workspaceId)) {
        const table = { title: name, meta: [], columns: listColumns, rows: listRows(db, { workspaceId, id }) }
        const { body, fileName } = await exportTable('csv', table)
        const path = `${workspaceFolder(workspaceId)}/lists/${fileName.replace(/\.csv$/, '')}-${id}.csv`
        yield { path, content: body as ReadableStream<Uint8Array> }
      }
    }
  },
})

import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { presentHead, presentItem } from './present-batch.ts'
import { findBatches, findBatchItems } from './store/batch-store.ts'

const atOnce = 50

export const exportBatches = (db: Database): ExportPart => ({
  about: [['workspaces/*/batches/*.json', 'a batch of documents, with what each item cost and its checks']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      for (let page = 1; ; page++) {
        const { items } = await findBatches(db, workspaceId, { page, limit: atOnce })
        for (const row of items) {
          const rows = await findBatchItems(db, { workspaceId, id: row.id })
          const titles = new Map(rows.map(({ id, title }) => [id, title]))
          const batch = { ...presentHead(row, titles), items: rows.map((item) => presentItem(item, row)) }
          yield jsonFile(`${workspaceFolder(workspaceId)}/batches/${row.id}.json`, batch)
        }
        if (items.length < atOnce) break
      }
    }
  },
})

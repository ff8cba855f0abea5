import { type ExportPart, jsonFile, workspaceFolder } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findShares } from './export-store.ts'

export const exportShares = (db: Database): ExportPart => ({
  about: [['workspaces/*/shares.json', 'which reports are shared by link, what each link shows and when it expires']],
  async *files({ ownedIds }) {
    for (const id of ownedIds) {
      const shares = (await findShares(db, id)).map(({ id: _, ...share }) => share)
      yield jsonFile(`${workspaceFolder(id)}/shares.json`, shares)
    }
  },
})

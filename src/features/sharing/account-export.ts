import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findShares } from './store/account-export-store.ts'
import { findMailings } from './store/mailing-store.ts'

export const exportShares = (db: Database): ExportPart => ({
  about: [
    ['workspaces/*/shares.json', 'which reports are shared by link, what each link shows and when it expires'],
    ['workspaces/*/emailed-reports.json', 'which reports are emailed as PDF, how often and to whom'],
  ],
  async *files({ ownedIds }) {
    for (const id of ownedIds) {
      const shares = (await findShares(db, id)).map(({ id: _, ...share }) => share)
      yield jsonFile(`${workspaceFolder(id)}/shares.json`, shares)
      yield jsonFile(`${workspaceFolder(id)}/emailed-reports.json`, await findMailings(db, id))
    }
  },
})

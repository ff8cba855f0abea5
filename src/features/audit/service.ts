import type { Database, Db } from '#platform/database/database.ts'
import { type AuditRecord, findEntries, insertEntry } from './store/store.ts'

export type Audit = ReturnType<typeof createAudit>

export function createAudit({ db }: { db: Database }) {
  return {
    /** Writes down what is done, in the transaction that does it. */
    record: (tx: Db, entry: AuditRecord) => insertEntry(tx, entry),

    async list(page: { q?: string; page: number; limit: number }) {
      const { items, total } = await findEntries(db, page)
      const present = items.map(({ id, at, ...rest }) => ({ _id: id, at: at.toISOString(), ...rest }))
      return { items: present, total, page: page.page, limit: page.limit }
    },
  }
}

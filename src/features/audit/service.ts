import type { Database, Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import { type AuditRecord, findEntries, insertEntry } from './store/store.ts'

export type Audit = ReturnType<typeof createAudit>

export function createAudit({ db }: { db: Database }) {
  return {
    /** Writes down what is done, in the transaction that does it. */
    record: (tx: Db, entry: AuditRecord) => insertEntry(tx, entry),

    /** The same, of what somebody's call did. */
    recordCall: (
      tx: Db,
      { actor, address }: { actor: Actor; address: string | null },
      action: string,
      subject: string,
      details: Record<string, unknown>,
    ) => insertEntry(tx, { actorId: actor.userId, actorEmail: actor.email, action, subject, details, address }),

    async list(page: { q?: string; page: number; limit: number }) {
      const { items, total } = await findEntries(db, page)
      const present = items.map(({ id, at, ...rest }) => ({ _id: id, at: at.toISOString(), ...rest }))
      return { items: present, total, page: page.page, limit: page.limit }
    },
  }
}

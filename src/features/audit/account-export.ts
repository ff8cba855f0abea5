import { type ExportPart, jsonArray } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findEntriesAbout } from './store/account-export-store.ts'

const entriesAtATime = 1000

export function exportAudit(db: Database): ExportPart {
  async function* entries(userId: string, email: string) {
    let after: string | null = null
    for (;;) {
      const found = await findEntriesAbout(db, { userId, email, after, limit: entriesAtATime })
      yield* found
      if (found.length < entriesAtATime) return
      after = found.at(-1)!.id
    }
  }
  return {
    about: [['audit.json', 'audit log entries by you and about your account']],
    async *files({ userId, email }) {
      yield { path: 'audit.json', content: jsonArray(entries(userId, email)) }
    },
  }
}

import { type ExportPart, jsonFile } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findPaymentFacts } from './export-store.ts'

export const exportPayments = (db: Database): ExportPart => ({
  about: [['payments.json', 'your purchases, subscriptions, invoices and referrer']],
  async *files({ userId }) {
    yield jsonFile('payments.json', await findPaymentFacts(db, userId))
  },
})

import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findPaymentFacts } from './store/account-export-store.ts'

export const exportPayments = (db: Database): ExportPart => ({
  about: [['payments.json', 'your purchases, subscriptions, invoices and referrer']],
  async *files({ userId }) {
    yield jsonFile('payments.json', await findPaymentFacts(db, userId))
  },
})

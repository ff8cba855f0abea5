import type { Database } from '#platform/database/database.ts'
import type { CardAccounts, CardProvider } from './card-accounts.ts'
import { isNewest, takeTicket } from './store/event-store.ts'
import { findOrderBySubscription, findUserOfCustomer } from './store/store.ts'
import { upsertInvoice } from './store/subscription-store.ts'
import type { Outcome } from './sync-outcome.ts'
import type { SyncSubscription } from './sync-subscription.ts'

type Dependencies = { db: Database; cards: CardAccounts; syncSubscription: SyncSubscription; now(): Date }

export type SyncInvoice = ReturnType<typeof createInvoiceSync>

export function createInvoiceSync({ db, cards, syncSubscription, now }: Dependencies) {
  /** Stores an invoice, then reads the subscription it pays for. */
  return async function syncInvoice(provider: CardProvider, id: string, cause: string): Promise<Outcome> {
    const subject = { provider, kind: 'invoice', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const invoice = await cards[provider].getInvoice(id)
    if (!invoice) return 'gone'
    const { customerId, subscriptionId } = invoice
    const userId =
      (customerId && (await findUserOfCustomer(db, provider, customerId))) ||
      (subscriptionId && (await findOrderBySubscription(db, provider, subscriptionId))?.user_id)
    if (!userId) return 'not ours'
    await db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return
      await upsertInvoice(tx, {
        user_id: userId,
        provider,
        id,
        subscription_id: invoice.subscriptionId,
        number: invoice.number,
        description: invoice.description,
        status: invoice.status,
        amount: invoice.amount,
        currency: invoice.currency,
        at: invoice.at,
        covers_until: invoice.coversUntil,
        url: invoice.url,
        pdf_url: invoice.pdfUrl,
      })
    })
    return invoice.subscriptionId ? syncSubscription(provider, invoice.subscriptionId, cause) : 'done'
  }
}

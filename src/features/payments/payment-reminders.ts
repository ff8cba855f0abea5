import type { OrderCodes } from '#features/plans/purchased-codes.ts'
import type { Plans } from '#features/plans/service.ts'
import type { RenderedEmail } from '#kit/email/email.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { CardSubscription } from '#providers/card-payments/port.ts'
import type { Provider } from './contract.ts'
import { emailJob, graceJob } from './jobs.ts'
import { getWarningTime } from './rules/grace-period.ts'
import { accessEndedEmail, codesEmail, graceEndingEmail, paymentFailedEmail } from './rules/payment-emails.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findEmail, finishEmail, insertEmail, type NewEmail } from './store/event-store.ts'
import { findOrder, findPerson, findSellingPrices } from './store/store.ts'
import { findSubscription } from './store/subscription-store.ts'

type Dependencies = {
  db: Database
  plans: Plans
  orderCodes: OrderCodes
  send: Queue['send']
  mailer: Mailer
  publicUrl: string
  now?: () => Date
}

export type Reminders = ReturnType<typeof createReminders>

/** Emails about payments, each sent once per event: codes, failed payments, ending grace and ended access. */
export function createReminders(dependencies: Dependencies) {
  const { db, plans, orderCodes, send, mailer, publicUrl, now = () => new Date() } = dependencies

  return {
    /** Queues an email in the caller's transaction. Idempotent by key. */
    async queueEmail(tx: Db, email: Omit<NewEmail, 'at'>) {
      if (await insertEmail(tx, { ...email, at: now() })) await send(tx, emailJob, { key: email.key })
    },

    /** Queues the email about a failed payment, and jobs for the warning and the end of grace. */
    async scheduleReminders(
      tx: Db,
      {
        userId,
        provider,
        subscription,
        graceUntil,
      }: {
        userId: string
        provider: Provider
        subscription: CardSubscription
        graceUntil: Date | null
      },
    ) {
      const { id: subscriptionId, unpaid, endedUnpaid } = subscription
      const about = { userId, provider, subscriptionId }
      if (endedUnpaid)
        await this.queueEmail(tx, { ...about, key: `ended:${provider}:${subscriptionId}`, kind: 'access_ended' })
      if (!unpaid || !graceUntil) return
      const key = `failed:${provider}:${unpaid.invoiceId}`
      if (!(await insertEmail(tx, { ...about, key, kind: 'payment_failed', at: now() }))) return
      await send(tx, emailJob, { key })
      const job = { provider, subscription_id: subscriptionId, invoice_id: unpaid.invoiceId }
      for (const startAfter of [getWarningTime(graceUntil), graceUntil]) await send(tx, graceJob, job, { startAfter })
    },

    /** Queues the warning or the final email, if this invoice is still unpaid. */
    async remind({
      provider,
      subscriptionId,
      invoiceId,
    }: {
      provider: Provider
      subscriptionId: string
      invoiceId: string
    }) {
      const row = await findSubscription(db, provider, subscriptionId)
      if (row?.status !== 'past_due' || row.unpaid_invoice_id !== invoiceId || !row.grace_until) return
      const over = now() >= row.grace_until
      await db.transaction().execute((tx) =>
        this.queueEmail(tx, {
          userId: row.user_id,
          provider,
          subscriptionId,
          key: over ? `ended:${provider}:${subscriptionId}` : `ending:${provider}:${invoiceId}`,
          kind: over ? 'access_ended' : 'grace_ending',
        }),
      )
      if (over) await plans.refresh(row.user_id)
    },

    /** Sends an email once. A crash between sending and saving repeats it under the same Message-ID, so mail clients can deduplicate. */
    async sendEmail(key: string) {
      const row = await findEmail(db, key)
      if (!row || row.sent_at) return
      const email =
        row.kind === 'codes'
          ? await writeCodes(row.order_id)
          : await writeReminder(row.kind, row.user_id, row.provider, row.subscription_id)
      if (email)
        await mailer.send({
          to: email.to,
          ...email.content,
          headers: { 'Message-ID': `<${key.replace(/[^\w.-]/g, '-')}@${new URL(publicUrl).hostname}>` },
        })
      await finishEmail(db, key, now())
    },
  }

  async function writeCodes(orderId: string | null): Promise<{ to: string; content: RenderedEmail } | null> {
    const order = orderId ? await findOrder(db, orderId) : undefined
    if (!order) return null
    const unused = await orderCodes.unused(db, [order.id])
    const person = order.user_id ? await findPerson(db, order.user_id) : undefined
    const to = order.email ?? person?.email
    if (unused.length === 0 || !to) return null
    const url = `${publicUrl}${person ? paymentPages.billing : '/signup'}`
    return {
      to,
      content: codesEmail(
        unused.map(({ code }) => code),
        { url, redeemed: order.codes_redeemed },
      ),
    }
  }

  async function writeReminder(
    kind: 'payment_failed' | 'grace_ending' | 'access_ended',
    userId: string | null,
    provider: Provider | null,
    subscriptionId: string | null,
  ): Promise<{ to: string; content: RenderedEmail } | null> {
    const person = userId ? await findPerson(db, userId) : undefined
    const row = provider && subscriptionId ? await findSubscription(db, provider, subscriptionId) : undefined
    if (!person || !row) return null
    const about = {
      label: await getLabel(row.feature),
      until: row.grace_until ?? row.ended_at ?? now(),
      url: `${publicUrl}${paymentPages.billing}`,
    }
    const words = { payment_failed: paymentFailedEmail, grace_ending: graceEndingEmail, access_ended: accessEndedEmail }
    return { to: person.email, content: words[kind](about) }
  }

  async function getLabel(feature: string): Promise<string> {
    const plan = (await plans.catalog()).find(({ name }) => name === feature)
    return plan?.label ?? (await findSellingPrices(db)).find((row) => row.feature === feature)?.label ?? feature
  }
}

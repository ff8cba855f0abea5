import { type JobDefinition, job } from '#platform/queue.ts'
import type { Provider } from './contract.ts'
import type { Reminders } from './payment-reminders.ts'
import type { PaymentSync } from './sync-payments.ts'

/** Something a provider told us is to be handled. */
export const eventJob = 'payment-event'
/** A mail is to be sent. */
export const mailJob = 'payment-mail'
/** A payment failed: the days of grace are nearly over, or over. */
export const graceJob = 'payment-grace'
/** A subscription's account was deleted. */
export const cancelJob = 'payment-cancel'

/** A provider that is down is asked again for most of an hour. */
const retryLimit = 15

export const paymentJobs = (services: () => { settlement: PaymentSync; reminders: Reminders }): JobDefinition[] =>
  [
    job<{ provider: Provider; event_id: string }>({
      name: eventJob,
      concurrency: 4,
      retryLimit,
      expireInSeconds: 120,
      work: ({ provider, event_id }) => services().settlement.handle(provider, event_id),
    }),
    job<{ key: string }>({
      name: mailJob,
      retryLimit,
      expireInSeconds: 120,
      work: ({ key }) => services().reminders.sendMail(key),
    }),
    job<{ provider: Provider; subscription_id: string; invoice_id: string }>({
      name: graceJob,
      retryLimit,
      expireInSeconds: 120,
      work: ({ provider, subscription_id, invoice_id }) =>
        services().reminders.remind({ provider, subscriptionId: subscription_id, invoiceId: invoice_id }),
    }),
    job<{ provider: Provider; subscription_id: string }>({
      name: cancelJob,
      retryLimit: 50,
      expireInSeconds: 120,
      work: ({ provider, subscription_id }) => services().settlement.cancel(provider, subscription_id),
    }),
  ] as JobDefinition[]

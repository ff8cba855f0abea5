import { type JobDefinition, job } from '#platform/jobs/queue.ts'
import type { Provider } from './contract.ts'

/** Handles a webhook event. */
export const eventJob = 'payment-event'
/** Sends a payment email. */
export const emailJob = 'payment-mail'
/** Reminds near and at the end of the grace period. */
export const graceJob = 'payment-grace'
/** Cancels the subscription of a deleted account. */
export const cancelJob = 'payment-cancel'

/** With backoff, enough retries for most of an hour of provider downtime. */
const retryLimit = 15

type Services = {
  settlement: {
    handle(provider: Provider, eventId: string): Promise<void>
    cancel(provider: Provider, subscriptionId: string): Promise<void>
  }
  reminders: {
    sendEmail(key: string): Promise<void>
    remind(grace: { provider: Provider; subscriptionId: string; invoiceId: string }): Promise<void>
  }
}

export const paymentJobs = (services: Services): JobDefinition[] =>
  [
    job<{ provider: Provider; event_id: string }>({
      name: eventJob,
      concurrency: 4,
      retryLimit,
      expireInSeconds: 120,
      work: ({ provider, event_id }) => services.settlement.handle(provider, event_id),
    }),
    job<{ key: string }>({
      name: emailJob,
      retryLimit,
      expireInSeconds: 120,
      work: ({ key }) => services.reminders.sendEmail(key),
    }),
    job<{ provider: Provider; subscription_id: string; invoice_id: string }>({
      name: graceJob,
      retryLimit,
      expireInSeconds: 120,
      work: ({ provider, subscription_id, invoice_id }) =>
        services.reminders.remind({ provider, subscriptionId: subscription_id, invoiceId: invoice_id }),
    }),
    job<{ provider: Provider; subscription_id: string }>({
      name: cancelJob,
      retryLimit: 50,
      expireInSeconds: 120,
      work: ({ provider, subscription_id }) => services.settlement.cancel(provider, subscription_id),
    }),
  ] as JobDefinition[]

import { readConfig } from '../../src/config.ts'
import { createAudit } from '../../src/features/audit/service.ts'
import { createPaymentsFeature } from '../../src/features/payments/feature.ts'
import { createPlans } from '../../src/features/plans/service.ts'
import { createRateLimiter } from '../../src/platform/http/rate-limit.ts'
import type { Queue } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Mail } from '../../src/platform/mail/mail.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import type { StripeDouble } from '../doubles/stripe.ts'
import type { StripeEvent } from '../doubles/stripe-objects.ts'
import { getSignature } from '../doubles/stripe-wire.ts'
import type { TestServer } from './server.ts'

export type SentJob = { name: string; payload: Record<string, string>; startAfter: Date | null }

/**
 * Payments on a test server's database, with the double's clock and jobs run by the test, so that the test controls the
 * timing.
 */
export function composePayments(server: TestServer, stripe: StripeDouble) {
  const { db } = server.database
  const jobs: SentJob[] = []
  const emails: Mail[] = []
  const now = () => new Date(stripe.nowMs())
  const rates = createRateLimiter({ db, isExempt: () => true })
  const plans = createPlans({ db, rates, defaultPlan: 'free', now })
  const queue = {
    send: async (_tx, name, payload, options) => {
      jobs.push({ name, payload: payload as Record<string, string>, startAfter: options?.startAfter ?? null })
    },
  } as Partial<Queue> as Queue
  const parts = createPaymentsFeature({
    config: readConfig({ DATA_DIR: server.dataDir, ...stripe.settings }),
    db,
    plans,
    audit: createAudit({ db }),
    mailer: {
      verify: async () => 'outbox',
      send: async (email) => {
        emails.push(email)
      },
    },
    queue,
    rates,
    secrets: createSecrets('a secret for tests that is long enough'),
    metrics: createMetrics(),
    log: createLog('silent'),
    publicUrl: 'http://earshot.test',
    userAgent: 'EarshotBot/0 (+http://earshot.test)',
    now,
  })
  const works = new Map(parts.jobs.map(({ name, work }) => [name, work]))
  return {
    ...parts,
    payments: parts.service,
    plans,
    jobs,
    mails: emails,
    /** Delivers an event like Stripe. */
    receive: (event: StripeEvent, account: 'stripe' | 'stripe_ae' = 'stripe') =>
      parts.service.receive(
        account,
        event.body,
        new Headers({
          'Stripe-Signature': getSignature(
            event.body,
            stripe.keys[account].webhookSecret,
            Math.floor(stripe.nowMs() / 1000),
          ),
        }),
      ),
    /** Runs what is due by the double's clock, and the jobs that follow. */
    async work() {
      for (;;) {
        const at = jobs.findIndex(({ startAfter }) => startAfter === null || startAfter <= now())
        if (at < 0) return
        const [job] = jobs.splice(at, 1)
        await works.get(job!.name)?.(job!.payload, {} as never)
      }
    },
  }
}

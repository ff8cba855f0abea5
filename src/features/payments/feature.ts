import type { Audit } from '#features/audit/service.ts'
import { createOrderCodes } from '#features/plans/purchased-codes.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Metrics } from '#platform/metrics.ts'
import { hostAndPort } from '#platform/outbound/host-and-port.ts'
import { createOutbound } from '#platform/outbound/outbound-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import { createStripe } from '#providers/card-payments/stripe.ts'
import { createCoinbase } from '#providers/crypto-payments/coinbase.ts'
import type { Config } from '../../config.ts'
import { exportPayments } from './account-export.ts'
import { createBilling } from './billing.ts'
import { createOrderFulfillment } from './fulfill-order.ts'
import { paymentJobs } from './jobs.ts'
import { createPaylinks } from './payment-links.ts'
import { createReminders } from './payment-reminders.ts'
import { paymentsRoutes } from './routes.ts'
import { paymentEmailSamples } from './rules/email-samples.ts'
import { createPayments } from './service.ts'
import { createPaymentSync } from './sync-payments.ts'

type Parts = {
  config: Config
  db: Database
  plans: Plans
  audit: Audit
  mailer: Mailer
  queue: Queue
  rates: RateLimiter
  secrets: Secrets
  metrics: Metrics
  log: Log
  publicUrl: string
  userAgent: string
  /** In tests: what time it is. */
  now?: () => Date
}

export function createPaymentsFeature(parts: Parts) {
  const { config, db, plans, audit, mailer, queue, rates, secrets, metrics, log, publicUrl, userAgent, now } = parts
  const bases = [config.STRIPE_API_BASE, config.COINBASE_API_BASE].filter((base) => base !== undefined)
  // Where the operator points a vendor is trusted with what is meant for that vendor, private or not.
  const outbound = createOutbound({ allow: [...config.OUTBOUND_ALLOW, ...bases.map(hostAndPort)], userAgent })
  const { fetch } = outbound
  const apiBase = config.STRIPE_API_BASE
  const cards = {
    stripe: createStripe({
      id: 'stripe',
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiBase,
      fetch,
    }),
    stripe_ae: createStripe({
      id: 'stripe_ae',
      secretKey: config.STRIPE_AE_SECRET_KEY,
      webhookSecret: config.STRIPE_AE_WEBHOOK_SECRET,
      apiBase,
      fetch,
    }),
  }
  const crypto = createCoinbase({
    keyId: config.COINBASE_KEY_ID ?? '',
    keySecret: config.COINBASE_KEY_SECRET ?? '',
    webhookSecret: config.COINBASE_WEBHOOK_SECRET ?? '',
    apiBase: config.COINBASE_API_BASE,
    fetch,
  })
  const orderCodes = createOrderCodes({ plans, secrets, now })
  const reminders = createReminders({ db, plans, orderCodes, send: queue.send, mailer, publicUrl, now })
  const orders = createOrderFulfillment({ orderCodes, reminders, audit, now })
  const settlement = createPaymentSync({
    db,
    plans,
    orders,
    cards,
    crypto,
    reminders,
    log,
    now,
    onHandled: ({ provider, type, outcome }) => metrics.paymentEvents.inc({ provider, type, outcome }),
  })
  const paylinks = createPaylinks({ db, plans, cards, crypto, rates, publicUrl, now })
  const billing = createBilling({ db, plans, orderCodes, cards, paylinks, settlement, orders, publicUrl, now })
  const payments = createPayments({
    db,
    cards,
    crypto,
    send: queue.send,
    settlement,
    orders,
    log,
    now,
    onReceived: ({ provider, outcome }) => metrics.paymentEvents.inc({ provider, type: 'received', outcome }),
  })
  const feature = {
    service: payments,
    routes: paymentsRoutes({ payments, paylinks, billing }),
    jobs: paymentJobs({ settlement, reminders }),
    cleanup: [() => payments.cleanUp()],
    accountExport: [exportPayments(db)],
    emails: paymentEmailSamples(publicUrl, new Date(Date.now() + 7 * 86_400_000)),
    close: () => outbound.close(),
  } satisfies Feature
  return { ...feature, settlement, reminders, cards, crypto }
}

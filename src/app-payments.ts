import type { Config } from './config.ts'
import type { Audit } from './features/audit/service.ts'
import { createBilling } from './features/payments/billing.ts'
import { exportPayments } from './features/payments/export.ts'
import { createOrderFulfillment } from './features/payments/fulfill-order.ts'
import { paymentJobs } from './features/payments/jobs.ts'
import { createPaylinks } from './features/payments/payment-links.ts'
import { createReminders } from './features/payments/payment-reminders.ts'
import { paymentsRoutes } from './features/payments/routes.ts'
import { createPayments } from './features/payments/service.ts'
import { createPaymentSync } from './features/payments/sync-payments.ts'
import { createOrderCodes } from './features/plans/purchased-codes.ts'
import type { Plans } from './features/plans/service.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbound } from './platform/outbound-fetch.ts'
import type { Queue } from './platform/queue.ts'
import type { RateLimiter } from './platform/rate-limit.ts'
import type { Secrets } from './platform/secrets.ts'
import { createStripe } from './providers/card-payments/stripe.ts'
import { createCoinbase } from './providers/crypto-payments/coinbase.ts'

/** Payments put together: the part of the composition root that knows who takes the money. */

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

export type PaymentParts = ReturnType<typeof putPaymentsTogether>

export function putPaymentsTogether(parts: Parts) {
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
  return {
    payments,
    settlement,
    reminders,
    cards,
    crypto,
    routes: paymentsRoutes({ payments, paylinks, billing }),
    jobs: paymentJobs(() => ({ settlement, reminders })),
    exportPart: exportPayments(db),
    close: () => outbound.close(),
  }
}

function hostAndPort(address: string) {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

import path from 'node:path'
import type { Config } from '#config'
import type { DatabaseHandle } from './database/database.ts'
import type { Signals } from './database/notify-signals.ts'
import type { ReadReplica } from './database/read-replica.ts'
import { isLoopbackAddress } from './http/client-address.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createBackgroundTasks } from './jobs/background-tasks.ts'
import type { Queue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mail.ts'
import type { Metrics } from './metrics.ts'
import { botUserAgent } from './outbound/bot-user-agent.ts'
import { createOutbound } from './outbound/outbound-fetch.ts'
import type { Secrets } from './secrets.ts'
import { createStreams } from './server-sent-events.ts'
import { chooseStorage } from './storage/create-storage.ts'
import { createThreads } from './threads/worker-threads.ts'

/** What a process opens before its features exist. */
export type Platform = {
  config: Config
  database: DatabaseHandle
  /** Of `DATABASE_REPLICA_URL`. */
  replica?: ReadReplica
  queue: Queue
  signals: Signals
  secrets: Secrets
  metrics: Metrics
  log: Log
  /** Where people reach this installation. */
  publicUrl: string
  version: string
  /** Check our own answers against the contract. */
  checkOutputs: boolean
}

/** The shared services that features get. */
export type Core = ReturnType<typeof createCore>

/** @param onEmail called for each email with whether it was sent */
export function createCore(platform: Platform, { onEmail }: { onEmail(sent: boolean): void }) {
  const { config, database, metrics, log, publicUrl, version } = platform
  const userAgent = botUserAgent({ version, publicUrl, contact: config.BOT_CONTACT })
  /** `trusted`: host:port of addresses the operator set, private or not. */
  const createOutboundTo = (trusted: string[]) =>
    createOutbound({ allow: [...config.OUTBOUND_ALLOW, ...trusted], userAgent })
  const outbound = createOutboundTo([])
  const files = chooseStorage(config, userAgent)
  const threads = createThreads()
  const background = createBackgroundTasks(log)
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    outboxDir: path.join(config.DATA_DIR, 'outbox'),
  })
  return {
    ...platform,
    db: database.db,
    replica: platform.replica ?? null,
    userAgent,
    createOutboundTo,
    outbound,
    storage: files.storage,
    threads,
    background,
    mailer: reportOutcome(mailer, onEmail),
    rates: createRateLimiter({ db: database.db, isExempt: isLoopbackAddress }),
    streams: createStreams(metrics),
    async close() {
      await background.settle()
      await threads.stop()
      await files.close()
      await outbound.close()
    },
  }
}

function reportOutcome(mailer: Mailer, onEmail: (sent: boolean) => void): Mailer {
  return {
    verify: () => mailer.verify(),
    async send(email) {
      try {
        await mailer.send(email)
      } catch (error) {
        onEmail(false)
        throw error
      }
      onEmail(true)
    },
  }
}

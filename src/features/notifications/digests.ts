import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import { digestMail } from './digest-email.ts'
import {
  claimEntries,
  closeAbandoned,
  type DigestDelays,
  deleteEntriesFor,
  dropEntries,
  findDigestRuns,
  insertEntries,
  lockDueReaders,
  type OpenDigest,
  postponeDigest,
  setDeclined,
  settleDigest,
  takeRetries,
} from './digest-store.ts'
import type { RunAlert, RunDetails } from './run-changes.ts'

/**
 * Digest emails, delivered at most once: entries are claimed, the email is sent, then the result is stored. When a process dies
 * in between, the email may have been sent, so it isn't retried; only emails the mail server rejected are.
 */

export type Digests = ReturnType<typeof createDigests>

type Dependencies = {
  db: Database
  mailer: Mailer
  secrets: Secrets
  log: Log
  publicUrl: string
  getRunDetails(runIds: string[]): Promise<RunDetails[]>
  wait?: DigestDelays
}

/** One email per person and day; sooner after a manual run or a listener's first run. */
const defaultDelays: DigestDelays = {
  byHandSeconds: 5,
  firstPeriodSeconds: 600,
  collectSeconds: 180,
  periodSeconds: 23.5 * 3600,
}
const batchSize = 20
const retrySeconds = [60, 300, 1800, 7200, 21_600]
/** Sending never takes longer: after this, the sending process is considered dead. */
const sendingSeconds = 15 * 60
const purpose = 'digest-unsubscribe'

export function createDigests({
  db,
  mailer,
  secrets,
  log,
  publicUrl,
  getRunDetails,
  wait = defaultDelays,
}: Dependencies) {
  return {
    async add(tx: Db, alerts: RunAlert[]) {
      const mailed = alerts.filter(({ emails }) => emails.length > 0)
      if (mailed.length > 0) await insertEntries(tx, mailed, wait)
    },

    /** Deletes an address's pending entries of one workspace. */
    forgetAddress: deleteEntriesFor,

    /** Sends due digests. Returns true when there may be more. */
    async sendDue(): Promise<boolean> {
      const { open, readers } = await db.transaction().execute(async (tx) => {
        const open = await takeRetries(tx, batchSize)
        const readers = await lockDueReaders(tx, batchSize)
        for (const { email, declined } of readers) {
          if (declined) await dropEntries(tx, email)
          else {
            const id = randomUUIDv7()
            if ((await claimEntries(tx, email, id)).length > 0) open.push({ id, email, attempt: 1 })
          }
        }
        return { open, readers: readers.length }
      })
      for (const digest of open) await send(digest)
      return readers === batchSize || open.length >= batchSize
    },

    closeAbandoned: () => closeAbandoned(db, sendingSeconds),

    /** Unsubscribes by an email's link; the token is the address and its signature. @throws AppError not_found */
    async unsubscribe(token: string, resume: boolean) {
      const email = getEmail(token)
      if (email === null)
        throw new AppError('not_found', 'token isn’t valid. Use the link from the email.', {
          field: 'token',
          reason: 'invalid_unsubscribe_link',
        })
      await db.transaction().execute((tx) => setDeclined(tx, email, !resume))
      return { email_masked: masked(email), subscribed: resume }
    },
  }

  async function send(digest: OpenDigest) {
    try {
      const alerts = await getRunDetails(await findDigestRuns(db, digest.id))
      // All runs of the digest were deleted in the meantime.
      if (alerts.length === 0)
        return await settleDigest(db, digest.id, 'refused', 'The runs in this digest were deleted.')
      const unsubscribe = `${publicUrl}/unsubscribe?token=${encodeURIComponent(getToken(digest.email))}`
      await mailer.send({
        to: digest.email,
        ...digestMail(alerts, { publicUrl, unsubscribe }),
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          'X-Earshot-Digest': digest.id,
        },
      })
      await settleDigest(db, digest.id, 'sent', null)
    } catch (err) {
      const sentence = err instanceof Error ? err.message.slice(0, 300) : 'Sending failed.'
      const later = retrySeconds[digest.attempt - 1]
      log.warn({ err, digest_id: digest.id }, 'Could not send a digest')
      if (!wasRefused(err)) await settleDigest(db, digest.id, 'unclear', sentence)
      else if (later === undefined || isFinal(err)) await settleDigest(db, digest.id, 'refused', sentence)
      else await postponeDigest(db, digest.id, later, sentence)
    }
  }

  function getToken(email: string) {
    return `${Buffer.from(email).toString('base64url')}.${secrets.sign(purpose, email)}`
  }

  function getEmail(token: string): string | null {
    const [encoded = '', signature = ''] = token.split('.')
    const email = Buffer.from(encoded, 'base64url').toString('utf8')
    return secrets.verify(purpose, email, signature) ? email : null
  }
}

type MailFailure = { code?: string; responseCode?: number; command?: string }

/** True when nothing was sent: the server rejected it, wasn't reached, or the outbox couldn't be written. */
function wasRefused(err: unknown): boolean {
  const { code, responseCode, command } = (err ?? {}) as MailFailure
  if (responseCode !== undefined && responseCode >= 400) return true
  if (code !== undefined && /^(EDNS|EAUTH|ECONNREFUSED|ENOENT|EACCES|ENOSPC|EROFS|EENVELOPE)$/.test(code)) return true
  return command === 'CONN'
}

/** 5xx: a retry would be rejected again. */
const isFinal = (err: unknown) => ((err as MailFailure).responseCode ?? 0) >= 500

/** a…@example.com */
const masked = (email: string) => email.replace(/^(.).*(@.*)$/, '$1…$2')

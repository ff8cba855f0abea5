import { randomUUIDv7 } from 'node:crypto'
import { setEmailPreferences } from '#features/auth/email/email-preference.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { getNextAttempt, maskEmail, sendingSeconds } from '#platform/mail/mail-retries.ts'
import type { Secrets } from '#platform/secrets.ts'
import { digestEmail } from './rules/digest-email.ts'
import type { RunAlert, RunDetails } from './rules/run-changes.ts'
import { findDigestComments, insertDigestComment, type NewDigestComment } from './store/digest-comment-store.ts'
import {
  claimEntries,
  closeAbandoned,
  type DigestDelays,
  deleteEntriesFor,
  dropEntries,
  findBrands,
  findDigestRuns,
  insertEntries,
  lockDueReaders,
  type OpenDigest,
  postponeDigest,
  setDeclined,
  settleDigest,
  takeRetries,
} from './store/digest-store.ts'

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

/** One email per person and day. After a manual run or a listener's first run it doesn't wait for other listeners. */
const defaultDelays: DigestDelays = {
  byHandSeconds: 5,
  collectSeconds: 180,
  commentSeconds: 3600,
  periodSeconds: 23.5 * 3600,
}
const batchSize = 20
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

    /** Adds a comment or decision for its readers, in the transaction that stores it. */
    addComment: (tx: Db, comment: NewDigestComment) =>
      insertDigestComment(tx, comment, { waitSeconds: wait.commentSeconds, periodSeconds: wait.periodSeconds }),

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
            if (await claimEntries(tx, email, id)) open.push({ id, email, attempt: 1 })
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
      await db.transaction().execute(async (tx) => {
        await setDeclined(tx, email, !resume)
        // The account's own setting too, so that both agree.
        await setEmailPreferences(tx, email, { listener_digest: resume })
      })
      return { email_masked: maskEmail(email), subscribed: resume }
    },
  }

  async function send(digest: OpenDigest) {
    try {
      const runIds = await findDigestRuns(db, digest.id)
      const alerts = runIds.length > 0 ? await getRunDetails(runIds) : []
      const comments = await findDigestComments(db, digest.id)
      const contents = [...alerts, ...comments]
      // All that it's about was deleted or read in the meantime.
      if (contents.length === 0)
        return await settleDigest(
          db,
          digest.id,
          'refused',
          'Everything in this digest was deleted or read before it was sent.',
        )
      const workspaces = await findBrands(db, [...new Set(contents.map(({ workspaceId }) => workspaceId))])
      const unsubscribe = `${publicUrl}/unsubscribe?token=${encodeURIComponent(getToken(digest.email))}`
      await mailer.send({
        to: digest.email,
        ...digestEmail(alerts, { publicUrl, unsubscribe, workspaces, comments }),
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
      const next = getNextAttempt(err, digest.attempt)
      log.warn({ err, digest_id: digest.id }, 'Could not send a digest')
      if (typeof next === 'number') await postponeDigest(db, digest.id, next, sentence)
      else await settleDigest(db, digest.id, next, sentence)
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

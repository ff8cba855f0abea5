import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { AccessReset } from '../contract.ts'
import { revokeAccess, revokeSessions } from '../revoke-tokens.ts'
import {
  emailChangedEmail,
  emailChangeRequestedEmail,
  emailConfirmationEmail,
  emailRestoredEmail,
} from '../rules/security-emails.ts'
import {
  deleteTwoFactorSince,
  extendUndoTokens,
  findUndoToken,
  insertUndoToken,
  lockAccount,
  type UndoData,
  updateProof,
  useUndoToken,
} from '../store/proof-store.ts'
import { deleteEmailedSecrets, insertEmailedToken, isEmailTaken } from '../store/security-store.ts'
import type { EmailProof } from './email-proof.ts'

const day = 86_400_000
const confirmMs = 3 * day
const undoMs = 7 * day
const changesPerAccount = { max: 10, windowSeconds: 3600 }

export type EmailChange = ReturnType<typeof createEmailChange>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  background: BackgroundTasks
  proof: EmailProof
  publicUrl: string
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

/** A used verification link of an address that its account is waiting to change to. */
export type ConfirmedLink = { user_id: string; email: string; mailed_to: string; requested_by: string | null }

/**
 * Changing the email of an account. The new address counts once its link is opened; the former one gets a link that undoes
 * it for 7 days, and is nobody else's until then.
 */
export function createEmailChange(dependencies: Dependencies) {
  const { db, audit, mailer, rates, background, proof, publicUrl, claim } = dependencies

  return {
    /** @throws AppError rate_limited: a change sends email to somebody who may not expect it */
    async countRequest(actor: Actor) {
      const { count, resets_at } = await rates.count(`mail:change:${actor.userId}`, changesPerAccount.windowSeconds)
      if (count > changesPerAccount.max)
        throw new AppError('rate_limited', 'Too many changes of email this hour. Try again later.', {
          reason: 'too_many_email_changes',
          retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
        })
    },

    /** Lets a new address wait for its link. Answers what follows the commit. @throws AppError conflict (field email) */
    async request(tx: Db, actor: Actor, email: string, address: string): Promise<() => void> {
      const account = await lockAccount(tx, actor.userId)
      if (await isEmailTaken(tx, email, actor.userId)) throw emailTaken()
      await updateProof(tx, actor.userId, { pending_email: email })
      const undoLink = await addUndoLink(tx, actor.userId, actor.email, {
        new_email: email,
        requested_at: new Date().toISOString(),
        google_subject: account?.google_subject ?? null,
        verified: account?.email_verified ?? false,
      })
      await record(tx, actor.userId, actor.email, 'account.email_change_asked', address, { after: email })
      return () => {
        this.sendConfirmation(actor, email)
        background.run('Sending the email about an email change', () =>
          mailer.send({ to: actor.email, ...emailChangeRequestedEmail({ to: email, undoLink }) }),
        )
      }
    },

    /** The link that makes the waiting address count. */
    sendConfirmation(actor: Actor, email: string) {
      background.run('Sending a confirmation email', async () => {
        const token = newToken('ev')
        const expiresAt = new Date(Date.now() + confirmMs)
        const { userId, tokenId } = actor
        await insertEmailedToken(db, {
          purpose: 'email',
          userId,
          email,
          requestedBy: tokenId,
          hash: hashToken(token),
          expiresAt,
        })
        const link = `${publicUrl}/verify?token=${token}&change=1`
        await mailer.send({ to: email, ...emailConfirmationEmail({ from: actor.email, to: email, link }) })
      })
    },

    /**
     * Makes the pending address the account's email after its link was opened. Ends every session except the one that requested the change
     * and the one that opened the link. Returns what to call after the commit. @throws AppError conflict (field email)
     */
    async confirm(tx: Db, used: ConfirmedLink, actor: Actor | null, address: string) {
      const { user_id: userId, email: from, mailed_to: to, requested_by: requestedBy } = used
      const account = await lockAccount(tx, userId)
      if (!account || account.pending_email !== to) throw linkEnded()
      if (await isEmailTaken(tx, to, userId)) throw emailTaken()
      await updateProof(tx, userId, { email: to, pending_email: null }).catch((error) => {
        throw (error as { code?: string }).code === '23505' ? emailTaken() : error
      })
      const given = { userId, actor, method: 'verification link', address, trustedTokenId: requestedBy } as const
      const proven = await proof.prove(tx, given)
      const openedBy = actor?.userId === userId && actor.kind === 'session' ? actor.tokenId : null
      await revokeSessions(tx, userId, [openedBy, requestedBy])
      await deleteEmailedSecrets(tx, userId)
      await claim(tx, userId)
      const until = new Date(Date.now() + undoMs)
      await extendUndoTokens(tx, userId, from, until)
      const undoToken = await findUndoToken(tx, userId, from)
      const undoLink = undoToken && (await addUndoLink(tx, userId, from, undoToken.data))
      await record(tx, userId, from, 'account.email_changed', address, { after: to })
      return {
        reset: proven.reset,
        afterCommit() {
          proven.afterCommit()
          if (!undoLink) return
          background.run('Sending the email to the previous address', () =>
            mailer.send({ to: from, ...emailChangedEmail({ to, undoLink }) }),
          )
        },
      }
    },

    /**
     * The owner of the former address undoes the change. The person who made it had the password and a session: both end, as does
     * what was set up since. @throws AppError not_found (field token), conflict
     */
    async undo(token: string, address: string): Promise<{ email: string; access_reset: AccessReset }> {
      const done = await db.transaction().execute(async (tx) => {
        const used = await useUndoToken(tx, hashToken(token))
        if (!used) throw linkEnded()
        const { user_id: userId, email, data } = used
        const account = await lockAccount(tx, userId)
        if (await isEmailTaken(tx, email, userId)) throw emailTaken()
        // Of an address that was not proven then, everything set up before may be a stranger's as well.
        const since = data.verified ? new Date(data.requested_at) : null
        const reset: AccessReset = {
          reason: 'email_undo',
          at: new Date().toISOString(),
          ...(await revokeAccess(tx, userId, { keysSince: since })),
          password: account?.password_hash !== null,
          two_factor: await deleteTwoFactorSince(tx, userId, since),
        }
        await updateProof(tx, userId, {
          email,
          email_verified: true,
          pending_email: null,
          password_hash: null,
          google_subject: data.verified ? data.google_subject : null,
          access_reset: reset,
        }).catch((error) => {
          throw (error as { code?: string }).code === '23505' ? emailTaken() : error
        })
        await deleteEmailedSecrets(tx, userId)
        await record(tx, userId, email, 'account.email_change_undone', address, { before: account?.email })
        return { email, access_reset: reset }
      })
      background.run('Sending the email about an undone change', () =>
        mailer.send({
          to: done.email,
          ...emailRestoredEmail({ email: done.email, forgotLink: `${publicUrl}/forgot` }),
        }),
      )
      return done
    },
  }

  async function addUndoLink(tx: Db, userId: string, email: string, data: UndoData) {
    const token = newToken('eu')
    const expiresAt = new Date(Date.now() + undoMs)
    await insertUndoToken(tx, { hash: hashToken(token), userId, email, data, expiresAt })
    return `${publicUrl}/undo-email?token=${token}`
  }

  function record(
    tx: Db,
    userId: string,
    email: string,
    action: string,
    address: string,
    details: Record<string, unknown>,
  ) {
    return audit.record(tx, { actorId: userId, actorEmail: email, action, subject: email, details, address })
  }
}

const emailTaken = () =>
  new AppError('conflict', 'Another account uses this email.', { field: 'email', reason: 'email_taken' })
export const linkEnded = () =>
  new AppError('not_found', 'This link was already used or has expired. Request a new one.', {
    field: 'token',
    reason: 'link_ended',
  })

import type { Audit } from '#features/audit/service.ts'
import { withdrawInvitations } from '#features/teams/withdraw-invitations.ts'
import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { AccessReset } from '../contract.ts'
import { revokeAccess } from '../revoke-tokens.ts'
import { accessResetEmail, type ProofMethod } from '../rules/security-emails.ts'
import { deleteTwoFactorSince, isFoundingSession, lockAccount, updateProof } from '../store/proof-store.ts'
import { deleteEmailedSecrets } from '../store/security-store.ts'

export type EmailProof = ReturnType<typeof createEmailProof>

type Dependencies = {
  audit: Audit
  mailer: Mailer
  background: BackgroundTasks
  publicUrl: string
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

type ProofInput = {
  userId: string
  /** The signed-in user who gives the proof, if any. */
  actor: Actor | null
  method: ProofMethod
  address: string | null
  /** A session trusted like the one that created the account: the one that asked for this address. */
  trustedTokenId?: string | null
}

export type Proof = {
  /** The address was not proven before. */
  first: boolean
  /** The access that was revoked because another session created the account. */
  reset: AccessReset | null
  /** Sends the emails about it. Call it after the commit. */
  afterCommit(): void
}

/**
 * Proof that an account's address belongs to the person who asks. An account can be created with anybody's address, so
 * until then its password, sessions, keys and second factor may be a stranger's (account pre-hijacking). The first proof
 * ends them all, unless it comes from the session that created the account. See docs/decisions/0038-first-proof-of-an-email.md.
 */
export function createEmailProof({ audit, mailer, background, publicUrl, claim }: Dependencies) {
  return {
    async prove(tx: Db, { userId, actor, method, address, trustedTokenId = null }: ProofInput): Promise<Proof> {
      const account = await lockAccount(tx, userId)
      if (!account) return { first: false, reset: null, afterCommit() {} }
      if (account.email_verified) {
        await claim(tx, userId)
        return { first: false, reset: null, afterCommit() {} }
      }
      await updateProof(tx, userId, { email_verified: true })
      await claim(tx, userId)
      const ownTokenId = actor?.kind === 'session' && actor.userId === userId ? actor.tokenId : null
      const isTrusted =
        ownTokenId !== null && (ownTokenId === trustedTokenId || (await isFoundingSession(tx, userId, ownTokenId)))
      if (isTrusted) return { first: true, reset: null, afterCommit() {} }
      const reset = await endAccess(tx, userId, ownTokenId, account.password_hash !== null)
      await audit.record(tx, {
        actorId: userId,
        actorEmail: account.email,
        action: 'account.access_reset',
        subject: account.email,
        details: { ...reset, way: method },
        address,
      })
      return {
        first: true,
        reset,
        afterCommit() {
          const content = accessResetEmail({ reset, method, forgotLink: `${publicUrl}/forgot` })
          background.run('Sending the email about removed access', () => mailer.send({ to: account.email, ...content }))
        },
      }
    },
  }

  async function endAccess(tx: Db, userId: string, exceptTokenId: string | null, password: boolean) {
    const ended = await revokeAccess(tx, userId, { exceptIds: exceptTokenId === null ? [] : [exceptTokenId] })
    const two_factor = await deleteTwoFactorSince(tx, userId, null)
    const reset: AccessReset = { reason: 'first_proof', at: new Date().toISOString(), ...ended, password, two_factor }
    await updateProof(tx, userId, {
      password_hash: null,
      google_subject: null,
      pending_email: null,
      access_reset: reset,
    })
    await deleteEmailedSecrets(tx, userId)
    await withdrawInvitations(tx, userId)
    return reset
  }
}

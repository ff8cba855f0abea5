import { isStale } from '#features/plans/present-plan.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { signedOut } from '#platform/http/authenticate.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { User } from './contract.ts'
import { loadActor } from './load-actor.ts'
import { presentUser } from './present-user.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { createUserCreation } from './sign-in/create-user.ts'
import { createLogIn } from './sign-in/log-in.ts'
import { createOwnerSetup } from './sign-in/set-up-owner.ts'
import { createSignUp } from './sign-in/sign-up.ts'
import type { TwoFactor } from './sign-in/two-factor.ts'
import { findSessions } from './store/session-store.ts'
import { findUserByToken } from './store/store.ts'

export type Auth = ReturnType<typeof createAuth>

type Dependencies = {
  db: Database
  plans: Plans
  workspaces: Workspaces
  defaultPlan: string
  /** Keys the identity hash (`user_hash`) for messengers. */
  identitySecret: string
  rates: RateLimiter
  twoFactor: TwoFactor
  /** Called after the commit that made an account. */
  sendVerification(userId: string, email: string): void
}

/** Accounts and their sessions. */
export function createAuth(dependencies: Dependencies) {
  const { db, plans, identitySecret, rates, twoFactor } = dependencies
  const createUser = createUserCreation(dependencies)

  return {
    ...createSignUp({ ...dependencies, createUser }),
    logIn: createLogIn({ db, rates, twoFactor }),
    ...createOwnerSetup({ db, createUser, getUserByToken }),

    loadActor: (tokenHash: Buffer) => loadActor(db, tokenHash),

    /** The signed-in user with plan, usage and workspaces. @throws AppError unauthenticated */
    getUser: (actor: Actor): Promise<User> => getUserByToken(actor.tokenId),

    async logOut(actor: Actor) {
      await revokeTokens(db, { userId: actor.userId, id: actor.tokenId })
    },

    async listSessions(actor: Actor) {
      const sessions = await findSessions(db, actor.userId)
      return sessions.map((row) => ({
        _id: row.id,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at?.toISOString() ?? null,
        user_agent: row.user_agent,
        address: row.address,
        current: row.id === actor.tokenId,
      }))
    },

    async revokeSessions(actor: Actor, which: { _id?: string; all?: boolean }): Promise<number> {
      const { userId, tokenId } = actor
      if (which.all) return (await revokeTokens(db, { userId, kinds: ['session'], exceptIds: [tokenId] })).length
      if (!which._id)
        throw new AppError('invalid_input', '_id is missing. Send a session’s _id, or all: true.', {
          field: '_id',
          reason: 'missing',
        })
      const revoked = await revokeTokens(db, { userId, id: which._id })
      if (revoked.length === 0)
        throw new AppError('not_found', 'This session doesn’t exist.', { reason: 'session_ended' })
      return revoked.length
    },
  }

  /** By the token's hash or id. */
  async function getUserByToken(token: Buffer | string): Promise<User> {
    const row = await findUserByToken(db, token)
    if (!row) throw signedOut()
    if (row.token_kind === 'key')
      throw new AppError('forbidden', 'API keys can’t do this. Sign in instead.', { reason: 'key_not_allowed' })
    if (isStale(row, new Date())) {
      await plans.refresh(row.id)
      return getUserByToken(token)
    }
    return presentUser(row, identitySecret, new Date())
  }
}

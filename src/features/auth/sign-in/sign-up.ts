import type { Plans } from '#features/plans/service.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { hashToken } from '#platform/secrets.ts'
import type { User } from '../contract.ts'
import { presentUser } from '../present-user.ts'
import { findUserByToken } from '../store/store.ts'
import type { CreateUser, NewAccount } from './create-user.ts'
import { hashPassword } from './passwords.ts'
import { createSession, type Device } from './sessions.ts'

type Dependencies = {
  db: Database
  plans: Plans
  rates: RateLimiter
  createUser: CreateUser
  defaultPlan: string
  identitySecret: string
  /** Called after the commit that made an account. */
  sendVerification(userId: string, email: string): void
}

type SignUpInput = Pick<NewAccount, 'email' | 'first_name' | 'last_name' | 'aff'> & { password: string; code?: string }

const signUps = { max: 100, windowSeconds: 3600 }

export function createSignUp(dependencies: Dependencies) {
  const { db, plans, rates, createUser, defaultPlan, identitySecret, sendVerification } = dependencies

  return {
    async signUp(
      input: SignUpInput,
      device: Device,
      storeResponse: StoreResponse,
    ): Promise<{ token: string; user: User }> {
      await rates.countAddress('signup', device.address, signUps)
      const passwordHash = await hashPassword(input.password)
      const answer = await db.transaction().execute(async (tx) => {
        const userId = await createOrdinaryUser(tx, { ...input, passwordHash })
        // An invalid code leaves no account behind: it can be corrected and sent again.
        if (input.code) await plans.redeemInTransaction(tx, userId, input.code)
        const { token } = await createSession(tx, userId, device, 'session', { founding: true })
        const row = await findUserByToken(tx, hashToken(token))
        const answer = { token, user: presentUser(row!, identitySecret, new Date()) }
        await storeResponse(tx, answer)
        return answer
      })
      sendVerification(answer.user.id, input.email)
      return answer
    },

    createUser: createOrdinaryUser,
  }

  /** On the default plan, with a first workspace. @throws AppError conflict */
  function createOrdinaryUser(tx: Db, input: NewAccount): Promise<string> {
    return createUser(tx, { ...input, staff: false, plan: defaultPlan })
  }
}

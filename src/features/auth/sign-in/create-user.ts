import type { Plans } from '#features/plans/service.ts'
import { type Workspaces, workspaceColors } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { isEmailTaken } from '../store/security-store.ts'
import { insertUser } from '../store/store.ts'

export type NewAccount = {
  email: string
  first_name: string
  last_name?: string
  passwordHash: string | null
  emailVerified?: boolean
  /** The affiliate who referred the account. */
  aff?: string
}

export type CreateUser = ReturnType<typeof createUserCreation>

export function createUserCreation({ plans, workspaces }: { plans: Plans; workspaces: Workspaces }) {
  /** Creates user, plan and first workspace together. @throws AppError conflict when the email is taken */
  return async function createUser(tx: Db, input: NewAccount & { staff: boolean; plan: string }): Promise<string> {
    const userId = (await isEmailTaken(tx, input.email, null))
      ? null
      : await insertUser(tx, {
          email: input.email,
          passwordHash: input.passwordHash,
          firstName: input.first_name,
          lastName: input.last_name ?? '',
          staff: input.staff,
          emailVerified: input.emailVerified ?? input.staff,
          affiliate: input.aff ?? null,
        })
    if (!userId)
      throw new AppError('conflict', 'An account with this email already exists. Sign in instead.', {
        field: 'email',
        reason: 'account_exists',
      })
    await plans.startPlan(tx, userId, input.plan)
    const color = workspaceColors[userId.charCodeAt(userId.length - 1) % workspaceColors.length]
    await workspaces.create(tx, userId, `${input.first_name}’s workspace`, color)
    return userId
  }
}

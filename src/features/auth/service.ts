import { createHmac } from 'node:crypto'
import { unitsStart, usagePeriod } from '#features/plans/check-limit.ts'
import type { ToolType } from '#features/plans/contract.ts'
import { isStale, type Plans, presentPlan, presentUsage } from '#features/plans/service.ts'
import { type Workspaces, workspaceColors } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db, HotRead } from '#platform/database.ts'
import { type Actor, type Gate, signedOut } from '#platform/http.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { emailPrefs, type User } from './contract.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { isEmailTaken } from './security-store.ts'
import { createSession, type Device } from './sessions.ts'
import {
  type ActorRow,
  countStaff,
  deleteOneTimeTokens,
  deleteSessionsExcept,
  deleteToken,
  findActorAnd,
  findActorByToken,
  findCredentialsByEmail,
  findSessions,
  findUserByToken,
  insertOneTimeToken,
  insertUser,
  lockOwnerSetup,
  lockPassword,
  touchToken,
  type UserRow,
  useOneTimeToken,
} from './store.ts'
import type { TwoFactor } from './two-factor.ts'

const loginFailures = { most: 10, windowSeconds: 15 * 60 }
const signUps = { most: 100, windowSeconds: 3600 }

export type Auth = ReturnType<typeof createAuth>

type Dependencies = {
  db: Database
  hotRead: HotRead
  plans: Plans
  workspaces: Workspaces
  defaultPlan: string
  /** Keys the identity hash (`user_hash`) for messengers. */
  identitySecret: string
  rates: RateLimiter
  twoFactor: TwoFactor
  /** Called after the commit that made an account. */
  mailVerification(userId: string, email: string): void
}

export function createAuth(dependencies: Dependencies) {
  const { db, hotRead, plans, workspaces, defaultPlan, identitySecret, rates, twoFactor, mailVerification } =
    dependencies

  const gate: Gate = {
    async identify(tokenHash) {
      const row = await findActorByToken(hotRead, tokenHash)
      return row ? getActor(row) : null
    },
    async identifyAnd<Found>(tokenHash: Buffer, find: { name: string; text: string; values: unknown[] }) {
      const row = await findActorAnd<Found>(hotRead, tokenHash, find)
      return row ? { actor: getActor(row), found: row as Partial<Found> } : null
    },
  }

  function getActor(row: ActorRow): Actor {
    // Nobody waits for it, and what is not noted now is noted at the next call.
    if (row.stale) void touchToken(db, row.token_id).catch(() => {})
    const { key_workspace_id: workspaceId, scopes } = row
    return {
      userId: row.user_id,
      email: row.email,
      // Support access lends an account's view, never the powers of staff.
      staff: row.staff && row.kind !== 'support',
      tokenId: row.token_id,
      kind: row.kind,
      key: row.kind === 'key' && workspaceId ? { workspaceId, scopes } : null,
      memberships: row.memberships,
    }
  }

  return {
    gate,

    async signUp(
      input: { email: string; password: string; first_name: string; last_name?: string; aff?: string; code?: string },
      device: Device,
      keepAnswer: KeepAnswer,
    ): Promise<{ token: string; user: User }> {
      await rates.countAddress('signup', device.address, signUps)
      const passwordHash = await hashPassword(input.password)
      const answer = await db.transaction().execute(async (tx) => {
        const userId = await this.createUser(tx, { ...input, passwordHash })
        // A code that is no good leaves no account behind: it can be corrected and sent again.
        if (input.code) await plans.redeemInTransaction(tx, userId, input.code)
        const { token } = await createSession(tx, userId, device, 'session', { founding: true })
        const row = await findUserByToken(tx, hashToken(token))
        const answer = { token, user: presentUser(row!, identitySecret, new Date()) }
        await keepAnswer(tx, answer)
        return answer
      })
      mailVerification(answer.user.id, input.email)
      return answer
    },

    /** An account as everybody gets it: the default plan and a first workspace. @throws AppError conflict */
    createUser(
      tx: Db,
      input: {
        email: string
        first_name: string
        last_name?: string
        passwordHash: string | null
        emailVerified?: boolean
        /** The affiliate who referred the account. */
        aff?: string
      },
    ): Promise<string> {
      return createUser(tx, { ...input, staff: false, plan: defaultPlan })
    },

    /**
     * @throws AppError invalid_credentials: the same answer, after the same time, for an unknown email; otp_required
     * after the right password where two-factor is on, forbidden after it where the account is disabled
     */
    async logIn(input: { email: string; password: string; otp?: string }, device: Device) {
      const bucket = `login:${input.email}`
      const tooMany = 'Too many failed sign-ins for this email.'
      await rates.refuseIfFull(bucket, loginFailures, tooMany)
      const found = await findCredentialsByEmail(db, input.email)
      const right = await verifyPassword(found?.password_hash, input.password)
      const account = right && found ? found : null
      // Told only after the right password: to anybody else a disabled account is like one that doesn't exist.
      const refusal = account?.disabled
        ? accountDisabled()
        : account
          ? await twoFactor.getRefusal(db, account.id, input.otp)
          : wrongCredentials()
      // To be asked for the second factor is no failure.
      await rates.countGuess(
        bucket,
        loginFailures,
        tooMany,
        !refusal || refusal.code === 'otp_required' || refusal.code === 'forbidden',
      )
      if (refusal || !account) throw refusal
      await rates.empty(bucket)
      return db.transaction().execute(async (tx) => {
        if (!(await lockPassword(tx, account.id, account.password_hash!))) throw wrongCredentials()
        return createSession(tx, account.id, device)
      })
    },

    getUser(actor: Actor): Promise<User> {
      return this.getUserByToken(actor.tokenId)
    },

    /** The user a token (its hash or id) belongs to, with plan, usage and workspaces. @throws AppError unauthenticated */
    async getUserByToken(token: Buffer | string): Promise<User> {
      const row = await findUserByToken(db, token)
      if (!row) throw signedOut()
      if (row.token_kind === 'key')
        throw new AppError('forbidden', 'API keys can’t do this. Sign in instead.', { reason: 'key_not_allowed' })
      if (isStale(row, new Date())) {
        await plans.refresh(row.id)
        return this.getUserByToken(token)
      }
      return presentUser(row, identitySecret, new Date())
    },

    async logOut(actor: Actor) {
      await deleteToken(db, actor.userId, actor.tokenId)
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
      if (which.all) return deleteSessionsExcept(db, actor.userId, actor.tokenId)
      if (!which._id)
        throw new AppError('invalid_input', '_id is missing. Send a session’s _id, or all: true.', {
          field: '_id',
          reason: 'missing',
        })
      const revoked = await deleteToken(db, actor.userId, which._id)
      if (revoked === 0) throw new AppError('not_found', 'This session doesn’t exist.', { reason: 'session_ended' })
      return revoked
    },

    /** A one-time token for making the owner, or null when the installation has staff already. */
    async createOwnerSetupToken(): Promise<string | null> {
      if ((await countStaff(db)) > 0) return null
      const token = newToken('own')
      await deleteOneTimeTokens(db, 'owner')
      await insertOneTimeToken(db, {
        hash: hashToken(token),
        purpose: 'owner',
        expiresAt: new Date(Date.now() + 7 * 86_400_000),
      })
      return token
    },

    async setUpOwner(input: { token: string; email: string; password: string; first_name: string }, device: Device) {
      const passwordHash = await hashPassword(input.password)
      const { token } = await db.transaction().execute(async (tx) => {
        await lockOwnerSetup(tx)
        if ((await countStaff(tx)) > 0)
          throw new AppError('not_found', 'This server already has an owner. Sign in instead.', {
            field: 'token',
            reason: 'owner_exists',
          })
        if (!(await useOneTimeToken(tx, hashToken(input.token), 'owner'))) {
          throw new AppError(
            'not_found',
            'This setup link was already used or has expired. Restart Earshot to get a new one.',
            { field: 'token', reason: 'setup_link_ended' },
          )
        }
        const userId = await createUser(tx, { ...input, passwordHash, staff: true, plan: 'self_hosted' })
        return createSession(tx, userId, device)
      })
      return { token, user: await this.getUserByToken(hashToken(token)) }
    },

    /** The owner named by OWNER_EMAIL, made at the first start; later starts, and others at the same moment, change nothing. */
    async ensureOwner(owner: { email: string; password: string }) {
      const email = owner.email.toLowerCase()
      if (await findCredentialsByEmail(db, email)) return
      const passwordHash = await hashPassword(owner.password)
      const values = { email, first_name: 'Owner', passwordHash, staff: true, plan: 'self_hosted' }
      try {
        await db.transaction().execute(async (tx) => {
          await lockOwnerSetup(tx)
          // A link that was printed before makes no second owner.
          await deleteOneTimeTokens(tx, 'owner')
          await createUser(tx, values)
        })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
      }
    },
  }

  /** User, plan and first workspace together. @throws AppError conflict when the email is taken. */
  async function createUser(
    tx: Db,
    input: {
      email: string
      first_name: string
      last_name?: string
      passwordHash: string | null
      emailVerified?: boolean
      aff?: string
      staff: boolean
      plan: string
    },
  ) {
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

const wrongCredentials = () =>
  new AppError('invalid_credentials', 'Wrong email or password.', { reason: 'wrong_email_or_password' })
const accountDisabled = () =>
  new AppError('forbidden', 'This account is disabled. Contact the administrator of this server.', {
    reason: 'account_disabled',
  })

function presentUser(row: UserRow, identitySecret: string, now: Date): User {
  const period = usagePeriod(row.created_at, now)
  const used = row.usage.filter(
    (entry) => new Date(entry.period_start).getTime() === unitsStart(entry.tool as ToolType, period.start).getTime(),
  )
  return {
    id: row.id,
    user_hash: createHmac('sha256', identitySecret).update(row.id).digest('hex'),
    created_at: row.created_at.toISOString(),
    email: row.email,
    personal: { first_name: row.first_name, last_name: row.last_name },
    timezone: row.timezone,
    email_prefs: emailPrefs.parse(row.email_prefs),
    plan: presentPlan(row, now),
    usage: presentUsage(used, period.end),
    subscriptions: {
      seodata: { enabled: row.seodata, stripe_date_account_disable: row.seodata_disable_at?.toISOString() ?? null },
    },
    workspaces: row.workspaces.map((workspace) => ({
      ...workspace,
      created_at: new Date(workspace.created_at).toISOString(),
    })),
    workspace_list: row.workspaces.map(({ _id, name, color }) => ({ _id, name, color })),
    staff: row.staff && row.token_kind !== 'support',
    email_verified: row.email_verified,
    pending_email: row.pending_email,
    access_reset: row.access_reset,
    two_factor: row.two_factor,
    has_password: row.has_password,
    google: row.google,
    ...(row.token_kind === 'support' && { support: true, support_until: row.token_expires_at!.toISOString() }),
  }
}

import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken } from '#platform/secrets.ts'
import { checkLimit, stockTools, unitsStart, usagePeriod } from './check-limit.ts'
import {
  type Allowances,
  type CataloguePlan,
  type Plan,
  type Price,
  planCounts,
  type ToolType,
  toolTypes,
  type Usage,
  unlimited,
} from './contract.ts'
import { getEffectivePlan, getTier } from './effective-plan.ts'
import {
  type Entitlement,
  type EntitlementKey,
  endEntitlement,
  findEntitlements,
  insertEntitlementChange,
  saveEntitlement,
} from './entitlement-store.ts'
import { type CodeInterval, codeAlphabet, codeLetters, formatCode, parseCode } from './redeem-code.ts'
import type { Reservation, ReservationStatement } from './reserve-units.ts'
import {
  addUsage,
  claimCode,
  findCodeByHash,
  findOverStock,
  findPayer,
  findPlan,
  findPlans,
  findRedeemedCodes,
  findUsage,
  findUserPlan,
  insertCodes,
  insertUserPlan,
  lockUserPlan,
  lockWorkspaceShared,
  subtractUsage,
  takeUnits,
  updateUserPlan,
  upsertPlan,
} from './store.ts'

export type { Reservation, ReservationStatement as UnitsWithin }

export type Plans = ReturnType<typeof createPlans>

type Dependencies = {
  db: Database
  rates: RateLimiter
  defaultPlan: string
  /** Called in the transaction that recalculated a user's plan, to pause or resume what depends on its limits. */
  onPlanRecalculated?: (tx: Db, userId: string) => Promise<void>
  now?: () => Date
}

const codeFailures = { most: 20, windowSeconds: 15 * 60 }

export function createPlans({
  db,
  rates,
  defaultPlan,
  onPlanRecalculated: onDecided = async () => undefined,
  now = () => new Date(),
}: Dependencies) {
  /** The last known payer by workspace. Only a hint: the statement that uses it checks that it still holds. */
  const payers = new LRUCache<string, { userId: string; createdAt: Date }>({ max: 10_000 })

  return {
    /**
     * Takes units from the plan of the workspace's owner, in the caller's transaction: with the row and the job it pays
     * for they commit or vanish together, so that a process killed in between neither loses nor doubles them.
     * A stock (search_listener) is held until it is released; everything else resets each month.
     * @throws AppError limit_no_access, limit_used_up or limit_insufficient
     */
    async reserve(tx: Db, workspaceId: string, tool: ToolType, amount: number): Promise<Reservation> {
      await this.lockPayer(tx, workspaceId)
      const payer = await getPayer(tx, workspaceId)
      payers.set(workspaceId, { userId: payer.user_id, createdAt: payer.created_at })
      const { start, end } = usagePeriod(payer.created_at, now())
      const periodStart = unitsStart(tool, start)
      const allowance = payer.allowances[tool] ?? 0
      const reservation = { userId: payer.user_id, tool, amount, periodStart }
      if (amount === 0 || (await addUsage(tx, { ...reservation, allowance }))) return reservation
      const used = (await findUsage(tx, payer.user_id, periodStart)).find((row) => row.tool === tool)?.used ?? 0
      const verdict = checkLimit({ allowance, used, requested: amount })
      // Units refunded since then change nothing: this call was refused.
      const { code, message, available } = verdict.ok ? getRefusedVerdict(amount) : verdict
      throw new AppError(code, message, {
        reason: 'plan_limit',
        params: { tool, available, requested: amount },
        details: { tool, available, requested: amount, resets_at: stockTools.has(tool) ? null : end.toISOString() },
      })
    },

    /**
     * A reservation as part of the caller's own SQL statement, for latency. When it reserves nothing, call `reserve`, which
     * does or throws the reason. Null when the payer isn't cached.
     */
    getReservationStatement(workspaceId: string, tool: ToolType, amount: number): ReservationStatement | null {
      const payer = payers.get(workspaceId)
      if (!payer || amount === 0) return null
      const at = now()
      const periodStart = unitsStart(tool, usagePeriod(payer.createdAt, at).start)
      return {
        sql: takeUnits,
        values: [workspaceId, payer.userId, tool, periodStart, amount, at],
        reservation: { userId: payer.userId, tool, amount, periodStart },
      }
    },

    /**
     * Locks the workspace against deletion and transfer until the transaction ends, so that units are taken from the plan of
     * the owner at commit.
     */
    async lockPayer(tx: Db, workspaceId: string) {
      if (!(await lockWorkspaceShared(tx, workspaceId))) throw noWorkspace()
    },

    /** Refunds a reservation that produced nothing. */
    async refund(tx: Db, reservation: Reservation) {
      if (reservation.amount > 0) await subtractUsage(tx, reservation)
    },

    /** Releases units of a stock when a listener is paused or deleted. */
    async releaseStock(tx: Db, workspaceId: string, tool: ToolType, amount: number) {
      if (!stockTools.has(tool)) throw new Error(`${tool} isn’t a stock.`)
      await this.lockPayer(tx, workspaceId)
      const payer = await getPayer(tx, workspaceId)
      await subtractUsage(tx, { userId: payer.user_id, tool, amount, periodStart: unitsStart(tool, new Date(0)) })
    },

    /** How many units of a tool the user's plan allows. */
    async getAllowance(at: Db, userId: string, tool: ToolType): Promise<number> {
      return (await findUserPlan(at, userId))?.allowances[tool] ?? 0
    },

    /** Adds `amount` (may be negative) to the units held of a stock, without checking the plan. */
    async adjustStock(tx: Db, userId: string, tool: ToolType, amount: number) {
      if (!stockTools.has(tool)) throw new Error(`${tool} isn’t a stock.`)
      const units = { userId, tool, amount: Math.abs(amount), periodStart: unitsStart(tool, new Date(0)) }
      if (amount > 0) await addUsage(tx, { ...units, allowance: unlimited })
      if (amount < 0) await subtractUsage(tx, units)
    },

    /** Owners of these workspaces who hold more of a stock than their plan allows, or whose plan is stale. */
    findOverStockPayers(workspaceIds: string[], tool: ToolType): Promise<string[]> {
      return findOverStock(db, workspaceIds, { tool, periodStart: unitsStart(tool, new Date(0)), at: now() })
    },

    /** Whether live volumes, CPC and difficulty are open to the workspace: in every plan from Pro up, else by the `seodata` add-on. */
    async hasLiveVolumes(workspaceId: string): Promise<boolean> {
      if (!(await findPayer(db, workspaceId))) return false
      return (await getPayer(db, workspaceId)).seodata
    },

    async getWorkspaceUsage(workspaceId: string): Promise<{ usage: Usage; allowances: Allowances; plan: string }> {
      const payer = await getPayer(db, workspaceId)
      const { start, end } = usagePeriod(payer.created_at, now())
      const rows = [
        ...(await findUsage(db, payer.user_id, start)),
        ...(await findUsage(db, payer.user_id, unitsStart('search_listener', start))),
      ]
      return { usage: presentUsage(rows, end), allowances: payer.allowances, plan: payer.plan }
    },

    /** Puts a new account on its first plan. */
    async startPlan(tx: Db, userId: string, plan: string) {
      if (!(await findPlan(tx, plan))) throw new Error(`DEFAULT_PLAN names the plan ${plan}, which does not exist.`)
      await insertUserPlan(tx, userId, plan)
      const given = { plan, interval: null, until: null, renewsAt: null }
      await saveEntitlement(tx, getPlanKey(userId, 'start'), given, null, now())
    },

    /** All plans, lowest first. */
    async catalogue(): Promise<CataloguePlan[]> {
      return findPlans(db)
    },

    /**
     * Updates the given values, or adds a plan, positioned above the most expensive plan that costs no more.
     * @throws AppError invalid_input when a new plan leaves an allowance out
     */
    async savePlan(
      tx: Db,
      input: { name: string; label?: string; allowances?: Record<string, number | undefined>; price?: Price },
    ): Promise<{ plan: CataloguePlan; before: CataloguePlan | null }> {
      const catalogue = await findPlans(tx)
      const before = catalogue.find((each) => each.name === input.name) ?? null
      const allowances = { ...before?.allowances, ...input.allowances } as Allowances
      const missing = [...toolTypes, ...planCounts].find((name) => allowances[name] === undefined)
      if (missing)
        throw new AppError('invalid_input', `allowances.${missing} is missing. A new plan needs every allowance.`, {
          field: `allowances.${missing}`,
          reason: 'missing',
        })
      const price = { ...before?.price, ...input.price }
      const plan = {
        name: input.name,
        label: input.label ?? before?.label ?? input.name,
        position: before?.position ?? getPosition(price, catalogue),
        allowances,
        price,
      }
      await upsertPlan(tx, plan)
      return { plan, before }
    },

    /**
     * Redeems a code for a user. Redeeming it again changes nothing.
     * @throws AppError not_found (unknown), conflict (used by another account), invalid_input (wrong interval),
     * rate_limited (20 failures in 15 minutes)
     */
    async redeem(userId: string, typed: string, interval: CodeInterval) {
      const bucket = `code:${userId}`
      await rates.refuseIfFull(bucket, codeFailures, 'Too many invalid codes.')
      try {
        return await db.transaction().execute(async (tx) => {
          await this.redeemInTransaction(tx, userId, typed, interval)
          return this.getPlan(tx, userId)
        })
      } catch (error) {
        if (error instanceof AppError) await rates.count(bucket, codeFailures.windowSeconds)
        throw error
      }
    },

    /** The same in the caller's transaction; the caller counts failures. Without `interval`, any code is accepted. */
    async redeemInTransaction(tx: Db, userId: string, typed: string, interval?: CodeInterval) {
      const read = parseCode(typed)
      if (!read) throw unknownCode()
      const hash = hashToken(read.plain)
      await lockUserPlan(tx, userId)
      const found = await findCodeByHash(tx, hash)
      if (!found) throw unknownCode()
      if (found.taken_back_at) throw refundedCode()
      if (found.redeemed_by === userId) return
      if (found.redeemed_at) throw usedCode()
      if (interval && found.interval !== interval) throw wrongInterval(found.interval)
      if (!(await claimInLedger(tx, hash, userId))) throw usedCode()
      await recalculate(tx, userId)
    },

    /** Random codes in their printed form. They are valid once inserted. */
    generateCodes: (interval: CodeInterval, count: number): string[] =>
      Array.from({ length: count }, () => formatCode(interval, randomLetters(codeLetters))),

    /** Creates codes. Only their hashes are stored, so this is the only time they can be read. */
    async createCodes(tx: Db, interval: CodeInterval, count: number): Promise<string[]> {
      const codes = this.generateCodes(interval, count)
      await insertCodes(
        tx,
        codes.map((code) => ({ hash: hashToken(parseCode(code)!.plain), last4: code.slice(-4), interval })),
      )
      return codes
    },

    /**
     * Grants a plan in place of the source's earlier grant; `plan: null` revokes it. A grant by staff also ends the plan the
     * account started with.
     * @throws AppError not_found when there is no such plan or user
     */
    async grant(
      tx: Db,
      userId: string,
      source: string,
      given: { plan: string | null; interval?: string | null; until?: Date | null },
    ) {
      if (given.plan !== null && !(await findPlan(tx, given.plan)))
        throw new AppError('not_found', `The plan ${given.plan} doesn’t exist.`, {
          field: 'plan',
          reason: 'plan_missing',
        })
      if (!(await lockUserPlan(tx, userId)))
        throw new AppError('not_found', 'This user doesn’t exist.', { field: 'user_id', reason: 'user_missing' })
      const { plan, interval = null, until = null } = given
      const key = getPlanKey(userId, source)
      if (plan === null) await endEntitlement(tx, key, null, now())
      else await saveEntitlement(tx, key, { plan, interval, until, renewsAt: null }, null, now())
      if (source === 'staff') await endEntitlement(tx, getPlanKey(userId, 'start'), null, now())
      await recalculate(tx, userId)
    },

    /**
     * Sets the entitlement of a payment, keyed by source and reference; `given: null` revokes it. Idempotent: repeating the
     * same values writes nothing.
     */
    async setEntitlement(tx: Db, key: EntitlementKey, given: Entitlement | null, cause: string) {
      if (!(await lockUserPlan(tx, key.userId))) return
      const changed = given
        ? await saveEntitlement(tx, key, given, cause, now())
        : await endEntitlement(tx, key, cause, now())
      if (changed) await recalculate(tx, key.userId)
    },

    /** All entitlements of a user, oldest first. */
    getEntitlements: (at: Db, userId: string) => findEntitlements(at, userId),

    /** Recalculates the plan in the caller's transaction, after codes changed. */
    recalculatePlan: (tx: Db, userId: string) => recalculate(tx, userId),

    /** Recalculates a user's plan. */
    async refresh(userId: string) {
      await db.transaction().execute((tx) => recalculate(tx, userId))
    },

    /** Recalculates the plan if a grant or code may have ended since the last time. */
    async refreshIfStale(userId: string) {
      const row = await findUserPlan(db, userId)
      if (row && isStale(row, now())) await this.refresh(userId)
    },

    /** The same for the owner of a workspace. */
    async refreshPayerIfStale(workspaceId: string) {
      if (await findPayer(db, workspaceId)) await getPayer(db, workspaceId)
    },

    /** The live data add-on, as in /user/userdata. */
    async getAddOn(at: Db, userId: string) {
      const row = await findUserPlan(at, userId)
      return {
        enabled: row?.seodata ?? false,
        included: row?.seodata_included ?? false,
        stripe_date_account_disable: row?.seodata_disable_at?.toISOString() ?? null,
      }
    },

    /** A user's plan with their valid codes. @throws AppError not_found */
    async getPlan(at: Db, userId: string): Promise<Plan> {
      const row = await findUserPlan(at, userId)
      if (!row) throw new AppError('not_found', 'This user doesn’t exist.', { reason: 'user_missing' })
      return presentPlan({ ...row, codes: await findRedeemedCodes(at, userId) }, now())
    },
  }

  /** The workspace's payer, with the plan recalculated if it is stale. */
  async function getPayer(at: Db, workspaceId: string) {
    const payer = await findPayer(at, workspaceId)
    if (!payer) throw noWorkspace()
    if (!isStale(payer, now())) return payer
    if (at.isTransaction) await recalculate(at, payer.user_id)
    else await db.transaction().execute((tx) => recalculate(tx, payer.user_id))
    return (await findPayer(at, workspaceId)) ?? payer
  }

  async function claimInLedger(tx: Db, hash: Buffer, userId: string): Promise<boolean> {
    const at = now()
    const code = await claimCode(tx, hash, userId, at)
    if (!code) return false
    const key: EntitlementKey = { userId, source: 'code', reference: code.id, what: 'plan' }
    const { interval, ends_at: until } = code
    await insertEntitlementChange(tx, key, {
      plan: null,
      interval,
      until,
      renewsAt: null,
      change: 'given',
      cause: null,
      at,
    })
    return true
  }

  async function recalculate(tx: Db, userId: string) {
    await lockUserPlan(tx, userId)
    const catalogue = await findPlans(tx)
    const causes = await findEntitlements(tx, userId)
    const codes = await findRedeemedCodes(tx, userId)
    const decided = getEffectivePlan({
      positions: new Map(catalogue.map(({ name, position }) => [name, position])),
      grants: causes.flatMap(({ plan, interval, until, renews_at }) =>
        plan === null ? [] : [{ plan, interval, until, renewsAt: renews_at }],
      ),
      addOns: causes.flatMap(({ what, until, renews_at }) =>
        what === 'seodata' ? [{ until, renewsAt: renews_at }] : [],
      ),
      codes: codes.map((code) => ({ endsAt: code.ends_at })),
      defaultPlan,
      now: now(),
    })
    await updateUserPlan(tx, userId, decided)
    await onDecided(tx, userId)
  }
}

/** Whether a stored plan has to be recalculated. */
export const isStale = ({ changes_at }: { changes_at: Date | null }, now: Date) =>
  changes_at !== null && changes_at <= now

type CodeRow = {
  last4: string
  interval: string
  redeemed_at: Date | string | null
  ends_at: Date | string | null
}
type PlanRow = {
  plan: string
  interval: string | null
  renews_at: Date | null
  allowances: Allowances
  codes: CodeRow[]
}

/** Expects `codes` oldest first; times are dates or ISO strings. */
export function presentPlan(row: PlanRow, now: Date): Plan {
  const counting = row.codes.filter(({ ends_at }) => ends_at === null || new Date(ends_at) > now)
  return {
    name: row.plan,
    type: row.plan,
    codes: counting.map((code, at) => ({
      code: `…${code.last4}`,
      tier: getTier(at + 1) ?? '',
      interval: code.interval,
      redeemed_at: new Date(code.redeemed_at ?? 0).toISOString(),
      ends_at: code.ends_at === null ? null : new Date(code.ends_at).toISOString(),
    })),
    interval: row.interval,
    renews_at: row.renews_at?.toISOString() ?? null,
    ...row.allowances,
  }
}

export function presentUsage(rows: { tool: string; used: number }[], resetsAt: Date): Usage {
  const used = Object.fromEntries(toolTypes.map((tool) => [tool, rows.find((row) => row.tool === tool)?.used ?? 0]))
  return { ...(used as Record<ToolType, number>), resets_at: resetsAt.toISOString() }
}

/** Between the most expensive plan that costs no more and the next one; without a price, above all priced plans. */
function getPosition({ month }: Price, catalogue: CataloguePlan[]): number {
  const below = catalogue.filter((each) => each.price.month !== undefined && each.price.month <= (month ?? Infinity))
  const under = Math.max(0, ...below.map((each) => each.position))
  const above = catalogue.map((each) => each.position).filter((position) => position > under)
  return above.length > 0 ? Math.floor((under + Math.min(...above)) / 2) : under + 10
}

const getRefusedVerdict = (amount: number) => {
  const verdict = checkLimit({ allowance: 1, used: 1, requested: amount })
  if (verdict.ok) throw new Error('A full allowance passed the check.')
  return verdict
}

const randomLetters = (count: number) =>
  Array.from({ length: count }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

const getPlanKey = (userId: string, source: string): EntitlementKey => ({ userId, source, reference: '', what: 'plan' })

const noWorkspace = () => new AppError('not_found', 'This workspace doesn’t exist.', { reason: 'workspace_missing' })
const unknownCode = () =>
  new AppError('not_found', 'This code doesn’t exist. Check each character.', {
    field: 'code',
    reason: 'unknown_code',
  })
const usedCode = () =>
  new AppError('conflict', 'This code was already used by another account.', { field: 'code', reason: 'code_used' })
const refundedCode = () =>
  new AppError('conflict', 'This code is no longer valid because its payment was refunded.', {
    field: 'code',
    reason: 'code_refunded',
  })
const wrongInterval = (kind: CodeInterval) =>
  kind === 'annual'
    ? new AppError('invalid_input', 'This is an annual code. Redeem it as an annual code.', {
        field: 'code',
        reason: 'annual_code',
      })
    : new AppError('invalid_input', 'This is a lifetime code. Redeem it as a lifetime code.', {
        field: 'code',
        reason: 'lifetime_code',
      })

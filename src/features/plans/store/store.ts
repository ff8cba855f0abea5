import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import type { EffectivePlan } from '../rules/effective-plan.ts'
import type { CodeInterval } from '../rules/redeem-code.ts'
import './tables.ts'

/** Live search data are in every plan from Pro up, of user_plans `up` and plans `p`; below, the add-on opens them. */
export const isLiveDataIncluded = sql<boolean>`(p.position >= (select pro.position from plans pro where pro.name = 'pro'))`
export const hasLiveData = sql<boolean>`(up.seodata or ${isLiveDataIncluded})`
/** What is in the plan does not end with the add-on. */
const addOnEnds = sql<Date | null>`case when ${isLiveDataIncluded} then null else up.seodata_disable_at end`

/**
 * The owner of a workspace, who pays for it, with their plan. `lock`: the workspace is locked against transfer and deletion with
 * a shared lock, and nothing is found when one of them happened while waiting for it.
 */
export function findPayer(db: Db, workspaceId: string, { lock = false } = {}) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('users as u', 'u.id', 'w.owner_id')
    .innerJoin('user_plans as up', 'up.user_id', 'u.id')
    .innerJoin('plans as p', 'p.name', 'up.plan')
    .where('w.id', '=', workspaceId)
    .select(['u.id as user_id', 'u.created_at', 'p.name as plan', 'p.allowances', 'up.changes_at'])
    .select(hasLiveData.as('seodata'))
    .$if(lock, (query) => query.forKeyShare('w'))
    .modifyEnd(prepared)
    .executeTakeFirst()
}

/** Owners of these workspaces who hold more of a stock than their plan allows, or whose plan is stale. */
export async function findOverStock(
  db: Db,
  workspaceIds: string[],
  { tool, periodStart, at }: { tool: string; periodStart: Date; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct up.user_id
    from workspaces w
    join user_plans up on up.user_id = w.owner_id
    join plans p on p.name = up.plan
    left join usage u on u.user_id = up.user_id and u.tool = ${tool} and u.period_start = ${periodStart}
    where w.id = any(${workspaceIds}::uuid[])
      and (up.changes_at <= ${at} or u.used > (p.allowances->>${tool}::text)::bigint)`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Locks against transfer and deletion with a shared lock. False when the workspace doesn't exist. */
export async function lockWorkspaceShared(tx: Db, workspaceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Adds `amount` to the usage unless that exceeds `allowance`. False: nothing changed. */
export async function addUsage(
  db: Db,
  use: { userId: string; tool: string; periodStart: Date; amount: number; allowance: number },
) {
  if (use.amount > use.allowance) return false
  const done = await db
    .insertInto('usage')
    .values({ user_id: use.userId, tool: use.tool, period_start: use.periodStart, used: use.amount })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'tool', 'period_start'])
        .doUpdateSet({ used: sql`usage.used + excluded.used` })
        .where(sql<boolean>`usage.used + excluded.used <= ${use.allowance}`),
    )
    .returning('used')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return done !== undefined
}

export async function subtractUsage(db: Db, use: { userId: string; tool: string; periodStart: Date; amount: number }) {
  await db
    .updateTable('usage')
    .set({ used: sql`greatest(0, used - ${use.amount})` })
    .where('user_id', '=', use.userId)
    .where('tool', '=', use.tool)
    .where('period_start', '=', use.periodStart)
    .execute()
}

export function findUsage(db: Db, userId: string, periodStart: Date) {
  return db
    .selectFrom('usage')
    .select(['tool', 'used'])
    .where('user_id', '=', userId)
    .where('period_start', '=', periodStart)
    .execute()
}

export async function insertUserPlan(db: Db, userId: string, plan: string) {
  await db
    .insertInto('user_plans')
    .values({
      user_id: userId,
      plan,
      interval: null,
      renews_at: null,
      changes_at: null,
      seodata: false,
      seodata_disable_at: null,
    })
    .execute()
}

/** Locks the user's plan, so that entitlement changes run one at a time and each recalculation sees all of them. */
export async function lockUserPlan(tx: Db, userId: string) {
  return tx.selectFrom('user_plans').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

export async function updateUserPlan(tx: Db, userId: string, decided: EffectivePlan) {
  const { plan, interval, renewsAt, changesAt, seodata } = decided
  await tx
    .updateTable('user_plans')
    .set({
      plan,
      interval,
      renews_at: renewsAt,
      changes_at: changesAt,
      seodata: seodata.enabled,
      seodata_disable_at: seodata.endsAt,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** All codes a user redeemed, oldest first, ended ones included. */
export function findRedeemedCodes(db: Db, userId: string) {
  return db
    .selectFrom('codes')
    .select(['last4', 'interval', 'redeemed_at', 'ends_at'])
    .where('redeemed_by', '=', userId)
    .orderBy('redeemed_at')
    .orderBy('id')
    .execute()
}

export async function insertCodes(
  db: Db,
  codes: { hash: Buffer; last4: string; interval: CodeInterval; orderId?: string; sealed?: string }[],
): Promise<string[]> {
  const rows = codes.map(({ hash, last4, interval, orderId, sealed }) => ({
    id: randomUUIDv7(),
    code_hash: hash,
    last4,
    interval,
    redeemed_by: null,
    redeemed_at: null,
    ends_at: null,
    order_id: orderId ?? null,
    sealed: sealed ?? null,
  }))
  await db.insertInto('codes').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Redeems an unused code for the user. Null when it is unknown or someone else was faster. */
export async function claimCode(tx: Db, hash: Buffer, userId: string, at: Date) {
  const claimed = await tx
    .updateTable('codes')
    .set({
      redeemed_by: userId,
      redeemed_at: at,
      ends_at: sql`case when interval = 'annual' then ${at}::timestamptz + interval '1 year' end`,
      sealed: null,
    })
    .where('code_hash', '=', hash)
    .where('redeemed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .returning(['id', 'interval', 'ends_at'])
    .executeTakeFirst()
  return claimed ?? null
}

/** Finds a code across all users, since the hash is all that is known. */
export function findCodeByHash(db: Db, hash: Buffer) {
  return db
    .selectFrom('codes')
    .select(['interval', 'redeemed_by', 'redeemed_at', 'taken_back_at'])
    .where('code_hash', '=', hash)
    .executeTakeFirst()
}

export function findPlan(db: Db, name: string) {
  return db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
}

/** The catalog, lowest first. */
export function findPlans(db: Db) {
  return db.selectFrom('plans').selectAll().orderBy('position').orderBy('name').execute()
}

export async function upsertPlan(
  db: Db,
  plan: { name: string; label: string; position: number; allowances: object; price: object },
) {
  const values = { ...plan, allowances: JSON.stringify(plan.allowances), price: JSON.stringify(plan.price) } as never
  await db
    .insertInto('plans')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** A user's plan with its allowances, as /user/userdata shows it. */
export function findUserPlan(db: Db, userId: string) {
  return db
    .selectFrom('user_plans as up')
    .innerJoin('plans as p', 'p.name', 'up.plan')
    .select(['up.plan', 'up.interval', 'up.renews_at', 'up.changes_at', 'p.allowances'])
    .select([hasLiveData.as('seodata'), addOnEnds.as('seodata_disable_at'), isLiveDataIncluded.as('seodata_included')])
    .where('up.user_id', '=', userId)
    .executeTakeFirst()
}

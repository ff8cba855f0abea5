import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import './tables.ts'

/** Who pays in a workspace, and by which plan. */
export function findPayer(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('users as u', 'u.id', 'w.owner_id')
    .innerJoin('user_plans as up', 'up.user_id', 'u.id')
    .innerJoin('plans as p', 'p.name', 'up.plan')
    .where('w.id', '=', workspaceId)
    .select(['u.id as user_id', 'u.created_at', 'p.name as plan', 'p.allowances', 'up.seodata'])
    .executeTakeFirst()
}

/** Adds `amount` to what was used unless that passes `allowance`. False: nothing changed. */
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
    .values({ user_id: userId, plan, interval: null, renews_at: null, seodata: false, seodata_disable_at: null })
    .execute()
}

export function findPlan(db: Db, name: string) {
  return db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
}

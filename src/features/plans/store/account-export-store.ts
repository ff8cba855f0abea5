import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Someone's plan with its causes. */
export async function findPlanFacts(db: Db, userId: string) {
  const { rows } = await sql`
    select up.plan, up.interval, up.renews_at, up.seodata, up.seodata_disable_at,
      coalesce((select jsonb_agg(jsonb_build_object('source', g.source, 'what', g.what, 'plan', g.plan, 'interval', g.interval, 'until', g.until, 'granted_at', g.granted_at) order by g.granted_at)
        from entitlements g where g.user_id = up.user_id), '[]') as grants,
      coalesce((select jsonb_agg(jsonb_build_object('at', h.at, 'source', h.source, 'reference', h.reference, 'what', h.what, 'change', h.change, 'plan', h.plan, 'interval', h.interval, 'until', h.until) order by h.no)
        from entitlement_changes h where h.user_id = up.user_id), '[]') as history,
      coalesce((select jsonb_agg(jsonb_build_object('last4', c.last4, 'interval', c.interval, 'redeemed_at', c.redeemed_at, 'ends_at', c.ends_at) order by c.redeemed_at, c.id)
        from codes c where c.redeemed_by = up.user_id), '[]') as codes
    from user_plans up where up.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** What someone used, in every period there was; null: counted without periods. */
export async function findAllUsage(db: Db, userId: string) {
  const { rows } = await sql`
    select tool, nullif(period_start, 'epoch') as period_start, used from usage
    where user_id = ${userId} order by usage.period_start, tool`.execute(db)
  return rows
}

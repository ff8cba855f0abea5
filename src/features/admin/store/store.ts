import { type SqlBool, sql } from 'kysely'
import type { Allowances } from '#features/plans/contract.ts'
import type { Db } from '#platform/database/database.ts'
import type { AdminJob } from '../contract.ts'
import '#features/auth/store/tables.ts'
import '#features/plans/store/tables.ts'

/** What the installation's staff see: across all accounts and workspaces. */

export type AdminUserRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  created_at: Date
  last_seen_at: Date | null
  staff: boolean
  disabled: boolean
  email_verified: boolean
  workspaces: number
  plan: string
  interval: string | null
  renews_at: Date | null
  changes_at: Date | null
  allowances: Allowances
  usage: { tool: string; used: number; period_start: string }[]
  codes: { last4: string; interval: string; redeemed_at: string; ends_at: string | null }[]
}

const getLike = (q: string | undefined) => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
const matchesUser = (q: string | undefined) => {
  const like = getLike(q)
  return sql<SqlBool>`(u.email ilike ${like} or u.first_name || ' ' || u.last_name ilike ${like})`
}

const userRows = (where: ReturnType<typeof matchesUser>, page: { limit: number; offset: number }) => sql<AdminUserRow>`
  select u.id, u.email, u.first_name, u.last_name, u.created_at, u.staff, u.disabled, u.email_verified,
    (select max(t.last_used_at) from access_tokens t where t.user_id = u.id and t.kind = 'session') as last_seen_at,
    (select count(*)::int from members m where m.user_id = u.id) as workspaces,
    up.plan, up.interval, up.renews_at, up.changes_at, p.allowances,
    coalesce((select jsonb_agg(jsonb_build_object('tool', g.tool, 'used', g.used, 'period_start', g.period_start))
      from usage g where g.user_id = u.id and (g.period_start > now() - interval '32 days' or g.period_start = 'epoch')), '[]') as usage,
    coalesce((select jsonb_agg(jsonb_build_object('last4', c.last4, 'interval', c.interval, 'redeemed_at', c.redeemed_at, 'ends_at', c.ends_at) order by c.redeemed_at, c.id)
      from codes c where c.redeemed_by = u.id), '[]') as codes
  from users u join user_plans up on up.user_id = u.id join plans p on p.name = up.plan
  where ${where}
  order by u.created_at desc, u.id desc
  limit ${page.limit} offset ${page.offset}`

export async function findUsers(db: Db, { q, page, limit }: { q?: string; page: number; limit: number }) {
  const { rows: items } = await userRows(matchesUser(q), { limit, offset: (page - 1) * limit }).execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total from users u where ${matchesUser(q)}`.execute(
    db,
  )
  return { items, total: rows[0]?.total ?? 0 }
}

export async function findUser(db: Db, userId: string): Promise<AdminUserRow | undefined> {
  const { rows } = await userRows(sql<SqlBool>`u.id = ${userId}`, { limit: 1, offset: 0 }).execute(db)
  return rows[0]
}

export async function countUsersByPlan(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_plans')
    .select(['plan', sql<number>`count(*)`.as('users')])
    .groupBy('plan')
    .execute()
  return new Map(rows.map(({ plan, users }) => [plan, users]))
}

type JobRow = {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'failed'
  retry_count: number
  created_on: Date
  start_after: Date
  error: string | null
}

const queueStates: Record<AdminJob['state'], string[]> = {
  failed: ['failed'],
  waiting: ['created', 'retry'],
  active: ['active'],
}

/** The queue's own table (pg-boss): of what a job carries or answers only its error is read. */
export async function findJobs(
  db: Db,
  { q, state, page, limit }: { q?: string; state?: AdminJob['state']; page: number; limit: number },
) {
  const states = state ? queueStates[state] : Object.values(queueStates).flat()
  const matches = sql<SqlBool>`state::text = any(${states}) and name not like '\\_\\_pgboss%'
    and (name ilike ${getLike(q)} or coalesce(output->>'message', '') ilike ${getLike(q)})`
  const { rows: items } = await sql<JobRow>`
    select id, name, state::text as state, retry_count, created_on, start_after, output->>'message' as error
    from pgboss.job where ${matches}
    order by state = 'failed' desc, created_on desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total from pgboss.job where ${matches}`.execute(db)
  return { items, total: rows[0]?.total ?? 0 }
}

export async function findFailedJob(db: Db, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where id = ${id} and state = 'failed'`.execute(db)
  return rows[0]
}

/** Since when the job that waits longest could have started; null when none waits. */
export async function findOldestDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(start_after) as due from pgboss.job
    where state in ('created', 'retry') and start_after <= now() and name not like '\\_\\_pgboss%'`.execute(db)
  return rows[0]?.due ?? null
}

export async function readDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? ''
}

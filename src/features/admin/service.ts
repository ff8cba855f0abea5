import type { Audit } from '#features/audit/service.ts'
import { setDisabled } from '#features/auth/disable-account.ts'
import type { Price, ToolType } from '#features/plans/contract.ts'
import { isStale, presentPlan, presentUsage } from '#features/plans/present-plan.ts'
import type { CodeInterval } from '#features/plans/rules/redeem-code.ts'
import { unitsStart, usagePeriod } from '#features/plans/rules/usage-period.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { AdminJob, AdminUser } from './contract.ts'
import { type HealthCheck, runCheck } from './health-checks.ts'
import { type AdminUserRow, countUsersByPlan, findFailedJob, findJobs, findUser, findUsers } from './store/store.ts'

/** The member of staff who acts, and from where. */
export type Staff = { userId: string; email: string; address: string }

type Paging = { q?: string; page: number; limit: number }

export type Admin = ReturnType<typeof createAdmin>

type Dependencies = { db: Database; plans: Plans; audit: Audit; queue: Queue; checks: HealthCheck[] }

/** Calls for staff only. Every change is recorded in the audit log in the same transaction. */
export function createAdmin({ db, plans, audit, queue, checks }: Dependencies) {
  const record = (tx: Db, staff: Staff, action: string, subject: string, details: Record<string, unknown>) =>
    audit.record(tx, {
      actorId: staff.userId,
      actorEmail: staff.email,
      action,
      subject,
      details,
      address: staff.address,
    })

  return {
    async listUsers(paging: Paging) {
      let found = await findUsers(db, paging)
      const stale = found.items.filter((row) => isStale(row, new Date()))
      for (const row of stale) await plans.refresh(row.id)
      if (stale.length > 0) found = await findUsers(db, paging)
      return { items: found.items.map(presentUser), total: found.total, page: paging.page, limit: paging.limit }
    },

    /** @throws AppError not_found (user_id, plan), invalid_input (until) */
    async grantPlan(
      staff: Staff,
      input: { user_id: string; plan: string; interval?: string | null; until?: string | null },
    ) {
      const until = input.until ? new Date(input.until) : null
      if (until && until <= new Date())
        throw new AppError('invalid_input', 'until is in the past. Send a future date.', {
          field: 'until',
          reason: 'in_the_past',
        })
      return db.transaction().execute(async (tx) => {
        await plans.grant(tx, input.user_id, 'staff', { plan: input.plan, interval: input.interval, until })
        const user = await getUser(tx, input.user_id)
        const given = { plan: input.plan, interval: input.interval ?? null, until: until?.toISOString() ?? null }
        await record(tx, staff, 'plan.granted', user.email, given)
        return user
      })
    },

    /** @throws AppError conflict for one's own account, so that staff can't lock themselves out */
    async setDisabled(staff: Staff, userId: string, disabled: boolean) {
      if (userId === staff.userId)
        throw new AppError('conflict', 'This is your own account. Another staff member must do it.', {
          field: 'user_id',
          reason: 'own_account',
        })
      return db.transaction().execute(async (tx) => {
        const email = await setDisabled(tx, userId, disabled)
        if (email === null) throw noUser()
        await record(tx, staff, disabled ? 'user.disabled' : 'user.enabled', email, {})
        return getUser(tx, userId)
      })
    },

    async listPlans() {
      const [catalog, users] = await Promise.all([plans.catalog(), countUsersByPlan(db)])
      return catalog.map((plan) => ({ ...plan, users: users.get(plan.name) ?? 0 }))
    },

    /** @throws AppError invalid_input when a new plan leaves numbers out */
    async updatePlan(
      staff: Staff,
      input: { name: string; label?: string; allowances?: Record<string, number | undefined>; price?: Price },
    ) {
      return db.transaction().execute(async (tx) => {
        const { plan, before } = await plans.savePlan(tx, input)
        const { label, allowances, price } = plan
        const change = before
          ? { label, allowances: input.allowances ?? {}, price: input.price ?? {}, before: before.allowances }
          : { label, allowances, price }
        await record(tx, staff, before ? 'plan.changed' : 'plan.added', plan.name, change)
        return plan
      })
    },

    async createCodes(staff: Staff, interval: CodeInterval, count: number, storeResponse: StoreResponse) {
      return db.transaction().execute(async (tx) => {
        const answer = { codes: await plans.createCodes(tx, interval, count) }
        await record(tx, staff, 'codes.created', interval, { count })
        await storeResponse(tx, answer)
        return answer
      })
    },

    listAudit: (paging: Paging) => audit.list(paging),

    async listJobs({ page, limit, ...filter }: Paging & { state?: AdminJob['state'] }) {
      const { items, total } = await findJobs(db, { ...filter, page, limit })
      const jobs = items.map((row): AdminJob => {
        const waiting = row.state === 'created' || row.state === 'retry'
        return {
          _id: row.id,
          queue: row.name,
          state: waiting ? 'waiting' : (row.state as 'active' | 'failed'),
          attempts: row.retry_count + (row.state === 'created' || row.state === 'retry' ? 0 : 1),
          created_at: row.created_on.toISOString(),
          starts_at: waiting ? row.start_after.toISOString() : null,
          error: row.error,
        }
      })
      return { items: jobs, total, page, limit }
    },

    async retryJob(staff: Staff, id: string) {
      const failed = await findFailedJob(db, id)
      if (!failed)
        throw new AppError('not_found', 'No failed job has this id. It may be running again.', {
          reason: 'job_missing',
        })
      await queue.retry(failed.name, id)
      await record(db, staff, 'job.retried', failed.name, { job_id: id })
    },

    async checkHealth(ids: string[] | undefined) {
      const selected = ids ? checks.filter((check) => ids.includes(check.id)) : checks
      const items = await Promise.all(selected.map(runCheck))
      return { items, checks: checks.map(({ id, label }) => ({ id, label })) }
    },
  }
}

async function getUser(at: Db, userId: string): Promise<AdminUser> {
  const row = await findUser(at, userId)
  if (!row) throw noUser()
  return presentUser(row)
}

const noUser = () => new AppError('not_found', 'This user doesn’t exist.', { field: 'user_id', reason: 'user_missing' })

function presentUser(row: AdminUserRow): AdminUser {
  const now = new Date()
  const period = usagePeriod(row.created_at, now)
  const counting = row.usage.filter(
    ({ tool, period_start }) =>
      new Date(period_start).getTime() === unitsStart(tool as ToolType, period.start).getTime(),
  )
  return {
    _id: row.id,
    id: row.id,
    email: row.email,
    personal: { first_name: row.first_name, last_name: row.last_name },
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    staff: row.staff,
    disabled: row.disabled,
    email_verified: row.email_verified,
    workspaces: row.workspaces,
    plan: presentPlan(row, now),
    usage: presentUsage(counting, period.end),
  }
}

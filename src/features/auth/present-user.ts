import { createHmac } from 'node:crypto'
import type { ToolType } from '#features/plans/contract.ts'
import { presentPlan, presentUsage } from '#features/plans/present-plan.ts'
import { unitsStart, usagePeriod } from '#features/plans/rules/usage-period.ts'
import { emailPrefs, type User } from './contract.ts'
import type { UserRow } from './store/store.ts'

export function presentUser(row: UserRow, identitySecret: string, now: Date): User {
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

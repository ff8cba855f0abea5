import { type Allowances, type Plan, type ToolType, toolTypes, type Usage } from './contract.ts'
import { getTier } from './rules/effective-plan.ts'

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

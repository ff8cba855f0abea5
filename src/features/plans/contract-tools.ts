/** What plans count. Without schemas, since every screen of the app loads it. */

export const toolTypes = ['reports', 'clusters', 'ai', 'humanizer', 'search_listener', 'trends', 'sv'] as const
export type ToolType = (typeof toolTypes)[number]

/** What a plan also counts, besides tools. */
export const planCounts = ['workspaces', 'members', 'domain'] as const
export type PlanCount = (typeof planCounts)[number]

/** What an allowance is a number of, for the API reference. */
export const allowanceNames: Record<ToolType | PlanCount, string> = {
  reports: 'Reports per month.',
  clusters: 'Keywords clustered per month.',
  ai: 'Generated texts per month.',
  humanizer: 'Humanized texts per month.',
  search_listener: 'Active search listeners.',
  trends: 'Trend lookups per month.',
  sv: 'Keywords with search volume per month.',
  workspaces: 'Workspaces.',
  members: 'Members per workspace.',
  domain: 'Custom domains.',
}

/** Shown as "Unlimited". */
export const unlimited = 1_000_000_000

import type { PlanCount, ToolType } from './contract.ts'

/** What each tool's units are called where people see them. */
export const toolLabels: Record<ToolType, string> = {
  reports: 'Reports',
  clusters: 'Keywords grouped',
  ai: 'Texts written',
  humanizer: 'Texts humanized',
  search_listener: 'Listeners',
  trends: 'Trend look-ups',
  sv: 'Volumes looked up',
}

export const countLabels: Record<PlanCount, string> = {
  workspaces: 'Workspaces',
  members: 'Members a workspace',
  domain: 'Own domain',
}

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** $19, $21.50, $1,490 */
export const dollars = (amount: number) => money.format(amount)

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

/** What one unit of each is, for whoever has not used it yet. */
export const unitWords: Record<ToolType, string> = {
  reports: 'One topic, asked of every source at once: its questions, its keywords, the pages that rank for it.',
  clusters: 'One keyword put into a group with those that mean the same.',
  ai: 'One text the writer makes: a draft, an outline, a passage. It comes back when nothing was written.',
  humanizer: 'One text rewritten sentence by sentence, with every fact in it checked.',
  search_listener: 'One topic listened to on a schedule. Held, not spent: paused or removed, it is free again.',
  trends: 'One look at how interest moved over time.',
  sv: 'One keyword whose monthly searches are looked up.',
}

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** $19, $21.50, $1,490 */
export const dollars = (amount: number) => money.format(amount)

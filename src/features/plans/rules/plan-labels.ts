import type { PlanCount, ToolType } from '../contract-tools.ts'

/** Labels of the tools' units. */
export const toolLabels: Record<ToolType, string> = {
  reports: 'Reports',
  clusters: 'Clustered keywords',
  ai: 'AI texts',
  humanizer: 'Humanized texts',
  search_listener: 'Listeners',
  trends: 'Trend lookups',
  sv: 'Volume lookups',
}

export const countLabels: Record<PlanCount, string> = {
  workspaces: 'Workspaces',
  members: 'Members per workspace',
  domain: 'Custom domain',
}

/** Explains one unit of each tool, for people who haven't used it yet. */
export const unitDescriptions: Record<ToolType, string> = {
  reports: 'One topic researched in all your sources: questions, keywords and ranking pages.',
  clusters: 'One keyword assigned to a topic cluster.',
  ai: 'One AI generation: a draft, an outline or a passage. Refunded if nothing was written.',
  humanizer: 'One text rewritten sentence by sentence, with its facts checked.',
  search_listener: 'One topic tracked on a schedule. Pausing or deleting a listener frees its slot.',
  trends: 'One lookup of interest over time.',
  sv: 'One keyword’s monthly search volume.',
}

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** $19, $21.50, $1,490 */
export const dollars = (amount: number) => money.format(amount)

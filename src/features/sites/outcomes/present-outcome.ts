import type { Outcome } from '../contract.ts'
import { getOutcomeWindows } from '../rules/outcomes/measure-outcome.ts'
import type { ActionRow } from '../store/action-store.ts'

export const presentOutcome = (row: ActionRow): Outcome => ({
  _id: row.id,
  action: row.action,
  page: row.page,
  title: row.title,
  at: row.day,
  ready_on: getOutcomeWindows(row.day).after.to,
  before: row.before,
  after: row.after,
  change: row.change,
  interval: row.low === null || row.high === null ? null : { low: row.low, high: row.high },
  controls: row.controls === null ? null : { pages: row.controls, change: row.controls_change },
  verdict: row.verdict ?? 'too_early',
})

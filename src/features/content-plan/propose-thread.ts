/** Proposes a plan in a worker thread: 100,000 keywords take a second that requests must not wait for. */
import type { PlanSourceData, ProposedPlan } from './rules/plan-model.ts'
import { proposePlan } from './rules/propose/propose-plan.ts'

export type ProposeTask = { source: PlanSourceData; maxPages: number }

export default function run({ source, maxPages }: ProposeTask): ProposedPlan {
  return proposePlan(source, maxPages)
}

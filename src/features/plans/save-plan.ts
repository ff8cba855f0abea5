import { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { type Allowances, type CatalogPlan, type Price, planCounts, toolTypes } from './contract.ts'
import { getPosition } from './rules/plan-position.ts'
import { findPlans, upsertPlan } from './store/store.ts'

type PlanInput = { name: string; label?: string; allowances?: Record<string, number | undefined>; price?: Price }

/**
 * Updates the given values, or adds a plan, positioned above the most expensive plan that costs no more.
 * @throws AppError invalid_input when a new plan leaves an allowance out
 */
export async function savePlan(tx: Db, input: PlanInput): Promise<{ plan: CatalogPlan; before: CatalogPlan | null }> {
  const catalog = await findPlans(tx)
  const before = catalog.find((each) => each.name === input.name) ?? null
  const allowances = { ...before?.allowances, ...input.allowances } as Allowances
  const missing = [...toolTypes, ...planCounts].find((name) => allowances[name] === undefined)
  if (missing)
    throw new AppError('invalid_input', `allowances.${missing} is missing. A new plan needs every allowance.`, {
      field: `allowances.${missing}`,
      reason: 'missing',
    })
  const price = { ...before?.price, ...input.price }
  const plan = {
    name: input.name,
    label: input.label ?? before?.label ?? input.name,
    position: before?.position ?? getPosition(price, catalog),
    allowances,
    price,
  }
  await upsertPlan(tx, plan)
  return { plan, before }
}

import { randomUUID } from 'node:crypto'
import { adminContract } from '../../src/features/admin/contract.ts'
import type { Allowances } from '../../src/features/plans/contract.ts'
import type { RunningEarshot } from '../faults/earshot-process.ts'

/** Gives an account the Pro plan with other allowances. It costs more, because the highest plan counts. */
export async function limitPlan(
  earshot: Pick<RunningEarshot, 'signIn'>,
  { userId }: { userId: string },
  allowances: Partial<Allowances>,
) {
  const { call } = await earshot.signIn()
  const pro = (await call(adminContract.plansList, {})).items.find(({ name }) => name === 'pro')!
  const name = `limited_${randomUUID().slice(0, 8)}`
  await call(adminContract.plansUpdate, {
    name,
    label: 'Limited',
    allowances: { ...pro.allowances, ...allowances },
    price: { month: 1000, year: 10_000 },
  })
  await call(adminContract.usersPlan, { user_id: userId, plan: name })
}

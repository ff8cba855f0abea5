import { expect, test } from 'vitest'
import type { CatalogPlan } from '#features/plans/contract.ts'
import { examples, readNeeds, recommendPlan, toAnswersHref } from './recommend-plan.ts'

const toPlan = (name: string, position: number, month: number, allowances: Partial<CatalogPlan['allowances']>) =>
  ({
    name,
    label: name,
    position,
    price: { month, year: month * 10 },
    allowances: { clusters: 0, humanizer: 0, trends: 0, sv: 0, domain: 0, ...allowances },
  }) as CatalogPlan

const plans = [
  toPlan('free', 1, 0, { reports: 5, ai: 10, search_listener: 1, workspaces: 1, members: 1 }),
  toPlan('starter', 2, 19, { reports: 50, ai: 100, search_listener: 10, workspaces: 3, members: 3 }),
  toPlan('pro', 3, 49, { reports: 250, ai: 500, search_listener: 50, workspaces: 10, members: 10, domain: 1 }),
]
const offer = { plans, addOnPrice: 15, interval: 'month' } as const

test('the cheapest plan that holds all needs is recommended, with what the smaller ones lack', () => {
  expect(recommendPlan({ reports: 5, ai: 10 }, offer)).toMatchObject({ plan: { name: 'free' }, cost: 0, cheaper: [] })
  expect(recommendPlan({ reports: 6, members: 2 }, offer)).toMatchObject({
    plan: { name: 'starter' },
    cost: 19,
    cheaper: [
      {
        plan: { name: 'free' },
        lacks: [
          { need: 'reports', requested: 6, allowance: 5 },
          { need: 'members', requested: 2, allowance: 1 },
        ],
      },
    ],
  })
  expect(recommendPlan({ domain: true }, offer)).toMatchObject({ plan: { name: 'pro' }, cost: 49 })
})

test('live data costs the add-on below Pro, and Pro only once it is the cheaper way', () => {
  expect(recommendPlan({ volumes: true }, offer)).toMatchObject({ plan: { name: 'free' }, addOn: true, cost: 15 })
  expect(recommendPlan({ volumes: true, reports: 40 }, offer)).toMatchObject({ plan: { name: 'starter' }, cost: 34 })
  const dear = { ...offer, addOnPrice: 30 }
  expect(recommendPlan({ volumes: true, reports: 40 }, dear)).toMatchObject({ plan: { name: 'pro' }, addOn: false })
  expect(recommendPlan({ volumes: true }, { ...offer, addOnPrice: undefined })).toMatchObject({ plan: { name: 'pro' } })
})

test('needs beyond the largest plan have no recommendation', () => {
  expect(recommendPlan({ reports: 251 }, offer)).toBeNull()
})

test('a year is counted with yearly prices', () => {
  expect(recommendPlan({ reports: 40 }, { ...offer, interval: 'year' })).toMatchObject({ cost: 190 })
})

test('fields that are no numbers are left out', () => {
  expect(readNeeds(new URLSearchParams('reports=20&ai=many&members=&domain=1&search_listener=-3'))).toEqual({
    reports: 20,
    domain: true,
  })
})

test('the sum and what each answer takes of the plan are there to be checked', () => {
  expect(recommendPlan({ volumes: true, reports: 40, members: 2, ai: 0 }, offer)).toMatchObject({
    price: 19,
    addOnPrice: 15,
    cost: 34,
    uses: [
      { need: 'reports', requested: 40, allowance: 50 },
      { need: 'members', requested: 2, allowance: 3 },
    ],
  })
  expect(recommendPlan({ reports: 40 }, offer)).toMatchObject({ price: 19, addOnPrice: null, cost: 19 })
})

test('keywords a month are held by what a plan groups', () => {
  const grouping = plans.map((plan, at) => ({ ...plan, allowances: { ...plan.allowances, clusters: 500 * 10 ** at } }))
  const recommend = (clusters: number) => recommendPlan({ clusters }, { ...offer, plans: grouping })?.plan.name
  expect([500, 501, 5001, 50_001].map(recommend)).toEqual(['free', 'starter', 'pro', undefined])
})

test('examples are answers like a visitor’s: their address reads the same', () => {
  for (const { needs } of examples) {
    const { searchParams } = new URL(toAnswersHref({ ...needs, domain: true }, 'year'), 'https://earshot.example')
    expect(searchParams.get('interval')).toBe('year')
    expect(readNeeds(searchParams)).toEqual({ ...needs, domain: true })
  }
  expect(toAnswersHref({}, 'month')).toBe('/pricing')
})

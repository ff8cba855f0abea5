import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddOnGrant, type Grant, getEffectivePlan, type RedeemedCode } from './effective-plan.ts'

const names = ['free', 'starter', 'pro', 'agency', 'self_hosted']
const positions = new Map(names.map((name, at) => [name, (at + 1) * 10]))
const now = new Date('2026-06-01T00:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const decide = (codes: RedeemedCode[], grants: Grant[] = [], at = now) =>
  getEffectivePlan({ positions, grants, codes, defaultPlan: 'free', now: at })
const forLife: RedeemedCode = { endsAt: null }
const until = (n: number): RedeemedCode => ({ endsAt: day(n) })

describe('codes', () => {
  test.each([
    [0, 'free'],
    [1, 'starter'],
    [2, 'pro'],
    [3, 'agency'],
    [7, 'agency'],
  ])('%d lifetime codes give %s, forever', (count, plan) =>
    expect(decide(Array(count).fill(forLife))).toEqual({
      plan,
      interval: count ? 'lifetime' : null,
      renewsAt: null,
      changesAt: null,
      seodata: { enabled: false, endsAt: null },
    }),
  )

  test('a one-year code raises the plan until it ends', () => {
    const codes = [forLife, until(365)]
    expect(decide(codes)).toMatchObject({ plan: 'pro', interval: 'year', renewsAt: day(365), changesAt: day(365) })
    expect(decide(codes, [], day(365))).toMatchObject({ plan: 'starter', interval: 'lifetime', renewsAt: null })
  })

  test('a fourth code keeps the tier after the first one ends', () => {
    const four = decide([until(10), until(20), until(30), until(40)])
    expect(four).toMatchObject({ plan: 'agency', renewsAt: day(20), changesAt: day(10) })
  })
})

describe('grants', () => {
  test('the highest grant counts, and the next one after it ends', () => {
    const grants = [{ plan: 'agency', interval: 'month', until: day(30) }]
    expect(decide([forLife], grants)).toMatchObject({ plan: 'agency', interval: 'month', renewsAt: day(30) })
    expect(decide([forLife], grants, day(30))).toMatchObject({ plan: 'starter', interval: 'lifetime' })
  })
  test('of two sources of the same plan, the longer one counts', () => {
    const grants = [{ plan: 'starter', interval: 'month', until: day(30) }]
    expect(decide([forLife], grants)).toMatchObject({ plan: 'starter', interval: 'lifetime', renewsAt: null })
  })
  test('a renewing subscription shows the end of its paid period, not of its grace period', () => {
    const grants = [{ plan: 'pro', interval: 'month', until: day(37), renewsAt: day(30) }]
    expect(decide([], grants)).toMatchObject({ plan: 'pro', renewsAt: day(30), changesAt: day(37) })
    expect(decide([], grants, day(36)).plan).toBe('pro')
    expect(decide([], grants, day(37)).plan).toBe('free')
  })
  test('a plan that isn’t in the catalog has no effect', () =>
    expect(decide([], [{ plan: 'gone', interval: null, until: null }]).plan).toBe('free'))
})

describe('the add-on', () => {
  const withAddOns = (addOns: AddOnGrant[], at = now) =>
    getEffectivePlan({ positions, grants: [], codes: [], addOns, defaultPlan: 'free', now: at })
  test('has no end while it renews', () => {
    const addOns = [{ until: day(37), renewsAt: day(30) }]
    expect(withAddOns(addOns)).toMatchObject({ seodata: { enabled: true, endsAt: null }, changesAt: day(37) })
    expect(withAddOns(addOns, day(37)).seodata).toEqual({ enabled: false, endsAt: null })
  })
  test('has an end when canceled, the later one of two', () => {
    expect(withAddOns([{ until: day(9), renewsAt: null }]).seodata).toEqual({ enabled: true, endsAt: day(9) })
    const two = [
      { until: day(9), renewsAt: null },
      { until: day(20), renewsAt: null },
    ]
    expect(withAddOns(two).seodata.endsAt).toEqual(day(20))
  })
})

const code = fc.oneof(fc.constant(forLife), fc.integer({ min: -50, max: 500 }).map(until))
const grant = fc.record({
  plan: fc.constantFrom(...names),
  interval: fc.constantFrom('month', 'year'),
  until: fc.option(fc.integer({ min: -50, max: 500 }).map(day), { nil: null }),
})
const height = (plan: string) => positions.get(plan)!

test('another code never lowers the plan, now or later', () =>
  fc.assert(
    fc.property(fc.array(code), fc.array(grant), code, fc.nat(600), (codes, grants, more, days) => {
      const [less, with_] = [decide(codes, grants, day(days)), decide([...codes, more], grants, day(days))]
      return height(with_.plan) >= height(less.plan)
    }),
  ))

test('the order of codes and grants doesn’t matter', () =>
  fc.assert(
    fc.property(fc.array(code), fc.array(grant), (codes, grants) => {
      const turned = decide([...codes].reverse(), [...grants].reverse())
      const { plan, renewsAt, changesAt } = decide(codes, grants)
      expect(turned).toMatchObject({ plan, renewsAt, changesAt })
    }),
  ))

test('the plan stays the same until renews_at and is different then', () =>
  fc.assert(
    fc.property(fc.array(code), fc.array(grant), (codes, grants) => {
      const { plan, renewsAt, changesAt } = decide(codes, grants)
      if (changesAt) expect(decide(codes, grants, new Date(changesAt.getTime() - 1)).plan).toBe(plan)
      if (!renewsAt) return
      expect(decide(codes, grants, new Date(renewsAt.getTime() - 1)).plan).toBe(plan)
      expect(height(decide(codes, grants, renewsAt).plan)).toBeLessThan(height(plan))
    }),
  ))

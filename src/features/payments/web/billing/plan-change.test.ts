import { describe, expect, test } from 'vitest'
import { planChange, planChangeProgress } from './plan-change.ts'

const order = ['free', 'starter', 'pro', 'agency']
const getPosition = (name: string) => order.indexOf(name)
const month = (feature: string) => ({ feature, interval: 'month' as const })
const pro: NonNullable<Parameters<typeof planChange>[0]['paid']> = {
  ...month('pro'),
  label: 'Pro',
  status: 'active',
  renews_at: '2026-12-21T00:00:00.000Z',
  ends_at: null,
  pending: null,
}
const change = (
  requested: { feature: string; interval: 'month' | 'year' },
  paid: typeof pro | null = pro,
  has = 'pro',
) => planChange({ requested, has, paid, getPosition })

describe('without a subscription', () => {
  test('higher plans can be bought, and others aren’t for sale', () => {
    expect(change(month('pro'), null, 'free').verb).toBe('Upgrade to')
    expect(change(month('pro'), null, 'pro')).toEqual({ verb: null, when: 'Your current plan.' })
    expect(change(month('starter'), null, 'agency')).toEqual({
      verb: null,
      when: 'Your current plan already includes more.',
    })
  })
})

describe('with a subscription', () => {
  test('an upgrade takes effect immediately, a downgrade at the end of the billing period', () => {
    expect(change(month('agency'))).toMatchObject({ verb: 'Change to', when: expect.stringContaining('immediately') })
    expect(change(month('starter'))).toEqual({
      verb: 'Change to',
      when: 'Takes effect on December 21, 2026, at the end of the billing period.',
    })
  })
  test('switching to yearly billing is an upgrade, and to monthly a downgrade', () => {
    expect(change({ feature: 'pro', interval: 'year' }).when).toContain('immediately')
    expect(change(month('pro'), { ...pro, interval: 'year' }).when).toContain('on December 21, 2026')
  })
  test('the current plan isn’t offered', () => expect(change(month('pro')).verb).toBeNull())
  test('an unpaid invoice, a cancellation or a scheduled change has to be resolved first', () => {
    expect(change(month('agency'), { ...pro, status: 'past_due' }).verb).toBeNull()
    expect(change(month('agency'), { ...pro, status: 'ending' }).when).toContain('Keep Pro')
    const pending = { ...month('starter'), label: 'Starter', at: '2026-12-21T00:00:00.000Z' }
    expect(change(month('agency'), { ...pro, pending }).verb).toBeNull()
    expect(change(month('starter'), { ...pro, pending })).toEqual({ verb: null, when: 'From December 21, 2026.' })
  })
})

test('a change is active once the page shows its limits too', () => {
  const billing = { plan: { name: 'pro' }, subscriptions: [pro] }
  const progress = (shownPlan: string, subscriptions = [pro]) =>
    planChangeProgress({ feature: 'pro', billing: { ...billing, subscriptions }, shownPlan })
  expect(progress('starter')).toEqual({ isActive: false, scheduled: null })
  expect(progress('pro')).toEqual({ isActive: true, scheduled: null })
  expect(progress('pro', [{ ...pro, status: 'ended' }])).toEqual({ isActive: false, scheduled: null })
  const pending = { ...month('pro'), label: 'Pro', at: '2026-12-21T00:00:00.000Z' }
  expect(progress('agency', [{ ...pro, feature: 'agency', pending }])).toEqual({ isActive: false, scheduled: pending })
})

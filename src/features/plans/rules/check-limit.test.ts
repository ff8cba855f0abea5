import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLimit } from './check-limit.ts'
import { usagePeriod } from './usage-period.ts'

describe('checkLimit', () => {
  test('an allowance of exactly 0 means no access', () => {
    expect(checkLimit({ allowance: 0, used: 0, requested: 1 })).toMatchObject({
      code: 'limit_no_access',
      message: "You don't have access to this feature. Please upgrade your plan",
    })
  })
  test('nothing left is an error', () => {
    expect(checkLimit({ allowance: 5, used: 5, requested: 1 })).toMatchObject({
      code: 'limit_used_up',
      message: 'You have used up all your limits for this tool.',
    })
    expect(checkLimit({ allowance: 5, used: 7, requested: 1 })).toMatchObject({ code: 'limit_used_up', available: 0 })
  })
  test('less left than requested has an error message of three lines', () => {
    expect(checkLimit({ allowance: 5, used: 3, requested: 4 })).toMatchObject({
      code: 'limit_insufficient',
      message: 'You have used up all your limits for this tool.\nYour available limit : 2\nYour requested query : 4',
    })
  })
  test('a request that fits exactly passes', () =>
    expect(checkLimit({ allowance: 5, used: 3, requested: 2 })).toEqual({ ok: true }))
})

describe('usagePeriod', () => {
  test('a sign-up on the 31st renews on the last day of shorter months', () => {
    const { start, end } = usagePeriod(new Date('2026-01-31T10:00:00Z'), new Date('2026-03-01T00:00:00Z'))
    expect([start.toISOString(), end.toISOString()]).toEqual(['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'])
  })
  test('now is within its period, and periods have 28 to 31 days', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, fc.nat(4000), (signedUp, days) => {
        const now = new Date(signedUp.getTime() + days * 86_400_000)
        const { start, end } = usagePeriod(signedUp, now)
        const length = (end.getTime() - start.getTime()) / 86_400_000
        return start <= now && now < end && length >= 28 && length <= 31
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { countRevokedCodes, getCardOrderState, getCryptoOrderState, maskEmail } from './checkout-outcome.ts'
import { getGraceEnd, getTerms, type SubscriptionState } from './grace-period.ts'

const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n))
const running: SubscriptionState = {
  status: 'active',
  periodEnd: day(30),
  endsAt: null,
  unpaid: null,
  takenBack: false,
}

describe('what a subscription entitles to', () => {
  test('a renewing subscription lasts past its period, so that it doesn’t lapse before the payment arrives', () =>
    expect(getTerms(running)).toEqual({ until: day(37), renewsAt: day(30) }))
  test('a canceled subscription lasts until its end', () =>
    expect(getTerms({ ...running, endsAt: day(30) })).toEqual({ until: day(30), renewsAt: null }))
  test('an unpaid subscription lasts a week from the failed payment', () => {
    const unpaid = { ...running, status: 'past_due' as const, periodEnd: day(60), unpaid: { since: day(30) } }
    expect(getTerms(unpaid)).toEqual({ until: day(37), renewsAt: null })
    expect(getGraceEnd(unpaid)).toEqual(day(37))
  })
  test.each([{ status: 'incomplete' as const }, { status: 'ended' as const }, { takenBack: true }])(
    '%j gives no plan',
    (change) => expect(getTerms({ ...running, ...change })).toBeNull(),
  )
})

describe('order status', () => {
  const complete = (paymentStatus: string) => ({ status: 'complete' as const, paymentStatus })
  test('a completed but unpaid order stays pending, and fails only if Stripe says so', () => {
    expect(getCardOrderState('waiting', complete('unpaid'), false)).toBe('processing')
    expect(getCardOrderState('processing', complete('unpaid'), true)).toBe('failed')
    expect(getCardOrderState('failed', complete('unpaid'), false)).toBe('failed')
    expect(getCardOrderState('failed', complete('paid'), false)).toBe('paid')
  })
  test('outdated events don’t undo a payment or a refund', () => {
    for (const before of ['paid', 'taken_back'] as const) {
      expect(getCardOrderState(before, { status: 'expired', paymentStatus: 'unpaid' }, true)).toBe(before)
      expect(getCryptoOrderState(before, 'failed')).toBe(before)
    }
  })
  test.each([
    ['open', 'waiting'],
    ['processing', 'processing'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
    ['refunded', 'paid'],
  ] as const)('crypto: %s becomes %s', (status, state) => expect(getCryptoOrderState('waiting', status)).toBe(state))
})

test.each([
  [0, false, 0],
  [5899, false, 0],
  [5900, false, 1],
  [11_800, false, 2],
  [29_500, false, 5],
  [0, true, 5],
])('of five codes, refunding %i cents (disputed: %s) revokes %i', (refunded, disputed, lost) =>
  expect(countRevokedCodes({ quantity: 5, unitAmount: 5900, amount: 29_500 }, { refunded, disputed })).toBe(lost),
)

test.each([
  ['ada@example.com', 'a***@example.com'],
  ['@example.com', '***'],
  ['', null],
  [null, null],
])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))

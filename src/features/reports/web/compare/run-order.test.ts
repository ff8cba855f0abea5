import { expect, test } from 'vitest'
import { getRunNames, getRunOrder, isSameTime } from './run-order.ts'

const at = (created_at: string) => ({ created_at })
const first = at('2026-11-29T13:11:04.000Z')
const second = at('2026-11-29T13:11:52.000Z')

test('runs of one minute are told apart by their order', () => {
  expect(isSameTime(first, second)).toBe(true)
  expect(getRunOrder(second, first)).toEqual({ a: 'later run', b: 'earlier run' })
  expect(isSameTime(first, at('2026-11-29T13:12:00.000Z'))).toBe(false)
})

test('runs of one day have their order instead of the same date', () => {
  expect(getRunNames(first, second)).toEqual({ a: 'in the earlier run', b: 'in the later run' })
  expect(getRunNames(at('2026-11-27T10:00:00Z'), second)).toEqual({
    a: 'on November 27, 2026',
    b: 'on November 29, 2026',
  })
})

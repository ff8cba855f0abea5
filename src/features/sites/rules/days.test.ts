import { expect, test } from 'vitest'
import { addDays, getMonths } from './days.ts'

test('sixteen months are whole months, cut at both ends', () => {
  const months = getMonths('2026-11-25')
  expect(months[0]).toEqual({ from: '2025-07-25', to: '2025-07-31' })
  expect(months.at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-25' })
  expect(months).toHaveLength(17)
  for (const [index, { from }] of months.slice(1).entries()) expect(from).toBe(addDays(months[index]!.to, 1))
  expect(getMonths('2026-03-31')[0]).toEqual({ from: '2024-12-01', to: '2024-12-31' })
})

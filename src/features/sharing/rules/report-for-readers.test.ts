import { expect, test } from 'vitest'
import type { Report } from '#features/reports/contract.ts'
import { countFound } from './report-for-readers.ts'

const withCounts = (counts: Record<string, number>) => ({ overview: { counts } }) as unknown as Report['sections']

test('template phrases aren’t counted as found, and an empty report found nothing', () => {
  expect(countFound({ rows: 383, empty: false, sections: withCounts({ keywords: 333, ideas: 50 }) })).toBe(333)
  expect(countFound({ rows: 383, empty: false, sections: withCounts({ keywords: 383 }) })).toBe(383)
  expect(countFound({ rows: 50, empty: true, sections: {} as Report['sections'] })).toBe(0)
})

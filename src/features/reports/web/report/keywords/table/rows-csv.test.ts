import { expect, test } from 'vitest'
import { toCsv } from './rows-csv.ts'
import { getVolume, toRow } from './test-rows.ts'

test('unknown numbers are empty cells, commas and quotes are quoted, and formulas are text', () => {
  const rows = [
    toRow('steep, "slow"', { volume: getVolume(900), difficulty: 0 }),
    toRow('=HYPERLINK("x")', { sources: [] }),
  ]
  const [head, first, second] = toCsv(rows).split('\r\n')
  expect(head).toMatch(/^Keyword,Type,Search volume,/)
  expect(first).toBe('"steep, ""slow""",Question,900,900,900,DataForSEO,2026-10-01,0,,,,,,,,,,,,,,,Google')
  expect(second).toBe(`"'=HYPERLINK(""x"")",Question,,,,,,,,,,,,,,,,,,,,,`)
})

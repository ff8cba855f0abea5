import { afterEach, describe, expect, test } from 'vitest'
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatDayShort,
  formatDecimal,
  formatDuration,
  formatLocalDateTime,
  formatMonth,
  formatPercent,
  formatShort,
  formatTime,
  formatUsd,
  plural,
} from './format.ts'
import {
  getLocale,
  parseFormatStyle,
  setFormatStyleSource,
  toFormatStyle,
  usStyle,
  writeFormatStyle,
} from './format-style.ts'

const at = '2026-11-05T14:02:00Z'
const readAs = (acceptLanguage: string) => setFormatStyleSource(() => toFormatStyle(acceptLanguage))

afterEach(() => setFormatStyleSource(() => usStyle))

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'en-DE'],
  ['en-GB', 'en-GB'],
  ['en', 'en-US'],
  ['de', 'en-DE'],
  ['hi', 'en-IN'],
  ['es-419', 'en-US'],
  ['*', 'en-US'],
  ['', 'en-US'],
  [null, 'en-US'],
  ['de_DE', 'en-DE'],
  ['x'.repeat(5000), 'en-US'],
  ['"><script>', 'en-US'],
])('%s becomes %s', (header, locale) => {
  expect(getLocale(header)).toBe(locale)
})

describe('numbers', () => {
  test('use US notation by default', () => {
    expect([formatCount(12_345_678), formatShort(12_840), formatDecimal(7.44), formatPercent(0.0344)]).toEqual([
      '12,345,678',
      '12.8K',
      '7.4',
      '3.44%',
    ])
    expect(plural(1, 'row')).toBe('1 row')
    expect(plural(3000, 'query', 'queries')).toBe('3,000 queries')
  })

  test('use periods and a decimal comma for German readers', () => {
    readAs('de-DE')
    expect([formatCount(12_345_678), formatShort(12_840), formatDecimal(7.44), formatPercent(0.0344)]).toEqual([
      '12.345.678',
      '12,8K',
      '7,4',
      '3,44%',
    ])
    expect(formatDuration(860)).toBe('0,9 s')
  })

  test('use lakhs for Indian readers', () => {
    readAs('hi-IN')
    expect(formatCount(12_345_678)).toBe('1,23,45,678')
  })

  test('amounts of money keep US notation', () => {
    readAs('de-DE')
    expect([formatUsd(1250), formatUsd(0.0006)]).toEqual(['$1,250.00', '$0.0006'])
  })
})

describe('dates', () => {
  test.each([
    ['en-US', 'November 5, 2026', 'November 5, 2026 at 2:02 PM', 'Nov 5, 2026', '2:02 PM'],
    ['en-GB', '5 November 2026', '5 November 2026 at 14:02', '5 Nov 2026', '14:02'],
    ['de-DE', '5 November 2026', '5 November 2026 at 14:02', '5 Nov 2026', '14:02'],
  ])('%s', (header, day, moment, short, time) => {
    readAs(header)
    expect([formatDay(at), formatDateTime(at), formatDayShort(at), formatTime(at)]).toEqual([day, moment, short, time])
    expect(formatMonth(at)).toBe('November 2026')
  })

  test('local times use the browser’s time zone', () => {
    readAs('en-GB')
    const local = new Date(2026, 10, 5, 9, 30).toISOString()
    expect(formatLocalDateTime(local)).toBe('5 November 2026 at 09:30')
  })

  test('an invalid date is shown as it is', () => {
    expect(formatDay('soon')).toBe('soon')
  })
})

test('the format written by the server is read back in the browser', () => {
  const german = toFormatStyle('de-DE')
  expect(german).toEqual({ group: '.', decimal: ',', indian: false, dayFirst: true, hour12: false })
  expect(parseFormatStyle(writeFormatStyle(german))).toEqual(german)
  expect(parseFormatStyle(undefined)).toEqual(usStyle)
  expect(parseFormatStyle('{broken')).toEqual(usStyle)
})

test('separators of a region are the same in a browser that doesn’t know the region', () => {
  for (const header of ['fr-FR', 'de-CH', 'sv-SE', 'pl-PL', 'pt-BR', 'en-ZA']) {
    readAs(header)
    const { group, decimal } = toFormatStyle(header)
    expect(formatCount(1_234_567)).toBe(`1${group}234${group}567`)
    expect(formatDecimal(1.5)).toBe(`1${decimal}5`)
  }
})

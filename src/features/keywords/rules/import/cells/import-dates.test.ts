import { expect, test } from 'vitest'
import { countryInFileName, countryNamed, toCountry } from './import-countries.ts'
import { dateInFileName, readDate, readMonthHeader, readMonthSpan, readRangeEnd } from './import-dates.ts'

test.each([
  ['Searches: Jan 2026', '2026-01-01'],
  ['Suchanfragen: Jan. 2026', '2026-01-01'],
  ['Suchanfragen: März 2026', '2026-03-01'],
  ['Búsquedas: ene 2026', '2026-01-01'],
  ['Búsquedas: sept. 2025', '2025-09-01'],
  ['Recherches : févr. 2026', '2026-02-01'],
  ['Ricerche: gen 2026', '2026-01-01'],
  ['Pesquisas: jan. de 2026', '2026-01-01'],
  ['Wyszukiwania: sty 2026', '2026-01-01'],
  ['Zoekopdrachten: mrt 2026', '2026-03-01'],
  ['Количество запросов: янв. 2026', '2026-01-01'],
  ['検索数: 2026年1月', '2026-01-01'],
  ['검색: 2026년 1월', '2026-01-01'],
])('%s is a labeled month', (header, t) => {
  expect(readMonthHeader(header)).toEqual({ t, labeled: true })
})

test('a bare month has no label, and other columns with a year aren’t months', () => {
  expect(readMonthHeader('2026-01')).toEqual({ t: '2026-01-01', labeled: false })
  expect(readMonthHeader('Jan 2026')).toEqual({ t: '2026-01-01', labeled: false })
  expect(readMonthHeader('Clicks Jan 2026')).toBeNull()
  expect(readMonthHeader('Volume 2026')).toBeNull()
  expect(readMonthHeader('2026-01-05')).toBeNull()
  expect(readMonthHeader('May')).toBeNull()
})

test.each([
  ['May 1, 2025 - April 30, 2026', '2026-04-30'],
  ['1. Mai 2025 – 30. April 2026', '2026-04-30'],
  ['1 de mayo de 2025 - 30 de abril de 2026', '2026-04-30'],
  ['1 maja 2025 – 30 kwietnia 2026', '2026-04-30'],
  ['2025年5月1日～2026年4月30日', '2026-04-30'],
  ['May 2025 - Apr 2026', '2026-04-30'],
])('reads the end of %s', (written, end) => {
  expect(readRangeEnd(written)).toBe(end)
})

test('ambiguous dates aren’t read', () => {
  expect(readDate('03/04/2026')).toBeNull()
  expect(readDate('13/04/2026')).toBe('2026-04-13')
  expect(readDate('04/13/2026')).toBe('2026-04-13')
  expect(readDate('03.04.2026')).toBe('2026-04-03')
  expect(readDate('2026-02-31')).toBeNull()
  expect(readDate('kettle 2026')).toBeNull()
})

test('reads the months of a history column', () => {
  expect(readMonthSpan('SV trend (11-2025 - 02-2026)')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(readMonthSpan('SV trend')).toBeNull()
  expect(readMonthSpan('SV trend (05-2026 - 01-2026)')).toBeNull()
})

test('reads date and country from file names', () => {
  expect(dateInFileName('kettle_broad-match_us_2026-05-01.csv')).toBe('2026-05-01')
  expect(dateInFileName('example.com-organic.Positions-uk-20260628-2026-06-29T10_00_00Z.csv')).toBe('2026-06-28')
  expect(dateInFileName('keywords.csv')).toBeNull()
  expect(countryInFileName('kettle_broad-match_us_2026-05-01.csv')).toBe('US')
  expect(countryInFileName('example.com-organic.Positions-uk-20260628-2026-06-29T10_00_00Z.csv')).toBe('GB')
  expect(countryInFileName('google_gb_kettle_matching-terms_2026-08-27.csv')).toBe('GB')
  expect(countryInFileName('my_best_list.csv')).toBeNull()
})

test('recognizes countries by name and code', () => {
  expect(countryNamed('Deutschland')).toBe('DE')
  expect(countryNamed('Royaume-Uni')).toBe('GB')
  expect(countryNamed('米国')).toBeNull()
  expect(countryNamed('アメリカ合衆国')).toBe('US')
  expect(countryNamed('kettle')).toBeNull()
  expect(toCountry('uk')).toBe('GB')
  expect(toCountry('xx')).toBeNull()
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseImportFile } from './import-file.ts'

/** Small files of the kinds that people bring, each with the values in it. */

const fixture = (name: string) => readFileSync(new URL(`./fixtures/cases/${name}`, import.meta.url))
const parse = (name: string, fileName = name) => parseImportFile(fixture(name), fileName)
const exactly = (value: number) => ({ value, low: null, high: null })
const between = (low: number, high: number) => ({ value: null, low, high })

test('Keyword Planner of an account without ads: ranges, in months too', async () => {
  const result = await parse('planner-ranges.csv', 'Keyword Stats 2026-11-01 at 10_20_30.csv')
  expect(result).toMatchObject({ kind: 'keyword_planner', accepted: 3, rejected: [], unread: [], as_of: '2026-10-31' })
  expect(result.keywords).toMatchObject([
    { text: 'standing desk mat', volume: exactly(5000), cpc: { value: 1.9, currency: 'USD' } },
    { text: 'walking pad', volume: between(10, 100), cpc: null },
    { text: 'anti fatigue mat', volume: between(1000, 10_000), cpc: { value: 2.9, currency: 'USD' } },
  ])
  expect(result.keywords.map(({ monthly }) => monthly[1])).toEqual([
    { t: '2025-12-01', v: 5000 },
    { t: '2025-12-01', v: null, low: 10, high: 100 },
    { t: '2025-12-01', v: null, low: 1000, high: 10_000 },
  ])
})

test('a Czech spreadsheet in windows-1250', async () => {
  const result = await parse('czech-windows-1250.csv')
  expect(result.encoding).toBe('windows-1250')
  expect(result.keywords.map(({ text, volume }) => [text, volume?.value])).toEqual([
    ['přípravek na čištění', 1300],
    ['levné židle', 480],
    ['šicí stroj pro začátečníky', 210],
  ])
  expect(result.columns[0]).toEqual({ header: 'klíčové slovo', field: 'text' })
})

test('related queries of Google Trends, which are no search volumes', async () => {
  const result = await parse('trends-related-queries.csv')
  expect(result).toMatchObject({ kind: 'google_trends', accepted: 4, rejected: [] })
  expect(result.keywords.map(({ text, trends, volume }) => [text, trends, volume])).toEqual([
    ['standing desk', [{ list: 'top', value: 100, breakout: false }], null],
    ['standing desk mat', [{ list: 'top', value: 12, breakout: false }], null],
    ['walking pad', [{ list: 'rising', value: null, breakout: true }], null],
    ['desk treadmill', [{ list: 'rising', value: 250, breakout: false }], null],
  ])
})

test('AnswerThePublic: suggestions, not modifiers', async () => {
  const result = await parse('answerthepublic.csv')
  expect(result.kind).toBe('answer_the_public')
  expect(result.keywords).toMatchObject([
    { text: 'are standing desks worth it', volume: exactly(320), cpc: { value: 1.2, currency: 'USD' } },
    { text: 'standing desk for gaming', volume: null, cpc: null },
  ])
})

test('a French tool: prices without a currency have none', async () => {
  expect((await parse('french-cpc.csv')).keywords).toMatchObject([
    { text: 'tapis bureau debout', volume: exactly(1234), cpc: { value: 0.85, currency: null } },
    { text: 'bureau assis debout', volume: exactly(12_500), cpc: { value: 1.1, currency: null } },
  ])
})

test('Bing Webmaster Tools', async () => {
  const result = await parse('bing-webmaster.csv')
  expect(result).toMatchObject({ kind: 'bing_webmaster', as_of: null })
  expect(result.keywords).toMatchObject([{ impressions: 1234, clicks: 56, ctr: 0.0454, position: 7.12 }])
})

test('a Search Console export of Discover is rejected: it has no queries', async () => {
  await expect(parse('search-console-discover.zip')).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'file', reason: 'not_queries' },
  })
})

test('a Search Console export of a search, without its settings', async () => {
  const result = await parse('search-console-search.zip')
  expect(result).toMatchObject({ kind: 'search_console', accepted: 3, as_of: '2026-11-24' })
  expect(result.left_out).toContainEqual({ name: 'Filters.csv', holds: 'other', rows: 2 })
})

test('Bing of the same site, with the date in its name', async () => {
  const result = await parse('bing-keyword-report.csv', 'example.com_KeywordReport_11_26_2026.csv')
  expect(result).toMatchObject({ kind: 'bing_webmaster', as_of: '2026-11-26' })
  expect(result.keywords[0]).toMatchObject({ text: 'moss lamp', impressions: 1065, clicks: 22, position: 5.9 })
})

test('an unescaped inch mark', async () => {
  const result = await parse('inch-mark.csv')
  expect(result.keywords.map(({ text, volume }) => [text, volume?.value])).toEqual([
    ['pipe 3/4"', 90],
    ['elbow', 40],
    ['tee', 30],
  ])
})

test('queries of Google Analytics, without comments and the grand total', async () => {
  const result = await parse('ga4-queries.csv')
  expect(result).toMatchObject({ kind: 'google_analytics', as_of: '2026-11-26', accepted: 3 })
  expect(result.keywords[0]).toMatchObject({ text: 'moss lamp', clicks: 120, impressions: 3400, position: 4.2 })
  expect(result.rejected).toEqual([{ line: 14, reason: 'a total of the other rows' }])
})

test('a total below a German table', async () => {
  const result = await parse('total-row.csv')
  expect(result.keywords.map(({ text }) => text)).toEqual(['Mooslampe', 'Mooslampe groß'])
  expect(result.rejected).toEqual([{ line: 4, reason: 'a total of the other rows' }])
})

test('Moz: bounds of the volume, and no data', async () => {
  const result = await parse('moz.csv')
  expect(result).toMatchObject({ kind: 'moz', accepted: 2, unread: [] })
  expect(result.keywords).toMatchObject([
    { text: 'moss lamp', volume: between(501, 850), difficulty: 31 },
    { text: 'no data lamp', volume: null, difficulty: null },
  ])
})

test('SerpBear: tags without quotes, and the date of the last update', async () => {
  const result = await parse('serpbear.csv')
  expect(result).toMatchObject({ kind: 'serpbear', accepted: 3, as_of: '2026-11-26' })
  expect(result.keywords.map(({ text, position }) => [text, position])).toEqual([
    ['moss lamp', 4],
    ['moss lamp kit', null],
    ['tide clock', 41],
  ])
})

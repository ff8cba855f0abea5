import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseSearchExport } from './import-file.ts'
import { areDays, getPeriod } from './search-export.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const read = async (bytes: Uint8Array, name = 'export.zip') => (await parseSearchExport(bytes, name)).searchExport
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const reason = (parsed: Promise<unknown>) =>
  parsed.then(
    () => null,
    (error) => error.options?.reason ?? error,
  )

test('an export of Search Console has days, queries, pages and what it was limited to', async () => {
  expect(await read(fixture('cases/search-console-search.zip'))).toEqual({
    ...{ from: '2026-11-23', to: '2026-11-24', period_from: 'days' },
    filters: [
      { name: 'Search type', value: 'Web' },
      { name: 'Date', value: 'Last 3 months' },
    ],
    days: [
      { day: '2026-11-23', clicks: 10, impressions: 900, position: 8.1 },
      { day: '2026-11-24', clicks: 12, impressions: 1000, position: 8 },
    ],
    queries: [
      { line: 2, query: 'moss lamp', page: null, clicks: 120, impressions: 3400, position: 4.2 },
      { line: 3, query: 'moss lamp "glow"', page: null, clicks: 0, impressions: 15, position: 31 },
      { line: 4, query: 'site:example.com', page: null, clicks: 3, impressions: 9, position: 1 },
    ],
    pages: [{ line: 2, page: 'https://example.com/moss-lamp', clicks: 120, impressions: 3400, position: 4.2 }],
    tables: { queries: 'Queries.csv', pages: 'Pages.csv' },
    rejected: [],
    rejected_total: 0,
  })
})

test('days come in order, and a filter of a country is kept', async () => {
  const { from, to, days, filters } = await read(fixture('search-console-en.zip'))
  expect({ from, to, days: days.map(({ clicks }) => clicks) }).toEqual({
    ...{ from: '2026-08-29', to: '2026-08-31' },
    days: [3, 10, 10],
  })
  expect(filters.at(-1)).toEqual({ name: 'Country', value: 'United Kingdom' })
})

test('an export in another language is read by what its tables hold', async () => {
  const { queries, pages, from } = await read(fixture('search-console-el.zip'))
  expect(queries).toMatchObject([{ query: 'βραστήρας νερού', clicks: 20, impressions: 400, position: 6.1 }])
  expect(pages.map(({ page }) => page)).toEqual(['https://example.com/kettles', 'https://example.com/a'])
  expect(from).toBeNull()
  const german = await read(
    zip({
      'Suchanfragen.csv': 'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nkessel,4,"1.310","0,3 %","7,4"\n',
      'Diagramm.csv':
        'Datum,Klicks,Impressionen,CTR,Position\n2026-08-01,2,600,"0,33 %","7,3"\n2026-08-02,2,710,"0,28 %","7,5"\n',
      'Filter.csv': 'Filter,Wert\nSuchtyp,Web\nDatum,Letzte 28 Tage\n',
    }),
  )
  expect(german).toMatchObject({
    ...{ from: '2026-08-01', to: '2026-08-02' },
    queries: [{ query: 'kessel', impressions: 1310, position: 7.4 }],
    days: [{ impressions: 600 }, { impressions: 710, position: 7.5 }],
  })
})

test('the queries of Google Analytics have its period and no total', async () => {
  const { from, to, period_from, queries, rejected_total } = await read(fixture('cases/ga4-queries.csv'), 'queries.csv')
  expect({ from, to, period_from }).toEqual({ from: '2026-11-01', to: '2026-11-26', period_from: 'file' })
  expect(queries.map(({ query, clicks }) => [query, clicks])).toEqual([
    ['moss lamp', 120],
    ['moss lamp kit', 7],
    ['tide clock repair', 0],
  ])
  expect(rejected_total).toBe(1)
})

test('a table of queries and pages keeps each pair', async () => {
  const text =
    'Query,Page,Clicks,Impressions,CTR,Position\nmoss lamp,https://example.com/a,4,100,4%,3\nmoss lamp,https://example.com/b,1,60,1.7%,9\n' +
    'moss lamp,https://example.com/b,1,60,1.7%,9\nfern,https://example.com/a,3,2,150%,1\n'
  const { queries, rejected, from } = await read(strToU8(text), 'pairs.csv')
  expect(queries.map(({ query, page, impressions }) => [query, page, impressions])).toEqual([
    ['moss lamp', 'https://example.com/a', 100],
    ['moss lamp', 'https://example.com/b', 60],
  ])
  expect(rejected).toEqual([
    { table: 'pairs.csv', line: 4, reason: 'duplicate of line 3' },
    { table: 'pairs.csv', line: 5, reason: 'more clicks than impressions' },
  ])
  expect(from).toBeNull()
})

test('a long URL is kept, and a row that can’t be read is left out with its table and line', async () => {
  const url = `https://example.com/${'a'.repeat(400)}`
  const { pages, rejected } = await read(
    zip({
      'Queries.csv': 'Top queries,Clicks,Impressions,CTR,Position\nkettle,4,100,4%,3\n',
      'Pages.csv': `Top pages,Clicks,Impressions,CTR,Position\n${url},4,100,4%,3\nhttps://example.com/b,-5,100,4%,3\nhttps://example.com/c,1,9,11%,3\nhttps://example.com/d,1,9,11%,3\nhttps://example.com/e,1,9,11%,3\n`,
    }),
  )
  expect(pages[0]!.page).toBe(url)
  expect(rejected).toEqual([{ table: 'Pages.csv', line: 3, reason: 'clicks "-5" is negative' }])
})

const queries = 'Top queries,Clicks,Impressions,CTR,Position\nkettle,4,100,4%,3\n'
const chart = (days: string[]) =>
  `Date,Clicks,Impressions,CTR,Position\n${days.map((day) => `${day},1,10,10%,3`).join('\n')}\n`

test('other files, comparisons, and dates that aren’t days are refused with a reason', async () => {
  expect(await reason(read(fixture('cases/search-console-discover.zip')))).toBe('not_queries')
  expect(await reason(read(fixture('cases/bing-webmaster.csv'), 'a.csv'))).toBe('not_search_export')
  expect(await reason(read(fixture('semrush-magic-tool.csv'), 'a.csv'))).toBe('not_search_export')
  expect(await reason(read(strToU8('kettle\nteapot\n'), 'a.csv'))).toBe('not_search_export')
  expect(await reason(read(fixture('search-console-compare-en.csv'), 'a.csv'))).toBe('export_compares')
  const weekly = chart(['2026-11-02', '2026-11-09', '2026-11-16'])
  expect(await reason(read(zip({ 'Queries.csv': queries, 'Chart.csv': weekly })))).toBe('export_not_daily')
  const hourly = chart(['2026-11-02T01:00:00-08:00', '2026-11-02T02:00:00-08:00'])
  expect(await reason(read(zip({ 'Queries.csv': queries, 'Chart.csv': hourly })))).toBe('export_not_daily')
})

test('weeks, months and hours aren’t days; single missing days are no matter', () => {
  expect(areDays(['2026-11-02', '2026-11-03', '2026-11-10'])).toBe(true)
  expect(areDays(['2026-11-02', '2026-11-09', '2026-11-16'])).toBe(false)
  expect(areDays(['2026-09-14', '2026-10-01', '2026-11-01'])).toBe(false)
  expect(areDays(['2026-11-02', '2026-11-02'])).toBe(false)
  expect(areDays([])).toBe(true)
})

test('the period is that of the days, else a range of dates that the file gives', () => {
  const none = { from: null, to: null, period_from: null }
  expect(getPeriod(['2026-11-03', '2026-11-01'], ['Aug 1, 2026 - Oct 31, 2026'])).toEqual({
    ...{ from: '2026-11-01', to: '2026-11-03', period_from: 'days' },
  })
  const range = { from: '2026-08-01', to: '2026-10-31', period_from: 'file' }
  expect(getPeriod([], ['Web', 'Aug 1, 2026 - Oct 31, 2026'])).toEqual(range)
  expect(getPeriod([], ['1. August 2026 – 31. Oktober 2026'])).toEqual(range)
  expect(getPeriod([], ['Last 3 months'])).toEqual(none)
  expect(getPeriod([], ['3/4/2026 - 4/5/2026'])).toEqual(none)
})

import { expect, test } from 'vitest'
import type { SearchExport } from '#features/keywords/rules/import/search-export.ts'
import { chooseUpload } from './choose-source.ts'
import { toSiteExport } from './site-export.ts'

const base = 'https://hollowoak.example'
const empty: SearchExport = {
  ...{ from: null, to: null, period_from: null, filters: [], days: [], queries: [], pages: [] },
  ...{ tables: { queries: 'Queries.csv', pages: 'Pages.csv' }, rejected: [], rejected_total: 0 },
}
const page = (path: string, impressions: number, line = 2) => ({
  ...{ line, page: path, clicks: 1, impressions, position: 3 },
})
const pair = (query: string, path: string, clicks: number, impressions: number, position: number) => ({
  ...{ line: 2, query, page: `${base}${path}`, clicks, impressions, position },
})

test('a query with several pages has the impressions of the one shown most, never their sum', () => {
  const { rows } = toSiteExport('hollowoak.example', {
    ...empty,
    queries: [pair('ratio', '/a', 5, 100, 2), pair('ratio', '/b', 2, 90, 8), pair('grind', '/a', 1, 50, 4)],
  })
  const of = (name: string) => rows.filter(({ dimension }) => dimension === name)
  expect(of('query')).toMatchObject([
    { query: 'ratio', clicks: 7, impressions: 100, position: 2 },
    { query: 'grind', clicks: 1, impressions: 50, position: 4 },
  ])
  expect(of('page')).toMatchObject([
    { page: `${base}/a`, clicks: 6, impressions: 150 },
    { page: `${base}/b`, clicks: 2, impressions: 90 },
  ])
  expect(of('query_page')).toHaveLength(3)
})

test('few pages of another address are left out; an export of another site is refused', () => {
  const own = page(`${base}/a`, 950)
  const { rows, rejected, rejected_total, accepted } = toSiteExport('hollowoak.example', {
    ...empty,
    pages: [own, page('https://old.example/a', 50, 3)],
  })
  expect(rows.map((row) => row.page)).toEqual([`${base}/a`])
  expect({ rejected_total, accepted }).toEqual({ rejected_total: 1, accepted: 1 })
  expect(rejected[0]).toMatchObject({ table: 'Pages.csv', line: 3 })
  expect(() =>
    toSiteExport('hollowoak.example', { ...empty, pages: [own, page('https://www.other.example/a', 400)] }),
  ).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ reason: 'export_elsewhere', params: expect.anything() }),
    }),
  )
  // The whole domain’s totals aren’t those of its blog.
  expect(() => toSiteExport(`${base}/blog/`, { ...empty, pages: [own, page(`${base}/blog/a`, 100)] })).toThrow()
})

const summer = { id: 'summer', from: '2026-06-01', to: '2026-08-31' }
const autumn = { id: 'autumn', from: '2026-08-15', to: '2026-11-15' }
const undated = { id: 'undated', from: null, to: null }
const none = { state: 'none', lastDay: null, hasRequested: false } as const

test('without a connection the latest export is shown, also if an older one was uploaded after it', () => {
  expect(chooseUpload(none, [], {})).toBeNull()
  expect(chooseUpload(none, [summer, undated, autumn], {})?.id).toBe('autumn')
  expect(chooseUpload(none, [undated], {})?.id).toBe('undated')
})

test('days of a connection win; once it can’t be read, a newer export does', () => {
  const connected = { state: 'connected', lastDay: '2026-11-01', hasRequested: false } as const
  expect(chooseUpload(connected, [autumn], {})).toBeNull()
  expect(chooseUpload({ ...connected, state: 'error' }, [autumn], {})?.id).toBe('autumn')
  expect(chooseUpload({ ...connected, state: 'none', lastDay: '2026-11-20' }, [autumn], {})).toBeNull()
})

test('for a period, the export with most of its days is shown where the connection has none', () => {
  const august = { from: '2026-08-01', to: '2026-08-31' }
  expect(chooseUpload(none, [autumn, summer], august)?.id).toBe('summer')
  expect(chooseUpload(none, [autumn, summer], { from: '2026-01-01', to: '2026-01-31' })).toBeNull()
  const connected = { state: 'connected', lastDay: '2026-11-20' } as const
  expect(chooseUpload({ ...connected, hasRequested: true }, [summer], august)).toBeNull()
  expect(chooseUpload({ ...connected, hasRequested: false }, [summer], august)?.id).toBe('summer')
})

import { expect, test } from 'vitest'
import type { Row } from '#features/reports/contract.ts'
import { localRows } from './local-rows.ts'

const toRow = (text: string, value: number | null, more: Partial<Row> = {}) =>
  ({
    _id: text,
    text,
    type: 'seed',
    modifier: null,
    sources: ['dataforseo'],
    volume: value === null ? null : { value, low: null, high: null, provider: 'dataforseo', as_of: null },
    monthly: [],
    cpc: null,
    difficulty: null,
    intent: null,
    popularity: null,
    competition: null,
    impressions: null,
    clicks: null,
    ctr: null,
    position: null,
    cluster_id: null,
    ...more,
  }) as unknown as Row
const source = localRows([
  toRow('cold brew', 900),
  toRow('Cold Keg', null),
  toRow('hot tea', 20),
  toRow('cold tea', 50),
])
const ask = (filter: object, sort?: string) => source.load({ filter, sort, offset: 0, limit: 100, summary: true })

test('rows of a lookup are filtered and sorted like those of a report', async () => {
  const { items, total, unknown, summary } = await ask({ include: ['cold'], volume_max: 100 }, '-volume')
  expect(items.map(({ text }) => text)).toEqual(['cold tea'])
  expect([total, unknown]).toEqual([1, { rows: 1, volume: 1 }])
  expect(summary).toMatchObject({ rows: 4, volume: { sum: 50, known: 1 } })
  expect((await ask({}, '-volume')).items.map(({ text }) => text)).toEqual([
    'cold brew',
    'cold tea',
    'hot tea',
    'Cold Keg',
  ])
  expect(source.first?.summary?.columns).toEqual(expect.arrayContaining(['text', 'volume', 'sources']))
})

test('all rows that match can be had at once', async () => {
  expect((await source.loadAll({ filter: { exclude: ['tea'] }, sort: 'text' })).map(({ text }) => text)).toEqual([
    'Cold Keg',
    'cold brew',
  ])
})

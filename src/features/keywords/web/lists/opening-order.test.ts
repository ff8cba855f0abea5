import { expect, test } from 'vitest'
import { toSortParam } from '#features/reports/web/report/keywords/table/table-model.ts'
import { getOpeningQuery, openingSort } from './opening-order.ts'

test('a list opens by volume, highest first, where volumes are known', () => {
  const query = getOpeningQuery({ columns: ['text', 'volume', 'added_at'] })
  expect(query).toEqual({ filter: {}, sort: { column: 'volume', descending: true } })
  expect(toSortParam(query!.sort)).toBe(openingSort)
})

test('without volumes the table has no order of its own', () => {
  expect(getOpeningQuery({ columns: ['text', 'added_at'] })).toBeUndefined()
  expect(getOpeningQuery(undefined)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { getColumnGrid, moveColumn, readColumns, readWidths, stepColumn, toggleColumn } from './column-layout.ts'
import type { ColumnId } from './table-model.ts'

const shown: ColumnId[] = ['text', 'volume', 'difficulty', 'cpc']

test('stored columns keep their order; unknown and repeated names go, and the keyword is always first', () => {
  expect(readColumns(['cpc', 'volume', 'gone', 'cpc'])).toEqual(['text', 'cpc', 'volume'])
  expect(readColumns(['gone'])).toBeNull()
  expect(readColumns(undefined)).toBeNull()
})

test('stored widths stay within the limits, and what is no width goes', () => {
  expect(readWidths({ volume: 4, cpc: 120.4, text: 5000, gone: 80, type: 'wide' })).toEqual({
    volume: 48,
    cpc: 120,
    text: 900,
  })
})

test('a column moves to the place of another, in both directions; the keyword stays first', () => {
  expect(moveColumn(shown, 'cpc', 'volume')).toEqual(['text', 'cpc', 'volume', 'difficulty'])
  expect(moveColumn(shown, 'volume', 'cpc')).toEqual(['text', 'difficulty', 'cpc', 'volume'])
  expect(moveColumn(shown, 'text', 'cpc')).toEqual(shown)
  expect(moveColumn(shown, 'cpc', 'text')).toEqual(shown)
})

test('a column moves a step, but not past the ends', () => {
  expect(stepColumn(shown, 'difficulty', 1)).toEqual(['text', 'volume', 'cpc', 'difficulty'])
  expect(stepColumn(shown, 'cpc', 1)).toEqual(shown)
  expect(stepColumn(shown, 'volume', -1)).toEqual(shown)
})

test('a column that is shown again comes after those it usually follows', () => {
  expect(toggleColumn(shown, 'monthly', true)).toEqual(['text', 'volume', 'monthly', 'difficulty', 'cpc'])
  expect(toggleColumn(shown, 'cpc', true)).toEqual(shown)
  expect(toggleColumn(shown, 'volume', false)).toEqual(['text', 'difficulty', 'cpc'])
})

test('the keyword takes the room that is left until it gets a width of its own', () => {
  expect(getColumnGrid(['text', 'cpc'], {}).template).toBe('34px minmax(260px, 1fr) 70px')
  expect(getColumnGrid(['text', 'cpc'], { text: 400, cpc: 90 })).toEqual({
    template: '34px 400px 90px',
    minWidth: 34 + 490 + 20 + 12,
  })
})

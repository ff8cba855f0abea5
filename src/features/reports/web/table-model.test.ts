import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../contract.ts'
import { showVolume, volumeNote } from './keyword-labels.ts'
import {
  applyQuery,
  type ColumnId,
  columnIds,
  filledColumns,
  getFacets,
  idsBetween,
  nextSort,
  noFilter,
  type TableFilter,
  toLines,
  toTsv,
} from './table-model.ts'
import { getVolume, toRow } from './test-rows.ts'

const rows: Row[] = [
  toRow('cold brew ratio', { type: 'seed', volume: getVolume(900), sources: ['bing_suggest'] }),
  toRow('how to steep cold brew', { intent: { main: 'informational', confidence: 1 }, popularity: 80 }),
  toRow('Buy cold brew keg', {
    type: 'related',
    intent: { main: 'transactional', confidence: 1 },
    volume: getVolume(null, 100, 1000),
  }),
  toRow('cold brew 10 litre', { type: 'related', volume: getVolume(20), sources: ['google_suggest', 'bing_suggest'] }),
  toRow('cold brew 2 litre', { type: 'related', volume: getVolume(0) }),
]
const texts = (filter: Partial<TableFilter>, column?: ColumnId, descending = false) =>
  applyQuery(rows, { filter: { ...noFilter, ...filter }, sort: column ? { column, descending } : null }).map(
    (row) => row.text,
  )

describe('filtering', () => {
  test('every word must occur, and none that has a minus', () => {
    expect(texts({ text: 'LITRE cold' })).toEqual(['cold brew 10 litre', 'cold brew 2 litre'])
    expect(texts({ text: 'litre -10' })).toEqual(['cold brew 2 litre'])
    expect(texts({ text: ' - ' })).toHaveLength(5)
  })
  test('type, intent and source', () => {
    expect(texts({ types: ['seed', 'question'] })).toEqual(['cold brew ratio', 'how to steep cold brew'])
    expect(texts({ intents: ['transactional'] })).toEqual(['Buy cold brew keg'])
    expect(texts({ intents: [''] })).toHaveLength(3)
    expect(texts({ sources: ['bing_suggest'] })).toEqual(['cold brew ratio', 'cold brew 10 litre'])
  })
  test('a volume bound leaves out rows without a volume; a range counts by its middle', () => {
    expect(texts({ volumeFrom: 0 })).toHaveLength(4)
    expect(texts({ volumeFrom: 300, volumeTo: 400 })).toEqual(['Buy cold brew keg'])
    expect(texts({ volumeTo: 20 })).toEqual(['cold brew 10 litre', 'cold brew 2 litre'])
  })
})

describe('sorting', () => {
  test('numbers in words sort as numbers', () => {
    expect(texts({ text: 'litre' }, 'text')).toEqual(['cold brew 2 litre', 'cold brew 10 litre'])
  })
  test('rows without a value stand last both ways', () => {
    expect(texts({}, 'volume', true)).toEqual([
      'cold brew ratio',
      'Buy cold brew keg',
      'cold brew 10 litre',
      'cold brew 2 litre',
      'how to steep cold brew',
    ])
    expect(texts({}, 'volume').at(-1)).toBe('how to steep cold brew')
  })
  test('any query keeps each row at most once, and sorting none away', () => {
    const anyRow = fc.record({
      text: fc.string({ maxLength: 8 }),
      popularity: fc.option(fc.integer({ min: 0, max: 5 })),
    })
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom(...columnIds), fc.boolean(), (list, column, descending) => {
        const made = list.map((row, at) => toRow(row.text, { _id: String(at), popularity: row.popularity }))
        const sorted = applyQuery(made, { filter: noFilter, sort: { column, descending } })
        expect(new Set(sorted)).toEqual(new Set(made))
        expect(sorted).toHaveLength(made.length)
      }),
    )
  })
  test('a header: largest first for numbers, A first for words, then back to as found', () => {
    expect(nextSort(null, 'volume')).toEqual({ column: 'volume', descending: true })
    expect(nextSort({ column: 'volume', descending: true }, 'volume')).toEqual({ column: 'volume', descending: false })
    expect(nextSort({ column: 'volume', descending: false }, 'volume')).toBeNull()
    expect(nextSort({ column: 'volume', descending: true }, 'text')).toEqual({ column: 'text', descending: false })
  })
})

describe('copying', () => {
  test('a table for a spreadsheet: header, tabs, nothing for "—", no formulas', () => {
    const risky = toRow('=HYPERLINK("x")\tnow', { popularity: null })
    expect(toTsv([risky], ['text', 'popularity', 'type'])).toBe(
      'Keyword\tPopularity\tType\n\'=HYPERLINK("x") now\t\tQuestion',
    )
  })
  test('keywords alone', () => {
    expect(toLines(rows.slice(3))).toBe('cold brew 10 litre\ncold brew 2 litre')
  })
  test('a range goes either way', () => {
    expect(idsBetween(rows, 3, 1)).toEqual(idsBetween(rows, 1, 3))
    expect(idsBetween(rows, 3, 1)).toHaveLength(3)
  })
})

describe('what there is', () => {
  test('facets count rows', () => {
    const { types, sources, intents } = getFacets(rows)
    expect(types.get('related')).toBe(3)
    expect(sources.get('bing_suggest')).toBe(2)
    expect(intents.get('')).toBe(3)
  })
  test('columns with nothing in them are known', () => {
    expect(filledColumns(rows).has('volume')).toBe(true)
    expect(filledColumns(rows).has('cpc')).toBe(false)
  })
  test('volumes: a figure, a range, or nothing; the note names who and when', () => {
    expect(showVolume(getVolume(74_000))).toBe('74,000')
    expect(showVolume(getVolume(null, 10_000, 100_000))).toBe('10K–100K')
    expect(showVolume(null)).toBe('—')
    expect(volumeNote(rows)).toBe('Volume: DataForSEO, October 2026. “—” means no source has data.')
    expect(volumeNote([toRow('x')], 'No source with search volumes is set up.')).toContain('is set up')
  })
})

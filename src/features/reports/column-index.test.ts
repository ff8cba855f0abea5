import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColumnQuery, findMatchingRows, getColumnNames, type RowColumn, type RowWords } from './column-index.ts'

/** Held against the plain way of doing it. */

type Made = { text: string; type: string; sources: string[]; popularity: number | null; intent: string | null }

const types = ['question', 'comparison', 'related']
const sources = ['bing_suggest', 'google_suggest', 'reddit']
const made: fc.Arbitrary<Made> = fc.record({
  text: fc.stringMatching(/^[a-cé \u{1f600}]{1,8}$/u),
  type: fc.constantFrom(...types),
  sources: fc.subarray(sources, { minLength: 1 }),
  popularity: fc.option(fc.integer({ min: 0, max: 5 })),
  intent: fc.option(fc.constantFrom('commercial', 'informational')),
})
const asked: fc.Arbitrary<ColumnQuery> = fc.record({
  types: fc.option(fc.subarray(types, { minLength: 1 })),
  filters: fc.record(
    {
      intent: fc.constantFrom<unknown>('commercial', null, ['informational', null], 'nobody has it'),
      sources: fc.constantFrom<unknown>('reddit', ['bing_suggest', 'reddit'], null, 'nobody has it'),
      popularity: fc.constant(null),
    },
    { requiredKeys: [] },
  ),
  sort: fc.option(fc.constantFrom('popularity', '-popularity', 'intent', '-type')),
  words: fc.option(fc.stringMatching(/^[a-cé \n\u{1f600}]{1,3}$/u)),
  offset: fc.integer({ min: 0, max: 20 }),
  limit: fc.integer({ min: 1, max: 10 }),
})

test('a page is the one that filtering and sorting the rows gives', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 40 }), asked, (rows, query) => {
      const { columns, texts } = getColumns(rows)
      const needed = getColumnNames(query)
      const held = new Map([...columns].filter(([name]) => needed.includes(name)))
      const found = findMatchingRows(held, needed.includes('words') ? texts : null, rows.length, query)
      expect(found).toEqual(plainly(rows, query))
    }),
    { numRuns: 2000 },
  )
})

test('what stands in two texts after one another is in neither', () => {
  const { columns, texts } = getColumns([row('ab'), row('cd')])
  const query = { types: null, filters: {}, sort: null, words: 'b\nc', offset: 0, limit: 9 }
  expect(findMatchingRows(columns, texts, 2, query)).toEqual({ indexes: [], total: 0 })
})

const row = (text: string): Made => ({ text, type: 'related', sources: ['reddit'], popularity: null, intent: null })

function getColumns(rows: Made[]): { columns: Map<string, RowColumn>; texts: RowWords } {
  const ranked = (values: (string | number | null)[]): RowColumn => {
    const labels = [...new Set(values.filter((value) => value !== null))].sort((a, b) => (a < b ? -1 : 1))
    return {
      ranks: Uint32Array.from(values, (value) => (value === null ? 0 : labels.indexOf(value) + 1)),
      labels: labels.map(String),
    }
  }
  const bits = rows.map((row) => row.sources.reduce((mask, source) => mask | (1 << sources.indexOf(source)), 0))
  const starts = [0]
  for (const { text } of rows) starts.push(starts.at(-1)! + Buffer.byteLength(text) + 1)
  return {
    columns: new Map([
      ['type', ranked(rows.map((row) => row.type))],
      ['intent', ranked(rows.map((row) => row.intent))],
      ['popularity', { ...ranked(rows.map((row) => row.popularity)), labels: null }],
      ['sources', { ranks: Uint8Array.from(bits), labels: sources }],
    ]),
    texts: {
      bytes: Buffer.from(rows.map(({ text }) => text).join('\n')),
      starts: Uint32Array.from(starts.slice(0, -1)),
    },
  }
}

function plainly(rows: Made[], { types, filters, sort, words, offset, limit }: ColumnQuery) {
  const passing = rows
    .map((row, index) => ({ ...row, index }))
    .filter(
      (row) =>
        (!types || types.includes(row.type)) &&
        (words === null || row.text.includes(words)) &&
        Object.entries(filters).every(([name, wanted]) => {
          const values = Array.isArray(wanted) ? wanted : [wanted]
          const own = row[name as keyof Made]
          return Array.isArray(own) ? own.some((one) => values.includes(one)) : values.includes(own)
        }),
    )
  if (sort) {
    const by = sort.replace('-', '') as 'popularity'
    passing.sort((a, b) => {
      if (a[by] === null || b[by] === null) return (a[by] === null ? 1 : 0) - (b[by] === null ? 1 : 0)
      return (a[by]! < b[by]! ? -1 : a[by]! > b[by]! ? 1 : 0) * (sort.startsWith('-') ? -1 : 1)
    })
  }
  return { indexes: passing.slice(offset, offset + limit).map(({ index }) => index), total: passing.length }
}

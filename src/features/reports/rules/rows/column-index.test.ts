import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ColumnQuery,
  type Condition,
  countValues,
  findMatchingRows,
  getNeededColumns,
  listColumns,
  type RowColumn,
  type RowTexts,
  sumValues,
} from './column-index.ts'

/** Compares the index with plain filtering and sorting of the rows. */

type Made = {
  text: string
  type: string
  sources: string[]
  serp_features: string[] | null
  popularity: number | null
  volume: number | null
  difficulty: number | null
  intent: string | null
}

const types = ['question', 'comparison', 'related']
const sources = ['bing_suggest', 'google_suggest', 'reddit']
const features = ['ai_overview', 'local_pack']
const number = fc.option(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.double({ min: 0, max: 12, noNaN: true })))
const made: fc.Arbitrary<Made> = fc.record({
  text: fc.stringMatching(/^[a-cé \u{1f600}]{1,8}$/u),
  type: fc.constantFrom(...types),
  sources: fc.subarray(sources, { minLength: 1 }),
  serp_features: fc.option(fc.subarray(features)),
  popularity: fc.option(fc.integer({ min: 0, max: 5 })),
  volume: number,
  difficulty: number,
  intent: fc.option(fc.constantFrom('commercial', 'informational')),
})
const unknown = fc.constantFrom('passes' as const, 'counted' as const)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ column: fc.constant('type'), values: fc.subarray(types) }),
  fc.record({ column: fc.constant('intent'), values: fc.subarray(['commercial', null, 'nobody has it']) }),
  fc.record({ column: fc.constant('sources'), values: fc.subarray<unknown>([...sources, null, 'nobody has it']) }),
  fc.record({ column: fc.constant('popularity'), values: fc.subarray<unknown>([null, 3, '4', 77]) }),
)
const bound = fc.option(fc.integer({ min: -1, max: 13 }))
const counted: fc.Arbitrary<Condition[]> = fc
  .tuple(
    fc.option(fc.record({ column: fc.constant('volume'), min: bound, max: bound, unknown })),
    fc.option(fc.record({ column: fc.constant('difficulty'), min: bound, max: bound, unknown })),
    fc.option(fc.record({ column: fc.constant('serp_features'), values: fc.subarray(features), unknown })),
  )
  .map((all) => all.filter((one) => one !== null))
const texts = fc.array(fc.stringMatching(/^[a-cé \u{1f600}]{1,3}$/u), { maxLength: 2 })
const asked: fc.Arbitrary<ColumnQuery> = fc.record({
  conditions: fc
    .tuple(fc.array(condition, { maxLength: 3 }), counted)
    .map(([strict, ranges]) => [...ranges, ...strict] as Condition[]),
  sort: fc.option(fc.constantFrom('popularity', '-volume', 'intent', '-type', 'sources', '-serp_features')),
  include: texts,
  exclude: texts,
})

test('matches, order and unknown rows are those of plain filtering and sorting', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 40 }), asked, (rows, query) => {
      const columns = new Map(
        getNeededColumns(query).map(({ name, labels }) => {
          const column = toColumn(rows.map((row) => row[name as keyof Made]))
          return [name, labels ? column : { ...column, labels: null }]
        }),
      )
      const found = findMatchingRows(columns, toTexts(rows), rows.length, query)
      const indexes = found.indexes ? [...found.indexes] : rows.map((_, at) => at)
      expect({ ...found, indexes }).toEqual(filterPlainly(rows, query))
    }),
    { numRuns: 5000 },
  )
})

test('unknown rows are exactly those that letting them pass adds', () => {
  const ranges = counted.map((all) => all.filter((one) => 'unknown' in one && one.unknown === 'counted'))
  fc.assert(
    fc.property(fc.array(made, { maxLength: 40 }), ranges, (rows, conditions) => {
      const columns = new Map(
        (['volume', 'difficulty', 'serp_features'] as const).map((name) => [
          name,
          toColumn(rows.map((row) => row[name])),
        ]),
      )
      const ask = (asked: Condition[]) =>
        findMatchingRows(columns, null, rows.length, { conditions: asked, sort: null, include: [], exclude: [] })
      const open = ask(conditions.map((one) => ({ ...one, unknown: 'passes' })))
      const { total, unknown } = ask(conditions)
      expect(total + unknown.rows).toBe(open.total)
    }),
  )
})

test('counts and sums are those of plain counting', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 40 }), (rows) => {
      const of = (name: keyof Made) => toColumn(rows.map((row) => row[name]))
      expect(countValues(of('intent'), null, false)).toEqual(
        new Map(
          Object.entries(Object.groupBy(rows, ({ intent }) => String(intent))).map(([intent, held]) => [
            intent === 'null' ? null : intent,
            held!.length,
          ]),
        ),
      )
      expect(countValues(of('sources'), null, true)).toEqual(
        new Map(
          [...new Set(rows.flatMap((row) => row.sources))].map((source) => [
            source,
            rows.filter((row) => row.sources.includes(source)).length,
          ]),
        ),
      )
      const volumes = rows.flatMap(({ volume }) => (volume === null ? [] : [volume]))
      const { sum, known } = sumValues(of('volume'), null)
      expect(known).toBe(volumes.length)
      expect(sum).toBeCloseTo(volumes.reduce((total, volume) => total + volume, 0))
    }),
  )
})

function toColumn(values: (string | number | string[] | null)[]): RowColumn {
  const plain = values.map((value) => (Array.isArray(value) ? `,${value.map((entry) => `${entry},`).join('')}` : value))
  const labels = [...new Set(plain.filter((value) => value !== null))].sort((a, b) => (a < b ? -1 : 1))
  return {
    ranks: Uint32Array.from(plain, (value) => (value === null ? 0 : labels.indexOf(value) + 1)),
    labels: labels.map(String),
  }
}

const toTexts = (rows: Made[]): RowTexts => ({
  find: (text) => Uint8Array.from(rows, (row) => Number(row.text.includes(text))),
})

function filterPlainly(rows: Made[], { conditions, sort, include, exclude }: ColumnQuery) {
  const judge = (row: Made, asked: Condition): 'passes' | 'fails' | 'counted' => {
    const own = row[asked.column as keyof Made]
    if (own === null && 'unknown' in asked) return asked.unknown!
    if ('values' in asked) {
      const values = asked.values.map((value) => (value === null ? null : String(value)))
      const held = Array.isArray(own) ? own : [own === null ? null : String(own)]
      return held.some((one) => values.includes(one)) ? 'passes' : 'fails'
    }
    return (asked.min === null || (own as number) >= asked.min) && (asked.max === null || (own as number) <= asked.max)
      ? 'passes'
      : 'fails'
  }
  const columns: Record<string, number> = Object.fromEntries(
    conditions.filter((one) => 'unknown' in one && one.unknown === 'counted').map(({ column }) => [column, 0]),
  )
  let leftOut = 0
  const matching = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => {
      if (!include.every((text) => row.text.includes(text)) || exclude.some((text) => row.text.includes(text)))
        return false
      const verdicts = conditions.map((one) => judge(row, one))
      if (verdicts.includes('fails')) return false
      if (!verdicts.includes('counted')) return true
      leftOut++
      verdicts.forEach((verdict, at) => {
        const name = conditions[at]!.column
        if (verdict === 'counted') columns[name] = columns[name]! + 1
      })
      return false
    })
  if (sort) {
    const by = sort.replace('-', '') as keyof Made
    const toKey = (row: Made) => {
      const value = row[by]
      return Array.isArray(value) ? value.length : value
    }
    matching.sort((a, b) => {
      const [left, right] = [toKey(a.row), toKey(b.row)]
      if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0)
      return (left < right ? -1 : left > right ? 1 : 0) * (sort.startsWith('-') ? -1 : 1)
    })
  }
  return {
    indexes: matching.map(({ index }) => index),
    total: matching.length,
    unknown: { rows: leftOut, columns },
  }
}

test('the lists that sort by length are known', () => {
  expect([...listColumns]).toEqual(['sources', 'serp_features'])
})

import { expect, test } from 'vitest'
import { getVolume, toRow } from '../web/report/keywords/table/test-rows.ts'
import { pickOpportunities } from './opportunities.ts'

const texts = ({ items }: ReturnType<typeof pickOpportunities>) => items.map(({ row }) => row.text)

test('opportunities are easy or unanswered, most searched first, and have a volume', () => {
  const rows = [
    toRow('easy', { difficulty: 30, volume: getVolume(100) }),
    toRow('hard and answered', { difficulty: 31, volume: getVolume(9000) }),
    toRow('hard and unanswered', { difficulty: 80, volume: getVolume(500) }),
    toRow('unknown difficulty, unanswered', { volume: getVolume(null, 100, 1000) }),
    toRow('easy without a volume', { difficulty: 1 }),
    toRow('easy and never searched', { difficulty: 1, volume: getVolume(0) }),
    toRow('template', { type: 'idea', difficulty: 1, volume: getVolume(700) }),
    toRow('topic', { type: 'seed', difficulty: 1, volume: getVolume(700) }),
  ]
  const found = pickOpportunities(rows, (text) => (text.endsWith('unanswered') ? 0 : 4))
  expect(found.ordered_by).toBe('volume')
  expect(texts(found)).toEqual(['hard and unanswered', 'unknown difficulty, unanswered', 'easy'])
  expect(found.items.map(({ answers }) => answers)).toEqual([0, 0, 4])
})

test('without volumes the order is popularity, and without that the report’s', () => {
  const rows = [toRow('b', { difficulty: 5 }), toRow('a', { difficulty: 5, popularity: 70 })]
  expect(pickOpportunities(rows, null)).toMatchObject({ ordered_by: 'popularity' })
  expect(texts(pickOpportunities(rows, null))).toEqual(['a', 'b'])
  const plain = rows.map((row) => ({ ...row, popularity: null }))
  expect(pickOpportunities(plain, null)).toMatchObject({ ordered_by: 'none' })
  expect(texts(pickOpportunities(plain, null))).toEqual(['b', 'a'])
})

test('what isn’t known makes no opportunity, and there are up to ten', () => {
  expect(pickOpportunities([toRow('a', { volume: getVolume(10) })], null).items).toEqual([])
  expect(pickOpportunities([toRow('a', { volume: getVolume(10) })], () => null).items).toEqual([])
  const many = Array.from({ length: 30 }, (_, at) => toRow(`k${at}`, { difficulty: 3, volume: getVolume(at + 1) }))
  expect(texts(pickOpportunities(many, null))).toEqual(
    many
      .slice(20)
      .map(({ text }) => text)
      .reverse(),
  )
})

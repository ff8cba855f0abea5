import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cluster } from '../contract.ts'
import { fitText, textWidth } from './text-width.ts'
import { nameIn, topicLayout, topicSize } from './topic-layout.ts'

const getCluster = (at: number, keywords: number, volume: number | null = null): Cluster => ({
  _id: String(at),
  name: `topic number ${at}`,
  pillar: 'x',
  intent: null,
  keywords,
  volume,
})

test('circles do not overlap and stay inside; area follows size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 40 }), (counts) => {
      const clusters = counts.map((count, at) => getCluster(at, count))
      const topics = topicLayout(clusters, 700, 520, topicSize(clusters))
      for (const [at, a] of topics.entries()) {
        expect(a.x - a.radius).toBeGreaterThanOrEqual(-0.01)
        expect(a.y + a.radius).toBeLessThanOrEqual(520.01)
        for (const b of topics.slice(at + 1))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius)
      }
    }),
    { numRuns: 40 },
  )
})

test('names stay inside their circle or are left to the list', () => {
  for (const radius of [8, 20, 40, 90]) {
    const { lines, fontSize } = nameIn('storage and shelf life', radius)
    for (const line of lines) expect(textWidth(line, fontSize)).toBeLessThanOrEqual(2 * radius)
  }
  expect(nameIn('storage and shelf life', 8).lines).toEqual([])
})

test('one cluster without a volume: all are sized by keywords', () => {
  expect(topicSize([getCluster(1, 3, 10), getCluster(2, 3, 20)]).by).toBe('volume')
  expect(topicSize([getCluster(1, 3, 10), getCluster(2, 3)]).by).toBe('keywords')
})

test('a cut text ends after a whole word, and fits', () => {
  const cut = fitText('why does cold brew upset my stomach', 11, 150)
  expect(cut).toMatch(/^why does cold brew( \w+)*…$/)
  expect('why does cold brew upset my stomach '.startsWith(`${cut.slice(0, -1)} `)).toBe(true)
  expect(textWidth(cut, 11)).toBeLessThanOrEqual(150)
  expect(fitText('Donaudampfschifffahrtsgesellschaft', 11, 80)).toMatch(/^Donau\w+…$/)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { urlKey } from './item-url.ts'
import type { PlanSourceData } from './plan-model.ts'
import { defaultWeights, getPriority, type PriorityFacts } from './priority.ts'
import { proposePlan } from './propose/propose-plan.ts'
import { restTitle } from './rest-item.ts'

const word = fc.constantFrom(
  'cold',
  'brew',
  'ratio',
  'coffee',
  'grinder',
  'ice',
  'maker',
  'best',
  'filter',
  'steep',
  'jar',
)
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

/** Topics with and without parents, overlaps in any direction, and keywords that may repeat or be in no topic. */
const source: fc.Arbitrary<PlanSourceData> = fc
  .record({
    parents: fc.integer({ min: 0, max: 4 }),
    topics: fc.array(fc.record({ name: phrase, parent: fc.integer({ min: -1, max: 3 }) }), { maxLength: 30 }),
    keywords: fc.array(
      fc.record({
        text: phrase,
        topic: fc.integer({ min: -1, max: 29 }),
        volume: fc.option(fc.nat(100_000)),
        difficulty: fc.option(fc.nat(100)),
        intent: fc.option(fc.constantFrom(...intentNames)),
      }),
      { minLength: 1, maxLength: 80 },
    ),
    overlaps: fc.array(fc.tuple(fc.nat(29), fc.nat(29), fc.integer({ min: 3, max: 10 })), { maxLength: 20 }),
    seed: fc.option(phrase),
  })
  .map(({ parents, topics, keywords, overlaps, seed }) => ({
    language: 'en',
    seed,
    topics: [
      ...Array.from({ length: parents }, (_, at) => ({
        id: `parent ${at}`,
        kind: 'parent' as const,
        isNamed: at % 2 === 0,
        parentId: null,
        name: `group ${at}`,
        pillar: keywords[at % keywords.length]!.text,
        overlaps: [],
      })),
      ...topics.map(({ name, parent }, at) => ({
        id: `topic ${at}`,
        kind: at % 3 === 0 ? ('standalone' as const) : ('topic' as const),
        isNamed: at % 7 === 0,
        parentId: parent >= 0 && parent < parents ? `parent ${parent}` : null,
        name,
        pillar: name,
        overlaps: overlaps
          .filter(([from, to]) => from === at && to < topics.length)
          .map(([, to, pages]) => ({ cluster_id: `topic ${to}`, pages })),
      })),
    ],
    keywords: keywords.map(({ topic, ...keyword }, at) => ({
      ...keyword,
      key: at % 5 === 0 ? keyword.text : `${keyword.text} ${at}`,
      provider: keyword.volume === null ? null : 'sample',
      as_of: null,
      topicId: topic >= 0 && topic < topics.length ? `topic ${topic}` : null,
    })),
  }))

const pages = fc.integer({ min: 1, max: 40 })

test('every keyword is in exactly one item, and there are no more items than asked for', () => {
  fc.assert(
    fc.property(source, pages, (data, max) => {
      const { items } = proposePlan(data, max)
      const planned = items.flatMap(({ keywords }) => keywords.map(({ key }) => key))
      expect(planned.toSorted()).toEqual([...new Set(data.keywords.map(({ key }) => key))].sort())
      expect(items.length).toBeLessThanOrEqual(max)
      expect(items.every(({ keywords }) => keywords.length > 0)).toBe(true)
    }),
  )
})

test('no two items have one URL', () => {
  fc.assert(
    fc.property(source, pages, (data, max) => {
      const urls = proposePlan(data, max).items.flatMap(({ url }) => (url === null ? [] : urlKey(url)))
      expect(new Set(urls).size).toBe(urls.length)
    }),
  )
})

test('spokes stand below pillars only, so the hierarchy has no cycle', () => {
  fc.assert(
    fc.property(source, pages, (data, max) => {
      const { items } = proposePlan(data, max)
      for (const { title, role, parent } of items) {
        if (role === 'pillar' || title === restTitle) expect(parent).toBeNull()
        else expect(items[parent!]!.role).toBe('pillar')
      }
    }),
  )
})

test('every page has a link to it, and none has more than eight', () => {
  fc.assert(
    fc.property(source, pages, (data, max) => {
      const { items, links } = proposePlan(data, max)
      const isPage = (index: number) => items[index]!.title !== restTitle
      expect(links.every(({ from, to }) => isPage(from) && isPage(to))).toBe(true)
      if (items.filter((_, index) => isPage(index)).length < 2) {
        expect(links).toEqual([])
        return
      }
      const linked = new Set(links.map(({ to }) => to))
      expect(items.map((_, index) => index).filter((index) => isPage(index) && !linked.has(index))).toEqual([])
      const outgoing = Map.groupBy(links, ({ from }) => from)
      expect(Math.max(...[...outgoing.values()].map(({ length }) => length))).toBeLessThanOrEqual(8)
      expect(links.every(({ from, to }) => from !== to)).toBe(true)
      expect(new Set(links.map(({ from, to }) => `${from} ${to}`)).size).toBe(links.length)
      for (const [index, { role, parent }] of items.entries())
        if (role === 'spoke' && isPage(index))
          expect(links.some(({ from, to }) => from === index && to === parent)).toBe(true)
    }),
  )
})

const facts: fc.Arbitrary<PriorityFacts> = fc.record({
  volume: fc.option(fc.nat(2_000_000)),
  difficulty: fc.option(fc.nat(100)),
  intent: fc.option(fc.constantFrom(...intentNames)),
  position: fc.option(fc.integer({ min: 1, max: 100 })),
})

test('more volume and less difficulty never lower a priority', () => {
  fc.assert(
    fc.property(facts, fc.nat(100_000), fc.nat(100), (given, more, less) => {
      const { score } = getPriority(given, defaultWeights)
      if (given.volume !== null)
        expect(getPriority({ ...given, volume: given.volume + more }, defaultWeights).score).toBeGreaterThanOrEqual(
          score!,
        )
      if (given.difficulty !== null) {
        const easier = { ...given, difficulty: Math.max(0, given.difficulty - less) }
        expect(getPriority(easier, defaultWeights).score).toBeGreaterThanOrEqual(score!)
      }
    }),
  )
})

test('an intent worth more never lowers a priority', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...intentNames), (given, other) => {
      if (given.intent === null || defaultWeights.intents[other] < defaultWeights.intents[given.intent]) return
      const { score } = getPriority(given, defaultWeights)
      expect(getPriority({ ...given, intent: other }, defaultWeights).score).toBeGreaterThanOrEqual(score!)
    }),
  )
})

test('an unknown number stays null among the factors and is left out of the score', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { score, factors } = getPriority(given, defaultWeights)
      expect(factors.map(({ name }) => name)).toEqual(['volume', 'difficulty', 'intent', 'position'])
      for (const { name, value, share } of factors) {
        expect(value === null).toBe(given[name] === null)
        expect(share === null).toBe(given[name] === null)
      }
      expect(score === null).toBe(Object.values(given).every((value) => value === null))
    }),
  )
  const one = { volume: null, difficulty: 40, intent: null, position: null }
  expect(getPriority(one, defaultWeights).score).toBe(60)
})

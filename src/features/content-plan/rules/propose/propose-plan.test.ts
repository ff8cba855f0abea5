import { expect, test } from 'vitest'
import type { PlanSourceData, SourceTopic } from '../plan-model.ts'
import { restTitle } from '../rest-item.ts'
import { proposePlan } from './propose-plan.ts'

type Topics = Record<string, (string | [text: string, volume: number])[]>

/** Topics by name with their keywords; those under '' are in no topic, and each is a topic of one. */
function getSource(topics: Topics, given: Partial<PlanSourceData> & { named?: string[] } = {}): PlanSourceData {
  const { named = [], ...data } = given
  const keywords: PlanSourceData['keywords'][number][] = []
  const found: SourceTopic[] = []
  for (const [name, members] of Object.entries(topics))
    for (const member of members) {
      const [text, volume] = typeof member === 'string' ? [member, null] : member
      const id = name || text
      if (!found.some((topic) => topic.id === id))
        found.push({
          ...{ id, name: id, parentId: null, pillar: text, overlaps: [] },
          kind: name ? 'topic' : 'standalone',
          isNamed: named.includes(id),
        })
      keywords.push({
        ...{ key: text, text, volume, difficulty: null, intent: null, provider: null, as_of: null },
        topicId: id,
      })
    }
  return { language: 'en', seed: 'standing desk', topics: found, keywords, ...data }
}

const getTitles = (source: PlanSourceData, pages = 500) => proposePlan(source, pages).items.map(({ title }) => title)
const getTitle = (name: string, keywords: string[], given: Partial<PlanSourceData> = {}) =>
  getTitles(getSource({ [name]: keywords }, given))[0]

test.each([
  ['mat', ['anti fatigue mat', 'standing desk mat', 'standing desk yoga mat'], 'Standing desk mat'],
  ['kids', ['kids standing desk', 'standing desk kids', 'standing desk for kids'], 'Standing desk for kids'],
  ['reset', ['standing desk reset', 'how to reset a standing desk'], 'How to reset a standing desk'],
  [
    'why is my standing desk not going down',
    ['why is my standing desk not going down', 'why does my standing desk go down by itself'],
    'Why is my standing desk not going down?',
  ],
  ['best standing desk', ['best standing desk', 'standing desk price', 'standing desk brands'], 'Best standing desk'],
  ['ergonomics', ['ergonomic desk setup standing', 'standing desk ergonomics'], 'Standing desk ergonomics'],
])('the topic %s gets a title that a person would write', (name, keywords, title) => {
  expect(getTitle(name, keywords)).toBe(title)
})

test('what shoppers add to a product isn’t in its title', () => {
  const forms = ['buy wool lamp', 'wool lamp sale', 'best wool lamp', 'cheap wool lamp near me']
  expect(getTitle('buy wool lamp', forms, { seed: null })).toBe('Wool lamp')
})

test('a person’s name for a topic stays', () => {
  const source = getSource({ 'Desk mats we sell': ['standing desk mat', 'anti fatigue mat'] })
  expect(getTitles(getSource({ 'Desk mats we sell': ['standing desk mat', 'anti fatigue mat'] }))).toEqual([
    'Standing desk mat',
  ])
  const named = { ...source, topics: source.topics.map((topic) => ({ ...topic, isNamed: true })) }
  expect(getTitles(named)).toEqual(['Desk mats we sell'])
})

test('titles in other languages keep their question marks', () => {
  const keywords = ['wie reinigt man eine kaffeemaschine', 'kaffeemaschine reinigen']
  expect(getTitle(keywords[0]!, [keywords[0]!], { language: 'de', seed: null })).toBe(
    'Wie reinigt man eine kaffeemaschine?',
  )
})

const alone = 'amazon bamboo beeping black corner drafts hydraulic ikea outlet plans'.split(' ')
const lone = alone.map((word) => `standing desk ${word}`)
const mat = ['standing desk mat', 'standing desk yoga mat', 'anti fatigue mat', 'mat for standing desk']

test('keywords without a topic are one item that is no page, with no links', () => {
  const { items, links } = proposePlan(
    getSource({ mat, converter: ['desk converter', 'best converter'], '': lone }),
    500,
  )
  const rest = items.at(-1)!
  expect(rest).toMatchObject({ title: restTitle, role: 'spoke', parent: null, url: null })
  expect(rest.keywords.map(({ text }) => text).sort()).toEqual(lone.toSorted())
  expect(items).toHaveLength(3)
  expect(links.some(({ from, to }) => items[from] === rest || items[to] === rest)).toBe(false)
})

test('a keyword without a topic joins the one with its words, when they are half of its own', () => {
  const { items } = proposePlan(
    getSource({ mat, '': ['thick standing desk mat', 'standing desk balance board mat ideas', ...lone] }),
    500,
  )
  expect(items[0]!.keywords.map(({ text }) => text)).toContain('thick standing desk mat')
  expect(items.at(-1)!.keywords.map(({ text }) => text)).toContain('standing desk balance board mat ideas')
})

test('keywords about the subject itself are its own page, which the others are below', () => {
  const { items } = proposePlan(getSource({ mat, '': ['what is a standing desk', 'standing desks', ...lone] }), 500)
  expect(items[0]).toMatchObject({ title: 'What is a standing desk?', role: 'pillar' })
  expect(items[1]).toMatchObject({ title: 'Standing desk mat', role: 'spoke', parent: 0 })
})

test('a keyword without a topic is a page when it’s searched as much as a usual page, was picked, or few are left', () => {
  const topics = { mat: [['standing desk mat', 500]], '': [['walking pad', 9000], ...lone] } satisfies Topics
  expect(getTitles(getSource({ ...topics, mat: [...topics.mat, 'anti fatigue mat'] }))).toContain('Walking pad')
  const picked = getSource({ mat, '': lone }, { chosen: [lone[0]!] })
  expect(getTitles(picked)).toContain('Standing desk amazon')
  expect(getTitles(getSource({ mat, '': lone.slice(0, 3) }))).toHaveLength(4)
})

test('keywords without a topic that name the same thing are a page', () => {
  const pads = ['quiet walking pad', 'folding walking pad', 'walking pad storage']
  const { items } = proposePlan(getSource({ mat, '': [...pads, ...lone] }), 500)
  expect(items.some(({ keywords }) => keywords.length === 3 && keywords.every(({ text }) => pads.includes(text)))).toBe(
    true,
  )
})

test('unrelated keywords without any topic are a page each', () => {
  const texts = ['tax return', 'garden hose', 'guitar strings', 'passport photo', 'bread knife', 'yoga class', 'tent']
  expect(getTitles(getSource({ '': texts }, { seed: null }))).toHaveLength(texts.length)
})

test('the item of keywords without a topic counts among the most items asked for', () => {
  const source = getSource({ mat, converter: ['desk converter', 'best converter'], '': lone })
  expect(getTitles(source, 2)).toEqual(['Standing desk mat', restTitle])
  expect(proposePlan(source, 1).items.map(({ keywords }) => keywords.length)).toEqual([16])
})

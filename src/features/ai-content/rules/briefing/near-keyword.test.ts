import { describe, expect, test } from 'vitest'
import type { BriefingSources } from '#features/reports/rules/briefing-sources.ts'
import { createNearness, narrowSources } from './near-keyword.ts'
import { proposeBriefing } from './propose-briefing.ts'

const keyword = (text: string, type: BriefingSources['keywords'][number]['type'] = 'related') => ({
  ...{ text, type, intent: null, volume: null },
})
const questions = [
  'how to clean a grinder',
  'how much caffeine is in coffee',
  'what is the best coffee grinder',
  'how long does cold brew last',
  'what is the ratio for cold brew coffee',
  'is a french press better than pour over',
  'what is a good coffee to water ratio for cold brew',
  'how to descale a coffee machine',
  'what ratio for french press coffee',
  'how to store coffee beans',
]
const others = [
  ...['coffee', 'coffee beans', 'best coffee beans', 'coffee grinder', 'best coffee grinder', 'burr coffee grinder'],
  ...[
    'coffee near me',
    'best coffee near me',
    'iced coffee',
    'iced coffee recipe',
    'coffee machine',
    'best coffee maker',
  ],
  ...[
    'cold brew coffee',
    'cold brew coffee maker',
    'best cold brew coffee',
    'cold brew concentrate',
    'cold brew at home',
  ],
  ...['cold brew ratio', 'cold brew coffee ratio by weight', 'french press', 'french press coffee', 'pour over coffee'],
  ...['espresso', 'espresso machine', 'decaf coffee', 'coffee caffeine', 'coffee creamer', 'coffee filter', 'latte'],
]
const page = (n: number, title: string, headings: string[]): BriefingSources['pages'][number] => ({
  n,
  url: `https://page${n}.example/`,
  domain: `page${n}.example`,
  title,
  words: 600,
  headings: headings.map((text) => ({ type: 'h2', text })),
  content: headings
    .map((text) => `${text}\n\n${`This part is about ${text.toLowerCase()} and what follows from it. `.repeat(12)}`)
    .join('\n\n'),
  hasFailed: false,
})

const lone = { text: 'best cold brew ratio', texts: [...others, ...questions, 'best cold brew ratio'], shared: {} }
const report: BriefingSources = {
  query: 'coffee',
  language: 'en',
  createdAt: '2026-11-24T00:00:00.000Z',
  topic: null,
  alone: { ...lone, urls: null },
  keywords: [
    ...others.map((text) => keyword(text)),
    ...questions.map((text) => keyword(text, 'question')),
    keyword('best cold brew ratio'),
  ],
  questions: questions.map((text) => ({ text, volume: null })),
  pages: [
    page(1, 'How to make coffee at home', ['Choosing beans', 'How to clean a grinder', 'Cold brew ratio by weight']),
    page(2, 'The best coffee makers', ['Drip machines', 'Best cold brew makers']),
  ],
  topicUrls: null,
}
const texts = (items: readonly { text: string }[]) => items.map(({ text }) => text)

describe('what is near a keyword', () => {
  const { isNear, choose } = createNearness(lone, 'coffee', 'en')
  test('has most of its words, in any order, the best first', () => {
    expect(texts(choose(questions.map((text) => ({ text }))))).toEqual([
      'what is the ratio for cold brew coffee',
      'what is a good coffee to water ratio for cold brew',
    ])
  })
  test.each([
    'how to clean a grinder',
    'how long does cold brew last',
    'what is the best coffee grinder',
    'what ratio for french press coffee',
    'best cold brew coffee',
    'cold brew coffee maker',
  ])('is not “%s”, which has a part of what the keyword names or nothing of it', (text) =>
    expect(isNear(text)).toBe(false),
  )
  test('shares ranking pages with it, whatever its words are', () => {
    const shared = { 'How much coffee per liter of water': 4 }
    const near = createNearness({ ...lone, shared }, 'coffee', 'en')
    expect(near.isNear('how much coffee per liter of water')).toBe(true)
  })
  test('of a keyword with “best” beside the report’s words is what has “best”', () => {
    const near = createNearness({ ...lone, text: 'best coffee' }, 'coffee', 'en')
    expect(near.isNear('best coffee grinder')).toBe(true)
    expect(near.isNear('coffee grinder')).toBe(false)
  })
  test('is the whole report for its own keyword in other words', () => {
    expect(createNearness({ ...lone, text: 'the coffees' }, 'coffee', 'en').isWhole).toBe(true)
  })
  test('works in languages without spaces between words', () => {
    const near = createNearness({ text: '水出しコーヒー 比率', texts: [], shared: {} }, 'コーヒー', 'ja')
    expect(near.isNear('水出しコーヒーの比率')).toBe(true)
    expect(near.isNear('コーヒーミルの掃除')).toBe(false)
  })
})

describe('a briefing about a keyword without a topic', () => {
  test('takes only what is near it, and says how much that is', () => {
    const proposal = proposeBriefing(report, [])
    expect(proposal.keyword).toEqual({
      ...{ text: 'best cold brew ratio', near_keywords: 4, near_questions: 2 },
      ...{ compared_keywords: others.length + questions.length, compared_questions: questions.length },
    })
    expect(texts(proposal.keywords)).toEqual([
      'best cold brew ratio',
      'cold brew ratio',
      'cold brew coffee ratio by weight',
    ])
    expect(texts(proposal.questions)).toEqual([
      'what is the ratio for cold brew coffee',
      'what is a good coffee to water ratio for cold brew',
    ])
    const proposed = JSON.stringify([proposal.titles, proposal.outline, proposal.headings])
    expect(proposed).not.toMatch(/grinder|beans|french|caffeine|makers/i)
    expect(texts(proposal.headings)).toEqual(['Cold brew ratio by weight'])
    expect(proposal.pages.map(({ n }) => n)).toEqual([1])
    expect(proposal.words).toMatchObject({ median: null, reason: 'topic_unknown' })
  })
  test('has the pages that rank for it, where its results are known', () => {
    const proposal = proposeBriefing(
      { ...report, alone: { ...lone, urls: ['https://page2.example/'] }, topicUrls: { 'https://page2.example/': 1 } },
      [],
    )
    expect(proposal.pages_by).toBe('results')
    expect(proposal.pages.map(({ n }) => n)).toEqual([2])
  })
  test('comes from the keyword alone if nothing is near it', () => {
    const text = 'swiss water process'
    const proposal = proposeBriefing(
      { ...report, alone: { ...lone, text, texts: [...lone.texts, text], urls: null } },
      [],
    )
    expect(proposal.keyword).toMatchObject({ text, near_keywords: 0, near_questions: 0 })
    expect(proposal).toMatchObject({ questions: [], outline: [], headings: [], pages: [] })
    expect(texts(proposal.keywords)).toEqual([text])
    expect(texts(proposal.titles)).toEqual(['Swiss water process'])
  })
  test('comes from the whole report for the report’s own keyword', () => {
    const proposal = proposeBriefing({ ...report, alone: { ...lone, text: 'coffee', urls: null } }, [])
    expect(proposal.keyword).toBeNull()
    expect(proposal.questions).toHaveLength(questions.length)
  })
})

const sources = {
  ...{ query: 'coffee', language: 'en', questions, topic: null, topicUrls: null },
  alone: { ...lone, urls: null },
}

test('a writer gets only the questions near the keyword', () => {
  expect(narrowSources(sources, 60).questions).toEqual([
    'what is the ratio for cold brew coffee',
    'what is a good coffee to water ratio for cold brew',
  ])
  expect(narrowSources({ ...sources, alone: null }, 60).questions).toEqual(questions)
})

test('a writer gets the pages that rank for the keyword, and all of them for the report’s own', () => {
  const topicUrls = { 'https://page2.example/': 1 }
  expect(narrowSources({ ...sources, topicUrls }, 60).topicUrls).toEqual(topicUrls)
  const own = { ...sources, topicUrls, alone: { ...lone, text: 'Coffee', urls: Object.keys(topicUrls) } }
  expect(narrowSources(own, 60)).toMatchObject({ questions, topicUrls: null })
  // A topic's pages are its own, whatever its keyword.
  expect(narrowSources({ ...own, topic: {} }, 60).topicUrls).toEqual(topicUrls)
})

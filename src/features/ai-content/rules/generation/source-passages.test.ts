import { expect, test } from 'vitest'
import type { SourcePage } from './generation-context.ts'
import { sampleContext } from './sample-context.test-rows.ts'
import { getPassages, scorePassages, selectPassages } from './source-passages.ts'

const page = (content: string, headings: string[] = []): SourcePage => ({
  n: 1,
  url: 'https://a.example/',
  title: 'A',
  headings: headings.map((text) => ({ type: 'h2', text })),
  content,
})

test('passages have their headings, lists stay together, and a heading repeated in prose is prose', () => {
  const passages = getPassages([
    page(
      'Title\n\nFirst paragraph, long enough to be one.\n\nWhat you need\n\n100 grams of coffee\n\nA jar\n\nTaste\n\nTaste\n\nIt is mild.',
      ['Title', 'What you need', 'Taste'],
    ),
  ])
  expect(passages).toEqual([
    { n: 1, heading: 'Title', text: 'First paragraph, long enough to be one.' },
    { n: 1, heading: 'What you need', text: '100 grams of coffee\nA jar' },
    { n: 1, heading: 'Taste', text: 'Taste\nIt is mild.' },
  ])
})

test('a long paragraph is split between sentences without losing a word', () => {
  const text = Array.from({ length: 60 }, (_, at) => `Sentence number ${at} says something about brewing.`).join(' ')
  const passages = getPassages([page(text)])
  expect(passages.length).toBeGreaterThan(2)
  for (const passage of passages) {
    expect(passage.text.length).toBeLessThanOrEqual(900)
    expect(passage.text).toMatch(/brewing\.$/)
  }
  expect(passages.map((passage) => passage.text).join(' ')).toBe(text)
})

test('a long text without periods is split too', () => {
  const passages = getPassages([page('word '.repeat(2000).trim())])
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(1800)
  expect(
    passages
      .map(({ text }) => text)
      .join(' ')
      .split(' '),
  ).toHaveLength(2000)
})

test('the most relevant passages come first, within the limit', () => {
  const { pages } = sampleContext('cold brew coffee', 'blog_post')
  const passages = getPassages(pages)
  const found = selectPassages(
    passages,
    { heading: 'How long does cold brew last?', keywords: ['cold brew coffee'] },
    3000,
  )
  expect(found[0]!.n).toBe(5)
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(3000)
  expect(selectPassages(passages, { heading: 'Quantum chromodynamics' }, 3000)).toEqual([])
})

test('relevance in Chinese and Japanese is based on character pairs', () => {
  const passages = getPassages([page('冷萃咖啡可以在冰箱里保存七天。\n\n法压壶也可以用来制作。')])
  const scores = scorePassages(passages, { heading: '冷萃咖啡能保存多久？' }, 'zh')
  expect(scores[0]).toBeGreaterThan(scores[1] ?? 0)
})

test('ten pages of 2,000 words are split and scored in a fraction of a second', () => {
  const { pages } = sampleContext('standing desk', 'blog_post')
  const prose = pages.map(({ content }) => content).join('\n\n')
  const words = prose.split(/\s+/).length
  const content = Array.from({ length: Math.ceil(2500 / words) }, () => prose)
    .join('\n\n')
    .split(/(?<=\s)/)
    .slice(0, 2150)
    .join('')
  const long = () => pages.map((one) => ({ ...one, content }))
  const run = () => {
    const started = process.cpuUsage()
    const passages = getPassages(long())
    selectPassages(
      passages,
      { heading: 'How high should a standing desk be?', questions: ['is it good for your back'] },
      6000,
    )
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
  // The fastest of several runs, because the first runs include compilation.
  const best = Math.min(...Array.from({ length: 30 }, run))
  expect(content.split(/\s+/).length).toBeGreaterThan(2000)
  // Takes 12 to 21 ms. A quadratic version took seconds.
  expect(best).toBeLessThan(400)
})

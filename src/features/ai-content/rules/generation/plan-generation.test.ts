import { expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import { getOpening } from './generation-context.ts'
import { getEffectiveOutline, maxStepWords, planContinuation, planSection, planWriting } from './plan-generation.ts'
import { bareContext, sampleContext } from './sample-context.test-rows.ts'

const outline = (text: string): Heading[] =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ type: `h${line.indexOf(' ')}` as Heading['type'], text: line.replace(/^#+ /, '') }))

const total = (steps: { words: number }[]) => steps.reduce((sum, { words }) => sum + words, 0)

test('4,000 words are split into steps that stay below the maximum length', () => {
  for (const headings of ['## A', '## A\n## B\n## C', '## A\n### B\n### C\n#### D\n## E\n### F', '']) {
    const context = bareContext(
      'blog_post',
      'Cold brew',
      { words: 4000 },
      { outline: headings ? outline(headings) : [] },
    )
    const steps = planWriting(context)
    expect(Math.max(...steps.map(({ words }) => words))).toBeLessThanOrEqual(maxStepWords)
    expect(Math.abs(total(steps) - 4000)).toBeLessThan(60)
    expect(steps.map(({ index }) => index)).toEqual(steps.map((_, at) => at))
  }
})

test('each heading is written once, in the order of the outline', () => {
  const given = outline('# The title\n## A\n### A1\n### A2\n## B\n#### B1\n## C')
  for (const words of [900, 2500, 6000]) {
    const steps = planWriting(bareContext('blog_post', 'T', { words }, { outline: given }))
    const headings = steps.flatMap((step) => [
      ...(getOpening(step) ? [step.heading!.text] : []),
      ...(step.part.n === 1 ? step.headings.map(({ text }) => text) : []),
    ])
    expect(headings).toEqual(['A', 'A1', 'A2', 'B', 'B1', 'C'])
    expect(steps[0]!.kind).toBe('intro')
    for (const step of steps) if (step.outlineIndex !== null) expect(given[step.outlineIndex]).toEqual(step.heading)
  }
})

test('an outline that already has an introduction gets no second one', () => {
  const steps = planWriting(bareContext('blog_post', 'T', { words: 800 }, { outline: outline('## Einleitung\n## B') }))
  expect(steps.map(({ kind }) => kind)).toEqual(['section', 'section'])
})

test('questions and passages go to the most relevant section', () => {
  const context = sampleContext(
    'cold brew coffee',
    'blog_post',
    { words: 900 },
    {
      outline: outline('## How long cold brew lasts\n## How much caffeine it has'),
      questions: [
        'how long does cold brew last in the fridge',
        'how much caffeine is in cold brew',
        'what do astronauts eat',
      ],
    },
  )
  const [, lasts, caffeine] = planWriting(context)
  expect(lasts!.questions).toEqual(['how long does cold brew last in the fridge'])
  expect(caffeine!.questions).toEqual(['how much caffeine is in cold brew'])
  expect(lasts!.passages[0]!.n).toBe(5)
  expect(caffeine!.passages[0]!.n).toBe(4)
})

test('a missing outline is built from the report, or from the keywords without one', () => {
  const context = sampleContext('cold brew coffee', 'blog_post')
  const drawn = getEffectiveOutline(context)
  expect(drawn.filter(({ type }) => type === 'h2').length).toBeGreaterThanOrEqual(4)
  expect(new Set(drawn.map(({ text }) => text)).size).toBe(drawn.length)
  expect(getEffectiveOutline(context)).toBe(drawn)
  expect(getEffectiveOutline(bareContext('blog_post', 'Tea', { keywords: ['tea', 'green tea', 'black tea'] }))).toEqual(
    [
      { type: 'h2', text: 'Green tea' },
      { type: 'h2', text: 'Black tea' },
    ],
  )
  expect(planWriting(bareContext('blog_post', 'Tea')).map(({ heading }) => heading)).toEqual([null, null, null, null])
})

test('rewriting a section includes its inner headings, and an inner section is rewritten alone', () => {
  const context = bareContext('blog_post', 'T', { words: 700 }, { outline: outline('## A\n### A1\n### A2\n## B') })
  const whole = planSection(context, 0)
  expect(whole.map(({ heading, headings }) => [heading!.text, headings.length])).toEqual([['A', 2]])
  const inner = planSection(context, 2)
  expect(inner.map(({ heading, headings, outlineIndex }) => [heading!.text, headings.length, outlineIndex])).toEqual([
    ['A2', 0, 2],
  ])
  expect(inner[0]!.words).toBeLessThan(whole[0]!.words)
  expect(planSection(context, 4)).toEqual([])
})

test('an interrupted text continues in its current section, then writes the remaining ones', () => {
  const context = bareContext('blog_post', 'T', { words: 1000 }, { outline: outline('## A\n## B\n## C') })
  const { current, rest } = planContinuation(context, `Intro.\n\n## A\n\nDone.\n\n## B\n\n${'word '.repeat(60)}`)
  expect(current.heading!.text).toBe('B')
  expect(current.words).toBeLessThan(planWriting(context)[2]!.words)
  expect(rest.map(({ heading }) => heading!.text)).toEqual(['C'])
})

test('a template that produces one text has one step', () => {
  const faq = planWriting(sampleContext('cold brew coffee', 'faq'))
  expect(faq).toHaveLength(1)
  expect(faq[0]!.questions.length).toBeGreaterThan(8)
  expect(faq[0]!.passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(14_000)
  expect(planWriting(bareContext('section', 'Storing it'))[0]!.heading).toEqual({ type: 'h2', text: 'Storing it' })
})

import { expect, test } from 'vitest'
import check from './check-thread.ts'
import { compileTarget, scoreText } from './content-score.ts'
import type { SourcePage } from './generation-context.ts'
import { emptyTarget, getTarget } from './score-target.ts'

const paragraph = (topic: string) =>
  `${topic} matters to people who brew at home. Coarse coffee grounds steep in cold water for twelve hours. A mesh strainer holds the grounds back when the concentrate is poured into a jar.`
const pages: SourcePage[] = [1, 2, 3].map((n) => ({
  n,
  url: `https://example.com/${n}`,
  title: `Page ${n}`,
  headings: [
    { type: 'h1', text: 'Cold brew' },
    { type: 'h2', text: 'The right ratio' },
    { type: 'h2', text: n === 1 ? 'How to filter' : 'Filter cold brew' },
  ],
  content: [
    'Cold brew',
    paragraph('The ratio'),
    'The right ratio',
    paragraph('Patience'),
    paragraph(`Grinder number ${n}`),
  ].join('\n\n'),
}))
const target = getTarget({
  language: 'en',
  keywords: ['cold brew'],
  terms: [
    { term: 'coarse grounds', weight: 1, pages: 3 },
    { term: 'mesh strainer', weight: 0.8, pages: 3 },
    { term: 'concentrate', weight: 0.6, pages: 2 },
  ],
  questions: ['how long does cold brew last', 'what ratio is best for cold brew'],
  pages,
})
const compiled = compileTarget(target)
const getPart = (text: string, id: string) => scoreText(text, compiled).parts.find((part) => part.id === id)!

test('terms count by their forms, and the strongest missing ones are named first', () => {
  const part = getPart('Use coarse ground coffee and a good mesh strainer.', 'terms')
  expect(part.figure).toBe('2 of 3')
  expect(part.missing).toEqual(['concentrate'])
  expect(part.value).toBe(Math.round((100 * 1.8) / 2.4))
})

test('a question is answered by a heading or by one paragraph that speaks of all it asks', () => {
  expect(getPart('## How long it lasts\n\nA week.', 'questions').missing).toEqual(['what ratio is best for cold brew'])
  expect(getPart('The ratio is best at one to eight.', 'questions').missing).toEqual(['how long does cold brew last'])
  expect(getPart('The ratio is nice.\n\nThe best is one to eight.', 'questions').figure).toBe('0 of 2')
})

test('headings several pages share are looked for, and named when they are missing', () => {
  expect(getPart('## The right ratio\n\nText.', 'headings').missing.length).toBeLessThan(
    getPart('Text.', 'headings').missing.length,
  )
})

test('repeating the pages adds nothing; saying what none says does', () => {
  const same = getPart(paragraph('The ratio'), 'originality')
  const own = getPart(
    `${paragraph('The ratio')}\n\nOur tasting panel of bartenders preferred Ethiopian beans over Sumatran ones in August.`,
    'originality',
  )
  expect(same.value).toBe(0)
  expect(same.figure).toBe('0%')
  expect(own.value).toBeGreaterThan(50)
  expect(own.note).toBe('1 passage isn’t covered by any of the 3 ranking pages.')
})

test('a better text scores higher in all, and an empty one scores nothing', () => {
  const thin = 'Cold brew is nice.'
  const full = `# Cold brew\n\n## The right ratio\n\n${paragraph('The best ratio')}[^1]\n\n## Filter cold brew\n\n${paragraph('Patience')}[^2]\n\n## How long does it last\n\nIt lasts a week.[^3]`
  expect(scoreText(full, compiled).total).toBeGreaterThan(scoreText(thin, compiled).total + 30)
  expect(scoreText('', compiled).total).toBe(0)
})

test('without a report there is no comparison, and the parts say so', () => {
  const { parts, total } = scoreText('Some text about tea.', compileTarget(emptyTarget('en', ['green tea'])))
  expect(parts.filter(({ value }) => value !== null).map(({ id }) => id)).toEqual(['terms', 'links'])
  expect(parts.find(({ id }) => id === 'length')!.note).toContain('No ranking pages')
  expect(total).toBeGreaterThanOrEqual(0)
})

test('weights of the parts that count are one together', () => {
  for (const text of ['Short.', paragraph('x')]) {
    const sum = scoreText(text, compiled).parts.reduce((all, part) => all + part.weight, 0)
    expect(sum).toBeGreaterThan(0.97)
    expect(sum).toBeLessThan(1.03)
  }
})

test('the target says what the pages themselves score', () => {
  const { target, result } = check({
    language: 'en',
    keywords: ['cold brew'],
    sources: { terms: [{ term: 'concentrate', weight: 1, pages: 3 }], questions: [], pages },
    text: null,
  })
  expect(result).toBeNull()
  expect(target.ranking!.low).toBeGreaterThan(0)
  expect(target.ranking!.high).toBeGreaterThanOrEqual(target.ranking!.low)
})

import { describe, expect, test } from 'vitest'
import check from '../../checks/check-thread.ts'
import type { SourcePage } from '../generation/generation-context.ts'
import { compileTarget } from './compile-target.ts'
import { scoreText } from './content-score.ts'
import { readCountedText } from './counted-text.ts'
import { createRandom, gamedKinds, getScorePairs } from './gamed-texts.test-rows.ts'
import { emptyTarget, getTarget } from './score-target.ts'
import { getTermUses } from './term-uses.ts'

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

test('terms match in all their inflections, and the strongest missing ones are listed first', () => {
  const part = getPart('Use coarse ground coffee and a good mesh strainer.', 'terms')
  expect(part.figure).toBe('2 of 3')
  expect(part.missing).toEqual(['concentrate'])
  expect(part.value).toBe(Math.round((100 * 1.8) / 2.4))
})

test('a question is answered by enough text below its heading, or by one paragraph with all its terms', () => {
  const answer =
    'Cold brew lasts a week in the refrigerator if the concentrate is kept in a closed jar. Coarse grounds left in it make it bitter sooner, so a mesh strainer pays off.'
  const ratio = 'what ratio is best for cold brew'
  expect(getPart(`## How long it lasts\n\n${answer}`, 'questions').missing).toEqual([ratio])
  expect(getPart('## How long it lasts\n\nA week.', 'questions').figure).toBe('0 of 2')
  expect(getPart('## How long it lasts\n\n## What ratio is best', 'questions').figure).toBe('0 of 2')
  expect(getPart(`## How long it lasts\n\n${paragraph('Patience')}`, 'questions').figure).toBe('0 of 2')
  const inText = 'The ratio of grounds to water that is best for a concentrate is one to eight by weight.'
  expect(getPart(inText, 'questions').missing).toEqual(['how long does cold brew last'])
  expect(getPart('What ratio is best for cold brew? How long does cold brew last?', 'questions').figure).toBe('0 of 2')
  expect(getPart('The ratio is nice.\n\nThe best is one to eight.', 'questions').figure).toBe('0 of 2')
})

test('headings shared by several pages that are missing from the text are listed, empty headings too', () => {
  const open = getPart('Text.', 'headings').missing.length
  expect(getPart(`## The right ratio\n\n${paragraph('The ratio')}`, 'headings').missing.length).toBeLessThan(open)
  expect(getPart('## The right ratio\n\nText.', 'headings').missing.length).toBe(open)
})

test('repeating the pages adds no originality, and a new passage does', () => {
  const same = getPart(paragraph('The ratio'), 'originality')
  const own = getPart(
    `${paragraph('The ratio')}\n\nOur tasting panel of bartenders preferred concentrate from Ethiopian beans over Sumatran ones in August.`,
    'originality',
  )
  expect(same.value).toBe(0)
  expect(same.figure).toBe('0%')
  expect(own.value).toBeGreaterThan(50)
  expect(own.note).toBe('1 sentence has a figure or name that none of the 3 ranking pages has.')
  expect(own.found).toEqual([expect.stringMatching(/^Our tasting panel .* \(a name\)$/)])
  const unrelated = `${paragraph('The ratio')}\n\nOur three cats Tom, Ada and Max slept on the sofa for 14 hours on Sunday, as they always do.`
  expect(getPart(unrelated, 'originality').value).toBe(0)
})

test('a better text scores higher in total, and an empty text scores 0', () => {
  const thin = 'Cold brew is nice.'
  const full = `# Cold brew\n\n## The right ratio\n\n${paragraph('The best ratio')}[^1]\n\n## Filter cold brew\n\n${paragraph('Patience')}[^2]\n\n## How long does it last\n\nCold brew lasts a week in a closed jar.[^3] Left with the coarse grounds it turns bitter in two days, which is why the concentrate is strained first.`
  expect(scoreText(full, compiled).total).toBeGreaterThan(scoreText(thin, compiled).total + 30)
  expect(scoreText('', compiled).total).toBe(0)
})

test('without a report, the comparison parts have no value and say why', () => {
  const { parts, total } = scoreText('Some text about tea.', compileTarget(emptyTarget('en', ['green tea'])))
  expect(parts.filter(({ value }) => value !== null).map(({ id }) => id)).toEqual(['relevance', 'terms', 'links'])
  expect(parts.find(({ id }) => id === 'length')!.note).toContain('No ranking pages')
  expect(total).toBeGreaterThanOrEqual(0)
})

test('the weights of the counted parts add up to 1', () => {
  for (const text of ['Short.', paragraph('x')]) {
    const sum = scoreText(text, compiled).parts.reduce((all, part) => all + part.weight, 0)
    expect(sum).toBeGreaterThan(0.97)
    expect(sum).toBeLessThan(1.03)
  }
})

test('the target includes the scores of the ranking pages', () => {
  const { target, result } = check({
    language: 'en',
    keywords: ['cold brew'],
    sources: {
      ...{ query: 'cold brew', language: 'en', topic: null, topicUrls: null, alone: null, pages },
      ...{ terms: [{ term: 'concentrate', weight: 1, pages: 3 }], questions: [] },
    },
    maxQuestions: 60,
    ownPages: null,
    text: null,
  })
  expect(result).toBeNull()
  expect(target.ranking!.low).toBeGreaterThan(0)
  expect(target.ranking!.high).toBeGreaterThanOrEqual(target.ranking!.low)
})

test('a text about a keyword alone has to answer the questions near it, up to a number', () => {
  const questions = ['how long does cold brew last', 'what is the ratio for cold brew', 'which cold brew ratio is best']
  const getQuestions = (maxQuestions: number) =>
    check({
      language: 'en',
      keywords: ['cold brew ratio'],
      sources: {
        ...{ query: 'cold brew', language: 'en', topic: null, topicUrls: null, pages, terms: [], questions },
        alone: { text: 'cold brew ratio', texts: questions, urls: null, shared: {} },
      },
      maxQuestions,
      ownPages: null,
      text: null,
    }).target.questions
  expect(getQuestions(60)).toEqual(questions.slice(1))
  expect(getQuestions(1)).toEqual(questions.slice(1, 2))
})

test('what doesn’t count is listed with its reason', () => {
  const text = `${paragraph('The ratio')}\n\n${paragraph('The ratio')}\n\nCoarse grounds, mesh strainer, concentrate.\n\n- [Read more](https://a.example)\n\n## Empty`
  const { found, value } = getPart(text, 'relevance')
  for (const reason of ['repeated', 'a list of terms', 'only a link'])
    expect(found!.some((line) => line.endsWith(`(${reason})`))).toBe(true)
  expect(value).toBeLessThan(60)
  expect(getPart(paragraph('The ratio'), 'relevance').value).toBeGreaterThan(90)
})

test('terms are listed with their uses, in headings too, and the range of ranking pages', () => {
  const text = readCountedText('## The concentrate\n\nThe concentrate keeps. A mesh strainer helps.', compiled)
  expect(getTermUses(text, compiled)).toEqual([
    { term: 'coarse grounds', count: 0, inHeadings: 0, low: 1, high: 1, state: 'missing' },
    { term: 'mesh strainer', count: 1, inHeadings: 0, low: 3, high: 3, state: 'used' },
    { term: 'concentrate', count: 2, inHeadings: 1, low: 3, high: 3, state: 'used' },
  ])
})

describe('a good text scores more than the same text', () => {
  const pairs = getScorePairs(createRandom(1), 2).map(({ target, ...pair }) => {
    const compiled = compileTarget(target)
    return { ...pair, good: scoreText(pair.good, compiled).total, gamed: scoreText(pair.gamed, compiled).total }
  })
  // Text on a related topic is hard to tell, sentences in another order a little.
  const lostShare: Record<string, number> = { 'another topic added': 0.4, 'sentences shuffled': 0.1 }
  test.each(gamedKinds)('with: %s', (kind) => {
    const own = pairs.filter((pair) => pair.kind === kind)
    const lost = own.filter(({ good, gamed }) => good <= gamed)
    expect(own.length).toBeGreaterThan(20)
    expect(lost.length / own.length).toBeLessThanOrEqual(lostShare[kind] ?? 0.05)
  })
  test('in 97 of 100 cases', () => {
    expect(pairs.filter(({ good, gamed }) => good > gamed).length / pairs.length).toBeGreaterThanOrEqual(0.97)
  })
  test('and a term in every sentence is named as the reason', () => {
    const { target, gamed } = getScorePairs(createRandom(1), 4).find(({ kind }) => kind === 'terms in sentences')!
    const [relevance] = scoreText(gamed, compileTarget(target)).parts
    expect(relevance!.note).toMatch(/Nearly every sentence has a term/)
  })
  test('and a word salad with every question as a heading scores next to nothing', () => {
    for (const { gamed } of pairs.filter(({ kind }) => kind === 'word salad')) expect(gamed).toBeLessThan(10)
  })
})

test.each([
  ['tr', 'istanbul otel', 'İSTANBUL OTELLERİ'],
  ['tr', 'İSTANBUL OTEL', 'istanbul otel'],
  ['tr', 'ışık', 'IŞIK'],
  ['tr', 'Isparta gülü', 'ısparta gülü'],
  ['de', 'straße', 'STRASSE'],
  ['de', 'fußmatte', 'Fussmatte'],
  ['el', 'καφές', 'ΚΑΦΕΣ'],
  ['fa', 'خرید گوشی', 'خريد گوشي'],
  ['ar', 'قهوة', 'قَهْوَة'],
  ['ja', 'SEO', 'ＳＥＯ'],
  ['ja', 'ガラス', 'ｶﾞﾗｽ'],
  ['fa', 'گوشی ۱۵', 'گوشی 15'],
  ['vi', 'cà phê'.normalize('NFD'), 'cà phê'.normalize('NFC')],
])('%s: the term “%s” is covered by “%s”', (language, term, text) => {
  const read = compileTarget(emptyTarget(language, [term]))
  const part = scoreText(`# ${text}\n\n${text}.`, read).parts.find(({ id }) => id === 'terms')!
  expect(part.figure).toBe('1 of 1')
  expect(part.missing).toEqual([])
})

test('in Turkish, ı and i are different words', () => {
  const read = compileTarget(emptyTarget('tr', ['kıl']))
  expect(scoreText('kil.', read).parts.find(({ id }) => id === 'terms')!.figure).toBe('0 of 1')
})

import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { type TemplateName, templateNames } from '../../contract.ts'
import { createSectionStream } from '../generation/citations/citation-stream.ts'
import { getOpening, type WritingContext } from '../generation/generation-context.ts'
import { planWriting } from '../generation/plan-generation.ts'
import { bareContext, sampleContext } from '../generation/sample-context.test-rows.ts'
import { countWords } from '../markdown-text.ts'
import { liftable } from '../scoring/quotable-sentences.ts'
import { splitSentences } from '../scoring/text-sentences.ts'
import { getSourceShares } from '../source-shares.ts'
import { templates } from '../templates/templates.ts'
import { builtinEdit, builtinWrite, getDraftNote } from './builtin-writer.ts'

const topics = ['cold brew coffee', 'standing desk', 'sourdough starter', 'electric bikes', 'home composting']

/** Runs the writer's output through the citation stream, as a document does. */
function written(context: WritingContext) {
  const { pages } = context
  const parts = planWriting(context).map((step) => {
    const stream = createSectionStream({ pages, heading: step.heading, kind: step.kind })
    const pieces = [...builtinWrite(context, step)].map((piece) => stream.push(piece))
    const all = [...pieces, stream.end()]
    return {
      text: getOpening(step) + all.map(({ text }) => text).join(''),
      citations: all.flatMap(({ citations }) => citations),
    }
  })
  return { text: parts.map(({ text }) => text).join('\n\n'), citations: parts.flatMap(({ citations }) => citations) }
}

/** The quotations of a text, with the page each cites. Page texts have their own quotation marks as single ones. */
const getQuotes = (text: string) =>
  [...text.matchAll(/“([^”]+)”\[\^(\d+)\]/g)].map(([, quote, n]) => ({ quote: quote!, n: Number(n) }))
const withSingleQuotes = (content: string) => content.replace(/["“”]/g, "'").replace(/[‘’]/g, "'")

test.each(topics)(
  'a draft about %s quotes pages with their site, says its length and takes little from each',
  (topic) => {
    const context = sampleContext(topic, 'blog_post', { keywords: [topic] })
    const started = process.cpuUsage()
    const { text, citations } = written(context)
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1000).toBeLessThan(2000)
    const contents = new Map(context.pages.map(({ n, content }) => [n, withSingleQuotes(content)]))
    const quotes = getQuotes(text)
    expect(quotes.length).toBeGreaterThan(20)
    for (const { quote, n } of quotes) expect(contents.get(n)).toContain(withSingleQuotes(quote))
    expect(new Set(quotes.map(({ quote }) => quote)).size).toBe(quotes.length)
    // Outside headings, quotations, sites and labels there is nothing.
    const rest = text
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .replace(/“[^”]+”\[\^\d+\]/g, '')
      .replace(/[\w.]+\.example(?: \([^)]+\))?:/g, '')
    expect(rest.replace(/[\s\d.-]/g, '')).toBe('')
    expect(Math.max(...getSourceShares(text).values())).toBeLessThan(0.3)
    expect(new Set(citations.map(({ n }) => n))).toEqual(new Set(quotes.map(({ n }) => n)))
    for (const { n, url, quote } of citations) {
      expect(context.pages[n - 1]!.content).toContain(quote)
      expect(url).toBe(context.pages[n - 1]!.url)
    }
    expect(getDraftNote(context, text)).toMatch(
      /Sourced research draft: (?:shorter than the [\d,]+ words|every sentence is quoted)/,
    )
  },
)

test('a draft shorter than asked for says so', () => {
  const context = sampleContext('standing desk', 'blog_post', { words: 9000 })
  expect(getDraftNote(context, written(context).text)).toMatch(/shorter than the 9,000 words asked for/)
})

test('an article named after its main question answers it in its first section', () => {
  const context = sampleContext(
    'cold brew coffee',
    'blog_post',
    { keywords: ['cold brew coffee'] },
    { title: 'how long does cold brew last' },
  )
  const { text } = written(context)
  expect(text).toMatch(/## How long does cold brew last\?\n\n[\w.]+: “Plain cold brew keeps for about seven days/)
})

test('raw searches become headings, and others stay as they are', () => {
  const outline = ['do i need an hsa for a desk', 'motor vs crank', 'iPhone desk Stand', 'Setup'].map((text) => ({
    type: 'h2' as const,
    text,
  }))
  const context = sampleContext('standing desk', 'blog_post', {}, { outline })
  const headings = planWriting(context).flatMap(({ heading }) => (heading ? [heading.text] : []))
  expect(headings).toEqual(['Do I need an HSA for a desk?', 'Motor vs. crank', 'iPhone desk Stand', 'Setup'])
})

test('FAQ answers answer, and two questions with one answer are merged', () => {
  const questions = [
    'how long does cold brew last',
    'how long is cold brew good for in the fridge',
    'who invented cold brew',
  ]
  const { text } = written(sampleContext('cold brew coffee', 'faq', { keywords: ['cold brew coffee'] }, { questions }))
  expect(text).toMatch(/^### How long does cold brew last\?\n\n[\w.]+: “Plain cold brew keeps for about seven days/)
  expect(text.match(/“Plain cold brew keeps/g)).toHaveLength(1)
  expect(text).not.toContain('invented')
})

const sources: [TemplateName, RegExp][] = [
  ['outline', /^## /],
  ['intro', /”\[\^\d+\]$/],
  ['section', /^## cold brew coffee\n\n/i],
  ['faq', /^### .+\?\n\n.+\[\^\d+\]/],
  ['meta', /^\*\*Title:\*\* Cold brew coffee\n\*\*Description:\*\* Cold brew coffee: How .+\?$/],
  ['brief', /## Facts with their sources\n\n- .+\[\^\d+\]/],
  ['product_description', /\[\^\d+\]/],
  ['summary', /\[\^\d+\]$/],
  ['social_post', /^How .+\? “.+” \([\w.]+\.example\)/],
  ['email', /^\*\*Subject:\*\* .+\n\n/],
  ['ad_copy', /^## Headlines\n\n- /],
  ['video_script', /^## 0:00 /],
]

test.each(sources)('%s from a report passes its template’s checks and cites its sources', (template, shape) => {
  const context = sampleContext('cold brew coffee', template, { keywords: ['cold brew'] })
  const { text } = written(context)
  expect(text).toMatch(shape)
  expect(templates[template].check(text, context)).toEqual([])
  if (template === 'outline') return
  const contents = new Map(context.pages.map(({ n, content }) => [n, withSingleQuotes(content)]))
  for (const { quote, n } of getQuotes(text)) expect(contents.get(n)).toContain(withSingleQuotes(quote))
  const isMarked = !['meta', 'social_post', 'email', 'ad_copy'].includes(template)
  expect(/\[\^\d+\]/.test(text)).toBe(isMarked)
})

test.each(templateNames)(
  '%s without a report says that it has no sources and uses only the words it was given',
  (template) => {
    const text = 'The pitcher holds 1.2 litres. It is made of glass.'
    const context = bareContext(template, 'Glass pitcher', { keywords: ['glass pitcher', 'cold brew jar'], text })
    const made = written(context).text
    expect(made.trim()).not.toBe('')
    expect(made).not.toContain('[^')
    const given = new Set(`${text} glass pitcher cold brew jar`.toLowerCase().match(/\p{L}+/gu))
    const fixed = made
      .split('\n')
      .filter((line) => !line.startsWith('> '))
      .join('\n')
      .replace(
        /\*\*(?:Title|Description|Subject):\*\*|## (?:Headlines|Descriptions|Aim|Outline)|On screen:|\d:\d\d/g,
        '',
      )
    for (const word of fixed.toLowerCase().match(/\p{L}+/gu) ?? [])
      expect(given).toContain(word.replace(/^glasspitcher$|^coldbrewjar$/, 'glass'))
    const bare = written(bareContext(template, 'Glass pitcher')).text
    if (!['outline', 'product_description', 'rewrite', 'meta', 'summary'].includes(template))
      expect(bare).toContain('> There’s no report')
  },
)

test('a section without relevant passages says so', () => {
  const context = sampleContext(
    'cold brew coffee',
    'blog_post',
    {},
    { outline: [{ type: 'h2', text: 'Quantum chromodynamics' }] },
  )
  expect(written(context).text).toContain('## Quantum chromodynamics\n\n> No page of the report answers this')
})

test.each([
  ['It keeps for seven days in the fridge.', 'follows'],
  ['However, milk shortens the life of it.', 'follows'],
  ['Cold brew keeps for seven days in the fridge.', 'alone'],
  ['We tested twelve pitchers over a whole month.', 'never'],
  ['As mentioned above, cold brew keeps for seven days.', 'never'],
  ['Subscribe to the newsletter for more about coffee.', 'never'],
  ['Is cold brew really less acidic than coffee?', 'never'],
  ['100 grams of coarsely ground coffee', 'never'],
  ['Grind (coarsely the coffee for a French press.', 'never'],
])('%j can be quoted: %s', (sentence, expected) => {
  expect(liftable(sentence, 'en')).toBe(expected)
})

test('back-references are recognized in other languages', () => {
  expect(liftable('Dadurch wird der Kaffee sehr mild und süß.', 'de')).toBe('follows')
  expect(liftable('Wir haben zwölf Kannen einen Monat getestet.', 'de')).toBe('never')
  expect(liftable('Kalter Kaffee hält sich im Kühlschrank sieben Tage.', 'de')).toBe('alone')
  expect(liftable('冷萃咖啡可以在冰箱里保存七天。', 'zh')).toBe('alone')
})

test('edits without a model keep facts and Markdown, and edits that need a model fail', () => {
  expect(builtinEdit('rewrite', 'In order to brew it, utilize 100 grams “in order to” win.[^2]')).toBe(
    'To brew it, use 100 grams “in order to” win.[^2]',
  )
  const list = '## Heading in order to\n\n- In order to win, play.\n- Rest.'
  expect(builtinEdit('rewrite', list)).toBe('## Heading in order to\n\n- To win, play.\n- Rest.')
  const long =
    'Cold brew keeps seven days in the fridge.[^5] Milk shortens the life of cold brew to two days.[^5] The jar is blue. A lid helps cold brew keep its aroma in the fridge.[^1]'
  const short = builtinEdit('shorten', long)
  expect(countWords(short)).toBeLessThanOrEqual(Math.ceil(countWords(long) * 0.55))
  for (const sentence of splitSentences(short)) expect(long).toContain(sentence)
  for (const action of ['expand', 'translate', 'sentence'] as const) {
    expect(() => builtinEdit(action, 'A text.')).toThrow(AppError)
    expect(() => builtinEdit(action, 'A text.')).toThrow(/needs an AI model/)
  }
  expect(() => builtinEdit('rewrite', 'Nothing to change.')).toThrow(/found nothing to simplify/)
})

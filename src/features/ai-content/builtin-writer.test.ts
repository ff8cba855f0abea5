import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { builtinEdit, builtinWrite } from './builtin-writer.ts'
import { createSectionStream } from './citation-stream.ts'
import { type TemplateName, templateNames } from './contract.ts'
import { getOpening, type WritingContext } from './generation-context.ts'
import { countWords, plainText } from './markdown-text.ts'
import { planWriting } from './plan-generation.ts'
import { liftable } from './quotable-sentences.ts'
import { bareContext, sampleContext } from './sample-context.test-rows.ts'
import { templates } from './templates.ts'
import { splitSentences } from './text-sentences.ts'

const topics = ['cold brew coffee', 'standing desk', 'sourdough starter', 'electric bikes', 'home composting']

/** Runs the writer's output through the citation stream, as a document does. */
function written(context: WritingContext) {
  const { pages } = context
  const parts = planWriting(context).map((step) => {
    const stream = createSectionStream({ pages, passages: step.passages, heading: step.heading, kind: step.kind })
    const pieces = [...builtinWrite(context, step)].map((piece) => stream.push(piece))
    const all = [...pieces, stream.end()]
    return {
      text: getOpening(step) + all.map(({ text }) => text).join(''),
      citations: all.flatMap(({ citations }) => citations),
    }
  })
  return { text: parts.map(({ text }) => text).join('\n\n'), citations: parts.flatMap(({ citations }) => citations) }
}

const proseLines = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:#{1,6} |> |\*[^*]+\*$|- |\*\*)/.test(line))

/** Splits sentences independently of the code under test. */
const plainSentences = (line: string) => line.split(/(?<=[.!?](?:\[\^\d+\])*)\s+/)

test.each(topics)('a cited draft of at least 1,200 words about %s, no sentence without its source', (topic) => {
  const context = sampleContext(topic, 'blog_post', { keywords: [topic] })
  const started = process.cpuUsage()
  const { text, citations } = written(context)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(2000)
  expect(countWords(text)).toBeGreaterThanOrEqual(1200)
  const contents = new Map(context.pages.map(({ n, content }) => [n, content]))
  let sentences = 0
  for (const line of proseLines(text)) {
    for (const sentence of plainSentences(line)) {
      const found = /^(.+[.])\[\^(\d+)\]$/.exec(sentence)
      expect(found, sentence).not.toBeNull()
      expect(contents.get(Number(found![2]))).toContain(found![1])
      sentences++
    }
  }
  expect(sentences).toBeGreaterThan(50)
  expect(text).not.toContain('\n> ')
  const cited = new Set([...text.matchAll(/\[\^(\d+)\]/g)].map((match) => Number(match[1])))
  expect(new Set(citations.map(({ n }) => n))).toEqual(cited)
  for (const { n, url, quote } of citations) {
    expect(contents.get(n)).toContain(quote)
    expect(text).toContain(`${quote}[^${n}]`)
    expect(url).toBe(context.pages[n - 1]!.url)
  }
})

test('no sentence is said twice', () => {
  const { text } = written(sampleContext('standing desk', 'blog_post', { words: 3000 }))
  const sentences = proseLines(text).flatMap(plainSentences)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(templates.blog_post.check(text, { briefing: { words: null } as never })).toEqual([])
})

const sources: [TemplateName, RegExp][] = [
  ['outline', /^## /],
  ['intro', /\[\^\d+\]$/],
  ['section', /^## cold brew coffee\n\n/],
  ['faq', /^### .+\?\n\n.+\[\^\d+\]/],
  ['meta', /^\*\*Title:\*\* Cold brew coffee\n\*\*Description:\*\* .+\[\^\d+\]$/],
  ['brief', /## Facts with their sources\n\n- .+\[\^\d+\]/],
  ['product_description', /\[\^\d+\]/],
  ['summary', /\[\^\d+\]$/],
  ['social_post', /\[\^\d+\]/],
  ['email', /^\*\*Subject:\*\* .+\n\n/],
  ['ad_copy', /^## Headlines\n\n- /],
  ['video_script', /^## 0:00 /],
]

test.each(sources)('%s from a report passes its own checks and cites what it takes', (template, shape) => {
  const context = sampleContext('cold brew coffee', template, { keywords: ['cold brew'] })
  const { text } = written(context)
  expect(text).toMatch(shape)
  expect(templates[template].check(text, context)).toEqual([])
  if (template === 'outline') return
  const contents = new Map(context.pages.map(({ n, content, title }) => [n, `${title}\n${content}`]))
  let cited = 0
  for (const line of text.split('\n')) {
    if (/^(?:#|\*[^*]|\*\*(?:Title|Subject))/.test(line)) continue
    for (const sentence of splitSentences(line.replace(/^(?:- |\*\*[^*]+\*\* )+/, ''))) {
      const n = /\[\^(\d+)\]$/.exec(sentence)?.[1]
      if (n === undefined) continue
      expect(contents.get(Number(n))).toContain(plainText(sentence.replace(/^\[([^\]]*)\]\([^)]*\)/, '$1')))
      cited++
    }
  }
  expect(cited).toBeGreaterThan(0)
})

test.each(templateNames)(
  '%s without a report says what has no source, and holds only what the person gave',
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
      expect(bare).toContain('> No report was chosen')
  },
)

test('a section nothing bears on says so', () => {
  const context = sampleContext(
    'cold brew coffee',
    'blog_post',
    {},
    { outline: [{ type: 'h2', text: 'Quantum chromodynamics' }] },
  )
  expect(written(context).text).toContain('## Quantum chromodynamics\n\n> No page of the report says enough about this')
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
])('%j is lifted: %s', (sentence, expected) => {
  expect(liftable(sentence, 'en')).toBe(expected)
})

test('other languages have their own words that point back', () => {
  expect(liftable('Dadurch wird der Kaffee sehr mild und süß.', 'de')).toBe('follows')
  expect(liftable('Wir haben zwölf Kannen einen Monat getestet.', 'de')).toBe('never')
  expect(liftable('Kalter Kaffee hält sich im Kühlschrank sieben Tage.', 'de')).toBe('alone')
  expect(liftable('冷萃咖啡可以在冰箱里保存七天。', 'zh')).toBe('alone')
})

test('edits without a model keep facts and Markdown; what only a model can do is refused', () => {
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

import { describe, expect, test } from 'vitest'
import { createContinuationReader, isInFence, joinContinuation } from './join-continuation.ts'

const joined = (before: string, continuation: string) => {
  const { gap, text } = joinContinuation(before, continuation)
  return before + gap + text
}

test.each([
  // Words.
  ['First this and', 'then that.', 'First this and then that.'],
  ['First this and', ' then that.', 'First this and then that.'],
  ['First this and ', 'then that.', 'First this and then that.'],
  ['First this and ', ' then that.', 'First this and then that.'],
  ['It ends.', 'A new one.', 'It ends. A new one.'],
  ['Es kostet', 'über 5 €.', 'Es kostet über 5 €.'],
  ['물을', '붓는다', '물을 붓는다'],
  // Repeated words, and a word that was cut.
  ['First this and', 'and then that.', 'First this and then that.'],
  ['It soaks for twelve hours in the', 'twelve hours in the fridge.', 'It soaks for twelve hours in the fridge.'],
  ['trade that is inter', 'international by law', 'trade that is international by law'],
  ['sold in', 'international markets', 'sold in international markets'],
  ['we can', 'cancel it', 'we can cancel it'],
  // Punctuation.
  ['water', ', ice', 'water, ice'],
  ['water', '. Then ice', 'water. Then ice'],
  ['The dog', '’s bowl', 'The dog’s bowl'],
  ['(cold', ') water', '(cold) water'],
  ['water (', 'cold)', 'water (cold)'],
  ['water', '(cold)', 'water (cold)'],
  ['She said “', 'yes”', 'She said “yes”'],
  ['She said "', 'yes"', 'She said "yes"'],
  ['She said "yes', '" and left', 'She said "yes" and left'],
  ['She said "yes"', 'and left', 'She said "yes" and left'],
  ['Sie sagt „ja', '“ und geht', 'Sie sagt „ja“ und geht'],
  ['Sie sagt „ja“', 'und geht', 'Sie sagt „ja“ und geht'],
  ['It costs 1,', '000 dollars', 'It costs 1,000 dollars'],
  ['It costs 20', '.50 dollars', 'It costs 20.50 dollars'],
  ['in 20', '26 it', 'in 2026 it'],
  ['a well-', 'known one', 'a well-known one'],
  ['water -', 'or ice', 'water - or ice'],
  // Languages without spaces.
  ['冷萃咖啡', '需要时间。', '冷萃咖啡需要时间。'],
  ['冷萃咖啡。', '需要时间。', '冷萃咖啡。需要时间。'],
  ['コーヒー', 'を淹れる', 'コーヒーを淹れる'],
  ['กาแฟ', 'สกัดเย็น', 'กาแฟสกัดเย็น'],
  // Markdown.
  ['- one', '- two', '- one\n- two'],
  ['- one', 'thing', '- one thing'],
  ['1. one.', '2. two.', '1. one.\n2. two.'],
  ['You need:', '- water', 'You need:\n\n- water'],
  ['It ends.', '## Next', 'It ends.\n\n## Next'],
  ['It ends.', '\n\nNext', 'It ends.\n\nNext'],
  ['It ends.\n', '\nNext', 'It ends.\n\nNext'],
  ['- one\n', '  - inner', '- one\n  - inner'],
  ['```js\nif (a) {\n', '  b()', '```js\nif (a) {\n  b()'],
  ['| a | b |', '| 1 | 2 |', '| a | b |\n| 1 | 2 |'],
  ['> quoted', '> more', '> quoted\n> more'],
  ['It ends.', '```js\nx', 'It ends.\n\n```js\nx'],
  ['```js\nconst', 'value = 1', '```js\nconst value = 1'],
  ['```js\nfoo.', 'bar()', '```js\nfoo.bar()'],
  ['```js\nif (a) {', '\n  b()', '```js\nif (a) {\n  b()'],
  ['Use `npm', 'start` now', 'Use `npm start` now'],
  ['Use `a.', 'b` now', 'Use `a.b` now'],
  ['This is **very', '** cold', 'This is **very** cold'],
  ['This is **', 'very** cold', 'This is **very** cold'],
  ['This is **very**', 'cold', 'This is **very** cold'],
  ['This is', '**very** cold', 'This is **very** cold'],
  ['[a link]', '(https://example.com)', '[a link](https://example.com)'],
  ['in a week.', '[^3] Then', 'in a week.[^3] Then'],
  ['## How to', 'brew coffee', '## How to brew coffee'],
  ['## Brewing', 'Take cold water.', '## Brewing\n\nTake cold water.'],
  // Empty text before.
  ['', ' Then', 'Then'],
])('joins %j and %j', (before, continuation, whole) => {
  expect(joined(before, continuation)).toBe(whole)
})

const texts = [
  'Cold brew takes twelve hours, more or less. “Longer is better,” some say (they are wrong); 1,500 tests in 2024 say so.',
  'Der Kaffee zieht zwölf Stunden – und „länger“ hilft nicht: Er wird bitter, sagt Frau Müller-Lüdenscheidt.',
  'Le café infuse douze heures. C’est long, mais l’attente en vaut la peine, dit-on à Paris.',
  'Cold brew takes **twelve hours** in a `glass jar` and *not* less, see [the test](https://example.com/a).[^1] Then it keeps.',
]

describe('a text cut at any space is restored', () => {
  test.each(texts)('%s', (text) => {
    for (const { index } of text.matchAll(/ /g)) {
      const [before, after] = [text.slice(0, index), text.slice(index + 1)]
      // With a space before, after, both or neither.
      for (const [a, b] of [
        [before, after],
        [`${before} `, after],
        [before, ` ${after}`],
        [`${before} `, ` ${after}`],
      ] as const)
        expect(joined(a, b), `${index}`).toBe(text)
    }
  })
})

test('a text without spaces is restored wherever it was cut', () => {
  const text = '冷萃咖啡需要十二个小时，时间更长并不会更好：它只会变苦。'
  for (let at = 1; at < text.length; at++) expect(joined(text.slice(0, at), text.slice(at))).toBe(text)
})

test('a code block stays open until its own fence closes it', () => {
  expect(isInFence('```\na')).toBe(true)
  expect(isInFence('```\na\n```\nb')).toBe(false)
  expect(isInFence('````\n```\na')).toBe(true)
  expect(isInFence('~~~\n```\na')).toBe(true)
  expect(isInFence('a ``` b')).toBe(false)
})

test('the start of a streamed continuation decides the gap, and a repeated heading is removed', () => {
  const reader = createContinuationReader('Half a', 'First')
  expect(reader.push('## First\n\nsentence')).toBeNull()
  const long = ` more.${' And more.'.repeat(20)}`
  expect(reader.push(long)).toEqual({ gap: ' ', text: `sentence${long}` })
  expect(reader.push(' Rest')).toEqual({ gap: '', text: ' Rest' })
  expect(reader.end()).toBeNull()
  const short = createContinuationReader('Half a')
  expect(short.push('sentence.')).toBeNull()
  expect(short.end()).toEqual({ gap: ' ', text: 'sentence.' })
})

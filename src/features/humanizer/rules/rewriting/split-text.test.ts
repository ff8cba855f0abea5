import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textParts } from './split-text.ts'

const joined = (text: string) =>
  textParts(text)
    .map(({ lead, body, trail }) => lead + body + trail)
    .join('')
const prose = (text: string) => textParts(text).flatMap(({ kind, body }) => (kind === 'prose' ? [body] : []))

const markdownPiece = fc.constantFrom(
  ...[
    '# Title',
    '\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '- item',
    '1. one',
    '> quoted',
    '```js\n',
    '```',
    '~~~',
    '| a | b |',
    '|---|---|',
    '---',
  ],
  ...[
    'A sentence stands here.',
    'Another one, e.g. this!',
    'Is it? Yes.',
    '[^1]',
    '[^1]: A note',
    '<div>',
    '\r\n',
    '。',
    '你好。再见',
    '…',
  ],
  ...[
    '`code.`',
    '**Bold.** ',
    '[link](https://a.example/x.y)',
    '    indented',
    '$$',
    'Überschrift',
    '===',
    '"Quoted." ',
    '1.5 kg',
    'J. Smith',
  ],
)

test('the parts of any text add up to the text, including white space and Markdown', () => {
  const texts = fc.oneof(
    fc.array(markdownPiece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.oneof(markdownPiece, fc.string({ maxLength: 12 })), { maxLength: 30 })
      .map((pieces) => pieces.join('\n')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(joined(text)).toBe(text)
      const parts = textParts(text)
      expect(parts.map(({ start }) => start)).toEqual(parts.map((_part, at) => (at === 0 ? 0 : parts[at - 1]!.end)))
    }),
    { numRuns: 600 },
  )
})

test('headings, code, tables and notes are fixed, and sentences of paragraphs, lists and quotations are prose', () => {
  const text = [
    '# A title. With a stop.',
    '',
    'First sentence. Second one.',
    '',
    '- An item. Its second sentence.',
    '- [ ] Another item',
    '',
    '> Quoted words.',
    '',
    '```',
    'const code = 1. Not prose.',
    '```',
    '',
    'a | b',
    '--- | ---',
    'cell. | cell.',
    '',
    '[^1]: The note. Twice.',
  ].join('\n')
  expect(prose(text)).toEqual([
    'First sentence.',
    'Second one.',
    'An item.',
    'Its second sentence.',
    'Another item',
    'Quoted words.',
  ])
})

test('a sentence wrapped across lines is one sentence, and lines of a verse are separate ones', () => {
  const wrapped = 'This sentence was wrapped by an editor at the width\nof its window. The next one stands alone.'
  expect(prose(wrapped)).toEqual([
    'This sentence was wrapped by an editor at the width\nof its window.',
    'The next one stands alone.',
  ])
  expect(prose('Roses are red\nViolets are blue')).toEqual(['Roses are red', 'Violets are blue'])
})

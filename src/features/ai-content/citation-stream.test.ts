import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import { createSectionStream, type SectionStreamOptions } from './citation-stream.ts'
import type { SourcePage } from './generation-context.ts'

const pages: SourcePage[] = [1, 2, 3].map((n) => ({
  n,
  url: `https://site${n}.example/`,
  title: `Page ${n}`,
  headings: [],
  content:
    n === 2
      ? 'Cold brew is smooth and mild. Plain cold brew keeps for seven days in the refrigerator. Milk shortens that.'
      : `Something else stands on page ${n}. It is about tea.`,
}))
const heading: Heading = { type: 'h2', text: 'How long does it last?' }

function run(chunks: string[], options: Partial<SectionStreamOptions> = {}) {
  const stream = createSectionStream({ pages, heading, ...options })
  const pieces = [...chunks.map((chunk) => stream.push(chunk)), stream.end()]
  return { text: pieces.map(({ text }) => text).join(''), citations: pieces.flatMap(({ citations }) => citations) }
}
const text = (whole: string, options: Partial<SectionStreamOptions> = {}) => run([whole], options).text

test.each([
  ['It lasts.[1] And[^2] more【3】.', 'It lasts.[^1] And[^2] more[^3].'],
  ['Two [1, 3] and [^1, ^2] and [^1][^1].', 'Two [^1][^3] and [^1][^2] and [^1][^1].'],
  ['Odd [^2^] 【1†source】 [Page 3] [source 2].', 'Odd [^2] [^1] [^3] [^2].'],
  ['None [^9]. Half [1, 9] done [^99] here.', 'None. Half [^1] done here.'],
  [
    'See [1](https://a.example) and [2019] and [x] and [link](y).',
    'See [1](https://a.example) and [2019] and [x] and [link](y).',
  ],
  ['Code `a[1]` and `b`[1].', 'Code `a[1]` and `b`[^1].'],
  ['A.[^1]\n\n[^1]: https://made.up\n[2]: https://x\nB.', 'A.[^1]\n\nB.'],
  ['An end [^', 'An end [^'],
  ['Text.  \n\n', 'Text.'],
])('markers of %j', (given, expected) => {
  expect(text(given)).toBe(expected)
})

test.each([
  ['## How long does it last?\n\nSeven days.', 'Seven days.'],
  ['**How long does it last?**\n\nSeven days.', 'Seven days.'],
  ['How long does it last\nSeven days.', 'Seven days.'],
  ['# A heading of its own\n\nSeven days.', 'Seven days.'],
  ['### With milk\n\nTwo days.', '### With milk\n\nTwo days.'],
  ['How long it lasts depends.', 'How long it lasts depends.'],
  ['```markdown\n## How long does it last?\n\nSeven days.\n```\n', 'Seven days.'],
  ['<think>\nLet me see [1].\n</think>\n\nSeven days.', 'Seven days.'],
  ['Use:\n\n```js\na[1]\n```\n\nDone.', 'Use:\n\n```js\na[1]\n```\n\nDone.'],
  ['Seven days.\n\n## Next\n\nMore.\n\n### Deeper', 'Seven days.\n\n### Next\n\nMore.\n\n### Deeper'],
])('beginnings and headings of %j', (given, expected) => {
  expect(text(given)).toBe(expected)
})

test('without a heading of its own the text keeps all it has; an introduction loses a heading at its top', () => {
  expect(text('## A\n\nText.', { heading: null })).toBe('## A\n\nText.')
  expect(text('## Introduction\n\nText.', { heading: null, kind: 'intro' })).toBe('Text.')
})

test('only pages that were given can be cited; each is told once, with the sentence that bears it out', () => {
  const { text: shown, citations } = run(
    ['Cold brew lasts a week in the fridge (seven days).[^2] It is mild.[^2] Tea.[^1]'],
    {
      passages: [{ n: 2, heading: null, text: pages[1]!.content }],
    },
  )
  expect(shown).toBe('Cold brew lasts a week in the fridge (seven days).[^2] It is mild.[^2] Tea.')
  expect(citations).toEqual([
    {
      n: 2,
      url: 'https://site2.example/',
      title: 'Page 2',
      quote: 'Plain cold brew keeps for seven days in the refrigerator.',
    },
  ])
})

test('bare numbers stay where there are no pages', () => {
  expect(text('An item [1] of a list.[^1]', { pages: [] })).toBe('An item [1] of a list.')
})

const part = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '.',
  '[',
  ']',
  '^',
  '[^1]',
  '[^9]',
  '[2]',
  '[1, 2]',
  '【1】',
  '【1†x】',
  '`',
  '```',
  '```md\n',
  '```\n',
  '#',
  '## ',
  '### Deep\n',
  '## How long does it last?\n',
  'How long does it last?\n',
  'How long',
  '**',
  '(',
  ')',
  ':',
  '[^1]: note\n',
  '<think>',
  '</think>',
  '   ',
  '~~~',
  'é',
  '日本。',
  '1',
)

test('any chunking gives the same text and citations', () => {
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.array(fc.nat(12), { maxLength: 60 }),
      fc.constantFrom<Partial<SectionStreamOptions>>(
        {},
        { heading: null },
        { heading: null, kind: 'intro' },
        { pages: [] },
      ),
      (parts, cuts, options) => {
        const whole = parts.join('')
        const chunks: string[] = []
        let at = 0
        for (const cut of cuts) {
          chunks.push(whole.slice(at, at + cut))
          at += cut
        }
        chunks.push(whole.slice(at))
        expect(run(chunks, options)).toEqual(run([whole], options))
        expect(run([...whole], options)).toEqual(run([whole], options))
      },
    ),
    { numRuns: 5000 },
  )
})

test('text passes as it comes: only what may become a marker waits', () => {
  const stream = createSectionStream({ pages, heading })
  expect(stream.push('Seven').text).toBe('Seven')
  expect(stream.push(' days').text).toBe(' days')
  expect(stream.push('.[').text).toBe('.')
  expect(stream.push('^1').text).toBe('')
  expect(stream.push('] Next').text).toBe('[^1] Next')
})

test('a token costs at most 3 µs', () => {
  const tokens = Array.from({ length: 20_000 }, (_, at) =>
    at % 40 === 39 ? '.[^1]' : at % 200 === 199 ? '\n\n' : ` word${at % 7}`,
  )
  const cost = () => {
    const stream = createSectionStream({ pages, heading })
    const started = process.cpuUsage()
    for (const token of tokens) stream.push(token)
    stream.end()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / tokens.length
  }
  // The fastest of several runs, because the first runs include compilation.
  expect(Math.min(...Array.from({ length: 8 }, cost))).toBeLessThan(3)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import type { SourcePage } from '../generation-context.ts'
import { checkCitation } from './check-citation.ts'
import { createSectionStream, type SectionStreamOptions } from './citation-stream.ts'
import { findLinkKeys } from './read-link.ts'

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

/** Marks and links aren't checked unless a test says so. */
function run(chunks: string[], options: Partial<SectionStreamOptions> = {}) {
  const stream = createSectionStream({ pages, heading, isTrusted: true, ...options })
  const pieces = [...chunks.map((chunk) => stream.push(chunk)), stream.end()]
  return {
    text: pieces.map(({ text }) => text).join(''),
    citations: pieces.flatMap(({ citations }) => citations),
    removed: pieces.flatMap(({ removed }) => removed),
  }
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
])('converts the citation markers of %j', (given, expected) => {
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
])('removes a repeated heading at the start and normalizes heading levels in %j', (given, expected) => {
  expect(text(given)).toBe(expected)
})

test('keeps a leading heading when the section has none, but removes it from an introduction', () => {
  expect(text('## A\n\nText.', { heading: null })).toBe('## A\n\nText.')
  expect(text('## Introduction\n\nText.', { heading: null, kind: 'intro' })).toBe('Text.')
})

test('only given pages can be cited, and each citation is reported once with a supporting quote', () => {
  const { text: shown, citations } = run(
    ['Plain cold brew keeps a week in the refrigerator (seven days).[^2] It is mild.[^2] Tea.[^1]'],
    {
      isTrusted: false,
      passages: [{ n: 2, heading: null, text: pages[1]!.content }],
    },
  )
  expect(shown).toBe('Plain cold brew keeps a week in the refrigerator (seven days).[^2] It is mild.[^2] Tea.')
  expect(citations).toEqual([
    {
      n: 2,
      url: 'https://site2.example/',
      title: 'Page 2',
      quote: 'Plain cold brew keeps for seven days in the refrigerator.',
    },
  ])
})

test('numbers in brackets stay as they are when there are no pages', () => {
  expect(text('An item [1] of a list.[^1]', { pages: [] })).toBe('An item [1] of a list.')
})

test('a citation that its page doesn’t support is removed and listed', () => {
  const given =
    'Dr. Marsh of Yale said cold brew keeps for seven days.[^2] Plain cold brew keeps for nine days.[^2] Plain cold brew keeps for seven days.[^2]'
  const { text: shown, citations, removed } = run([given], { isTrusted: false })
  expect(shown).toBe(
    'Dr. Marsh of Yale said cold brew keeps for seven days. Plain cold brew keeps for nine days. Plain cold brew keeps for seven days.[^2]',
  )
  expect(citations).toMatchObject([{ n: 2, quote: 'Plain cold brew keeps for seven days in the refrigerator.' }])
  expect(removed).toEqual([
    {
      ...{ kind: 'citation', n: 2, url: 'https://site2.example/', title: 'Page 2' },
      // The name isn't on the page, so no sentence of it comes near.
      ...{ text: 'Dr. Marsh of Yale said cold brew keeps for seven days.', nearest: null },
    },
    {
      ...{ kind: 'citation', n: 2, url: 'https://site2.example/', title: 'Page 2' },
      text: 'Plain cold brew keeps for nine days.',
      nearest: 'Plain cold brew keeps for seven days in the refrigerator.',
    },
  ])
})

test('what comes near the words before a mark isn’t lost with the rest of their sentence', () => {
  const before = 'Dr. Marsh of Yale wrote this[^1] plain cold brew keeps for nine days.'
  expect(checkCitation(before, pages[1]!, 'en')).toMatchObject({
    ...{ citation: null, nearest: 'Plain cold brew keeps for seven days in the refrigerator.' },
  })
})

test('each mark in a sentence is for the words before it', () => {
  const given = 'Plain cold brew keeps for seven days[^2] and it is about tea.[^1]'
  expect(run([given], { isTrusted: false }).removed).toEqual([])
})

test('links that nobody gave are removed and listed; given ones stay', () => {
  const given =
    'See [this study](https://invented.example/a) and [the page](https://site1.example/) and [mine](https://own.example/x/) and [below](#end).'
  const { text: shown, removed } = run([given], { isTrusted: false, links: ['own.example/x'] })
  expect(shown).toBe(
    'See this study and [the page](https://site1.example/) and [mine](https://own.example/x/) and [below](#end).',
  )
  expect(removed).toEqual([{ kind: 'link', text: 'this study', url: 'https://invented.example/a' }])
})

test.each([
  ['See https://invented.example/a for more.', 'See for more.', ['https://invented.example/a']],
  ['It keeps (https://invented.example/a_(b)).', 'It keeps.', ['https://invented.example/a_(b)']],
  ['A study <https://invented.example/?q=1> says.', 'A study says.', ['https://invented.example/?q=1']],
  ['Read www.invented.example.', 'Read.', ['www.invented.example']],
  ['Read https://site1.example/ or www.own.example/x.', 'Read https://site1.example/ or www.own.example/x.', []],
  ['Run `curl https://invented.example`.', 'Run `curl https://invented.example`.', []],
  ['With the hot water, watch how it works.', 'With the hot water, watch how it works.', []],
])('URLs in running text that nobody gave are removed and listed: %j', (given, expected, urls) => {
  const { text: shown, removed } = run([given], { isTrusted: false, links: ['own.example/x'] })
  expect(shown.replace(/ {2,}/g, ' ')).toBe(expected)
  expect(removed).toEqual(urls.map((url) => ({ kind: 'link', text: url, url })))
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
  '[a](https://x.example)',
  '](',
  'Cold brew is smooth.',
  'https://x.example/a',
  'ht',
  'http',
  '://',
  'www.',
  '<',
  '<think>',
  '</think>',
  '   ',
  '~~~',
  'é',
  '日本。',
  '1',
)

test('text and citations don’t depend on how the stream is chunked', () => {
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.array(fc.nat(12), { maxLength: 60 }),
      fc.constantFrom<Partial<SectionStreamOptions>>(
        {},
        { heading: null },
        { heading: null, kind: 'intro' },
        { pages: [] },
        { isTrusted: false },
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

test('text streams through immediately, except where it may become a marker', () => {
  const stream = createSectionStream({ pages, heading, isTrusted: true })
  expect(stream.push('Seven').text).toBe('Seven')
  expect(stream.push(' days').text).toBe(' days')
  expect(stream.push('.[').text).toBe('.')
  expect(stream.push('^1').text).toBe('')
  expect(stream.push('] Next').text).toBe('[^1] Next')
})

test('a token of a long section costs as much as one of a short section', () => {
  const cost = (length: number) => {
    const tokens = Array.from({ length }, (_, at) =>
      at % 40 === 39 ? '.[^1]' : at % 200 === 199 ? '\n\n' : ` word${at % 7}`,
    )
    const stream = createSectionStream({ pages, heading })
    const started = process.cpuUsage()
    for (const token of tokens) stream.push(token)
    stream.end()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / length
  }
  // The fastest of several runs, because the first runs include compilation.
  const fastest = (length: number) => Math.min(...Array.from({ length: 8 }, () => cost(length)))
  const short = fastest(4000)
  // Takes about as long. Reading the section from its start with each token would take ten times as long.
  expect(fastest(40_000) / short).toBeLessThan(5)
})

test('a text without footnotes loses its marks', () => {
  const given = 'Plain cold brew keeps for seven days.[^2] Buy it.【1】 [3]'
  expect(run([given], { cites: false, isTrusted: false })).toEqual({
    text: 'Plain cold brew keeps for seven days. Buy it.',
    citations: [],
    removed: [],
  })
})

test('an edited text keeps its own marks and links', () => {
  const links = findLinkKeys('[a](/guide) https://b.example/x_(y) [c](mailto:c@b.example)')
  const options = { pages: [], heading: null, isTrusted: false, ownMarks: new Set([2]), links }
  expect(
    run(['One.[^2] Two.[^4] [a](/guide) https://b.example/x_(y) [c](mailto:c@b.example) [d](/other)'], options),
  ).toEqual({
    text: 'One.[^2] Two. [a](/guide) https://b.example/x_(y) [c](mailto:c@b.example) d',
    citations: [],
    removed: [{ kind: 'link', text: 'd', url: '/other' }],
  })
})

test('invented images go with their alternative text, and given ones stay', () => {
  const given = 'Great! ![A jar](https://invented.example/jar.png) It keeps.\n\n![Ours](/images/jar.png)\n\nEnjoy it!'
  const cleaned = {
    text: 'Great!  It keeps.\n\n![Ours](/images/jar.png)\n\nEnjoy it!',
    citations: [],
    removed: [{ kind: 'link', text: 'A jar', url: 'https://invented.example/jar.png' }],
  }
  const options = { isTrusted: false, links: ['/images/jar.png'] }
  expect(run([given], options)).toEqual(cleaned)
  expect(run([...given], options)).toEqual(cleaned)
})

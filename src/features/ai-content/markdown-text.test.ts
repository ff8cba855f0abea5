import { expect, test } from 'vitest'
import {
  countWords,
  findSection,
  getHeadings,
  getSectionRange,
  headingKey,
  plainText,
  replaceSection,
} from './markdown-text.ts'

const text = `Opening words.

## How long it lasts

Seven days.[^1]

### With milk

Two days.

\`\`\`
## no heading here
\`\`\`

## What else

The end.

[^1]: https://example.com/a-long-address
`

test('words are what a reader reads', () => {
  expect(
    countWords(
      '# Two words\n\n- **one** [link](https://example.com/x/y)\n\nIt’s 1,200 grams.[^1]\n\n[^1]: not counted',
    ),
  ).toBe(7)
  expect(countWords('| a | b |\n|---|---|\n| c | d |')).toBe(4)
  expect(countWords('冷萃咖啡')).toBe(4)
  expect(countWords('กาแฟสกัดเย็น')).toBeGreaterThan(1)
  expect(countWords('')).toBe(0)
})

test('headings in code are none', () => {
  expect(getHeadings(text)).toEqual([
    { type: 'h2', text: 'How long it lasts' },
    { type: 'h3', text: 'With milk' },
    { type: 'h2', text: 'What else' },
  ])
})

test('a section holds what stands under deeper headings, and can be replaced', () => {
  const range = getSectionRange(text, 0)!
  expect(text.slice(range.bodyStart, range.end)).toContain('Two days.')
  expect(text.slice(range.bodyStart, range.end)).not.toContain('What else')
  const replaced = replaceSection(text, range, 'Eight days.\n')
  expect(replaced).toContain('## How long it lasts\n\nEight days.\n\n## What else')
  expect(replaced.startsWith('Opening words.')).toBe(true)
  expect(replaced.endsWith(text.slice(range.end))).toBe(true)
  expect(getSectionRange(text, 3)).toBeNull()
})

test('the last section ends with the text', () => {
  const range = getSectionRange('## A\n\nx\n\n## B\n\ny', 1)!
  expect(replaceSection('## A\n\nx\n\n## B\n\ny', range, 'z')).toBe('## A\n\nx\n\n## B\n\nz')
})

test('a heading of the outline is found by its words where the text was rearranged', () => {
  const outline = [
    { type: 'h2' as const, text: 'What else' },
    { type: 'h2' as const, text: 'Gone' },
  ]
  expect(findSection(text, outline, 0)?.heading.text).toBe('What else')
  expect(findSection(text, outline, 1)).toBeNull()
  expect(headingKey('1. **How** long it lasts?')).toBe('how long it lasts')
})

test('marks go, words stay', () => {
  expect(plainText('**Bold**, *it* and `code` in snake_case_name ![x](y) \\*star\\* [a](b)')).toBe(
    'Bold, it and code in snake_case_name *star* a',
  )
})

test.each([
  ['blanks', ' '],
  ['tabs', ' \t'],
  ['opened brackets', '['],
  ['opened links', '[a]('],
  ['opened pictures', '![a'],
  ['opened footnotes', '[^'],
  ['opened comments', '<!--'],
  ['opened tags', '<a '],
  ['opened addresses', '<http:'],
  ['opened emphasis', '**a '],
  ['code marks', '`'],
  ['closing marks of a heading', '# a #'],
  ['pipes', '| '],
  ['rules', '- '],
])('a hundred thousand characters of %s are read in no time', (_name, unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length))
  for (const markdown of [text, `# a${text}x`, `x${text}x`]) {
    const started = performance.now()
    getHeadings(markdown)
    countWords(markdown)
    // Regression: each of these once took between four seconds and minutes.
    expect(performance.now() - started).toBeLessThan(1500)
  }
})

import { expect, test } from 'vitest'
import { countWords, findSection, getHeadings, getSectionRange, headingKey, plainText } from './markdown-text.ts'

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

test('counts only the words a reader sees', () => {
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

test('ignores headings in code', () => {
  expect(getHeadings(text)).toEqual([
    { type: 'h2', text: 'How long it lasts' },
    { type: 'h3', text: 'With milk' },
    { type: 'h2', text: 'What else' },
  ])
})

test('a section includes its deeper headings', () => {
  const range = getSectionRange(text, 0)!
  expect(text.slice(range.bodyStart, range.end)).toContain('Two days.')
  expect(text.slice(range.bodyStart, range.end)).not.toContain('What else')
  expect(getSectionRange(text, 3)).toBeNull()
})

test('the last section ends at the end of the text', () => {
  const markdown = '## A\n\nx\n\n## B\n\ny'
  expect(markdown.slice(getSectionRange(markdown, 1)!.bodyStart).trim()).toBe('y')
})

test('a section is found by the words of its heading when the order changed', () => {
  const outline = [
    { type: 'h2' as const, text: 'What else' },
    { type: 'h2' as const, text: 'Gone' },
  ]
  expect(findSection(text, outline, 0)?.heading.text).toBe('What else')
  expect(findSection(text, outline, 1)).toBeNull()
  expect(headingKey('1. **How** long it lasts?')).toBe('how long it lasts')
})

test('removes marks and keeps words', () => {
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
])('100,000 characters of %s are parsed quickly', (_name, unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length))
  for (const markdown of [text, `# a${text}x`, `x${text}x`]) {
    const started = process.cpuUsage()
    getHeadings(markdown)
    countWords(markdown)
    const { user, system } = process.cpuUsage(started)
    // Regression: each of these used to take between four seconds and several minutes.
    expect((user + system) / 1000).toBeLessThan(1500)
  }
})

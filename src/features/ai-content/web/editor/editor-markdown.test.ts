import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textExtensions } from './editor-extensions.ts'
import { markdownFor } from './editor-markdown.ts'

const schema = getSchema(textExtensions)
const markdown = markdownFor(schema)

/** Markdown → document → Markdown, with the document checked against the schema. */
function trip(text: string) {
  const doc = markdown.parse(text)
  doc.check()
  return markdown.serialize(doc)
}

describe('Markdown that survives a round trip unchanged', () => {
  test.each([
    ['headings of six levels', '# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\nText.'],
    ['nested lists', '- a\n- b\n  - c\n  - d\n- e\n\nAnd:\n\n1. one\n2. two\n   - x\n\nend'],
    ['a list that starts at three', '3. three\n4. four'],
    ['items of several paragraphs', '- a\n\n  more of a\n- b'],
    [
      'a table with alignment, marks, a pipe and a citation',
      '| a | b |\n| --- | ---: |\n| 1 | 2[^3] |\n| **x** | a\\|b |\n\nafter',
    ],
    [
      'links and marks',
      'See [the page](https://e.com/a_b?x=1&y=2 "T") and **bold [link](https://x.y)** *i* `co_de` ~~s~~.',
    ],
    ['a picture alone and within a line', '![alt text](https://e.com/a.png "Title")\n\nText ![in](/media/b.png) line'],
    ['code with what looks like Markdown', '```ts\nconst a = `x` < 1 && b\n\n# no\n```\n\nx'],
    ['a fence within code', '````\n```\nx\n```\n````'],
    ['citations', 'A claim.[^1] Another[^2][^10], and **bold**.[^3]'],
    ['definitions of footnotes', '[^1]: a page'],
    ['quotes', '> quoted\n>\n> second\n>\n> - a list'],
    ['a callout', '> [!NOTE]\n> Use **cold** water.[^1]\n>\n> - a\n> - b\n\nAfter.'],
    ['a callout in a list and with a list first', '- a\n\n  > [!TIP]\n  > b\n\n> [!WARNING]\n>\n> - c\n>\n> ---'],
    ['a callout in a callout', '> [!CAUTION]\n> a\n>\n> > [!IMPORTANT]\n> > b'],
    ['a quote that only looks like a callout', '> \\[!NOTE\\] a\n\n> \\[!OTHER\\]'],
    ['a rule', 'a\n\n---\n\nb'],
    ['a line break', 'one\\\ntwo'],
    [
      'what only looks like Markdown',
      '\\# no heading\n\n\\- no list\n\n1\\. neither\n\n2\\) nor this\n\n\\+ nor this\n\n2 \\* 3 and snake_case and 5 < 6 & 7',
    ],
    ['typography and other scripts', '“quotes” – … 20 °C, 冷萃咖啡, قهوة, 👩‍🍳'],
    ['two lists in a row', '- a\n\n\n* b'],
  ])('%s', (_, text) => {
    expect(trip(text)).toBe(text)
  })
})

describe('Markdown variants that are normalized', () => {
  test.each([
    ['stars of lists', '* a\n* b', '- a\n- b'],
    ['callouts with an empty line or small letters', '> [!note]\n>\n> a', '> [!NOTE]\n> a'],
    ['loose lists', '- a\n\n- b', '- a\n- b'],
    ['underlined headings', 'One\n===', '# One'],
    ['lines within a paragraph', 'one\ntwo', 'one two'],
    ['raw HTML is text', 'a <b>b</b> <script>x</script> &copy;', 'a \\<b>b\\</b> \\<script>x\\</script> ©'],
    ['a link that would run is no link', '[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
  ])('%s', (_, text, out) => {
    expect(trip(text)).toBe(out)
    expect(trip(out)).toBe(out)
  })
})

test('an empty text becomes an empty document', () => {
  expect(trip('')).toBe('')
  expect(markdown.parse('').childCount).toBe(1)
})

test('rejects more than 50,000 table cells', () => {
  const row = `${'|a'.repeat(50)}|\n`
  expect(() => markdown.parse(`${row}${'|-'.repeat(50)}|\n${row.repeat(3800)}`)).toThrow('more than 50,000 table cells')
})

test('any typed text survives saving and loading', () => {
  const signs = fc.constantFrom(...'#*-_>+1.) |[]^!`~<&;:\\=aB"\'('.split(''))
  const words = fc
    .string({ unit: signs, minLength: 1, maxLength: 24 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (paragraphs) => {
      const doc = schema.node(
        'doc',
        null,
        paragraphs.map((text) => schema.node('paragraph', null, [schema.text(text)])),
      )
      expect(markdown.parse(markdown.serialize(doc)).toJSON()).toEqual(doc.toJSON())
    }),
    { numRuns: 1500 },
  )
})

test('a second round trip changes nothing', () => {
  const pieces = fc.constantFrom(
    '# a',
    '## b',
    '- x',
    '  - y',
    '1. z',
    '> q',
    'text',
    '**b** *i*',
    '`c`',
    '[l](/u)',
    '![i](/p)',
    '| a | b |',
    '| - | - |',
    '| 1 | 2 |',
    '```',
    '---',
    '',
    '    code',
    'x[^1]',
    '~~s~~',
    '\\',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (lines) => {
      const once = trip(lines.join('\n'))
      expect(trip(once)).toBe(once)
    }),
    { numRuns: 1500 },
  )
})

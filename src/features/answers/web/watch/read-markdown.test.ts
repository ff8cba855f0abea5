import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, type Run, readMarkdown, toPlainText } from './read-markdown.ts'

const getRuns = (block: Block): Run[] => (block.kind === 'table' ? block.rows.flat(2) : block.runs)
const show = (text: string) =>
  readMarkdown(text).map((block) => ({
    kind: block.kind,
    ...(block.kind === 'item' && { marker: block.marker, depth: block.depth }),
    text: getRuns(block)
      .map(({ start, end, strong, emphasis, code, href }) => {
        const inner = text.slice(start, end)
        return `${strong ? 'B' : ''}${emphasis ? 'I' : ''}${code ? 'C' : ''}${href ? `A<${href}>` : ''}${inner}`
      })
      .join('¦'),
  }))

test('headings, lists, emphasis, code and links lose their signs and keep their place', () => {
  expect(
    show(
      '### How to\n\nGet *coarse* **oak\ncoffee** at `1:8`.\n\n1. **Fernway** ([guide](https://guide.example/a))\n  - low',
    ),
  ).toEqual([
    { kind: 'heading', text: 'How to' },
    { kind: 'paragraph', text: 'Get ¦Icoarse¦ **oak\ncoffee** at ¦C1:8¦.' },
    { kind: 'item', marker: '1.', depth: 0, text: 'BFernway¦ (¦A<https://guide.example/a>guide¦)' },
    { kind: 'item', marker: '•', depth: 1, text: 'low' },
  ])
})

test('a table has rows of cells, and rules and fences aren’t text', () => {
  expect(readMarkdown('| A | B |\n|---|---|\n| 1 | 2 |')).toMatchObject([
    { kind: 'table', rows: [{ length: 2 }, { length: 2 }] },
  ])
  expect(show('---\n```\na * b\n```\nend')).toEqual([
    { kind: 'code', text: 'a * b' },
    { kind: 'paragraph', text: 'end' },
  ])
})

test('links lead to the web only, and signs within words stay', () => {
  expect(show('[x](javascript:alert(1)) snake_case_name 2*3*4')).toEqual([
    { kind: 'paragraph', text: '[x](javascript:alert(1)) snake_case_name 2*3*4' },
  ])
})

test('any text is read: pieces are in order and within it', () => {
  const signs = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```',
    '[',
    '](https://a.example)',
    '|',
    '\n',
    '# ',
    '- ',
    '1. ',
    'a',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      let at = 0
      for (const { start, end } of readMarkdown(text).flatMap(getRuns)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThanOrEqual(start)
        at = end
      }
      expect(at).toBeLessThanOrEqual(text.length)
    }),
  )
})

test('a quote is shown without its signs', () => {
  expect(toPlainText('1. **Hollow Oak** is *low* in acid.')).toBe('Hollow Oak is low in acid.')
})

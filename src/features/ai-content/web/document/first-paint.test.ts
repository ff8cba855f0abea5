import type { JSONContent } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import { parseFirstPaint } from './first-paint.ts'

const size = 399_000
const wide = `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n`

const countNodes = (node: JSONContent): number =>
  (node.content ?? []).reduce((total, child) => total + countNodes(child), 1)
const getText = (node: JSONContent): string => node.text ?? (node.content ?? []).map(getText).join('')

describe('the largest texts take no more CPU time than an article', () => {
  test.each([
    ['[', '['.repeat(size)],
    ['nested brackets', '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['escaped brackets', '[\\]'.repeat(size / 3)],
    ['list items', '- a\n'.repeat(size / 4)],
    ['nested lists', '- - - - a\n'.repeat(size / 10)],
    ['emphasis', '*a* '.repeat(size / 4)],
    ['line breaks', 'a\\\n'.repeat(size / 3)],
    ['citations', '[^1]'.repeat(size / 4)],
    ['a table of 49,000 cells', wide + `${'|a'.repeat(49)}|\n`.repeat(970)],
    ['a wide table of short rows', `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'a\n'.repeat(190_000)}`],
  ])('%s', (_, text) => {
    const before = process.threadCpuUsage()
    const doc = parseFirstPaint(text)
    const { user, system } = process.threadCpuUsage(before)
    expect(countNodes(doc)).toBeLessThan(7000)
    expect(countNodes(doc)).toBeGreaterThan(1)
    // Parsing all of them took up to 1.6 seconds.
    expect((user + system) / 1000).toBeLessThan(300)
  })
})

test('rejects more than 50,000 table cells', () => {
  const table = wide + `${'|a'.repeat(50)}|\n`.repeat(3800)
  expect(() => parseFirstPaint(table)).toThrow('more than 50,000 table cells')
})

test('an article of 2,000 words is shown in full', () => {
  const section = (n: number) =>
    `## Section ${n}\n\n${'Cold brew is **coffee** steeped in cold water, see [the guide](https://example.com). '.repeat(10)}[^1]\n\n- first\n- second`
  const article = Array.from({ length: 17 }, (_, n) => section(n)).join('\n\n')
  const doc = parseFirstPaint(article)
  expect(article.split(/\s+/).length).toBeGreaterThan(2000)
  expect(doc.content?.filter(({ type }) => type === 'heading')).toHaveLength(17)
  expect(getText(doc.content!.at(-1)!)).toBe('firstsecond')
})

test('a longer text is cut after a complete paragraph', () => {
  const doc = parseFirstPaint('A sentence of a paragraph.\n\n'.repeat(5000))
  expect(doc.content!.length).toBeGreaterThan(600)
  expect(doc.content!.length).toBeLessThan(800)
  for (const paragraph of doc.content!) expect(getText(paragraph)).toBe('A sentence of a paragraph.')
})

test('a paragraph longer than the limit is cut inside', () => {
  expect(getText(parseFirstPaint('word '.repeat(80_000))).length).toBeGreaterThan(19_000)
  expect(getText(parseFirstPaint('😀'.repeat(100_000))).isWellFormed()).toBe(true)
})

test('an empty text becomes an empty document', () => {
  expect(parseFirstPaint('')).toMatchObject({ type: 'doc', content: [{ type: 'paragraph' }] })
})

import { describe, expect, test } from 'vitest'
import { settledLength, toBlocks } from './markdown-blocks.ts'

const article = '# One\n\nA paragraph.\nStill it.\n\n- a\n- b\n\n```\nx\n\ny\n```\n\n| a |\n| - |\n| 1 |\n\nend'

test('a text falls into its blocks, and code stays whole over empty lines', () => {
  expect(toBlocks(article)).toEqual([
    '# One',
    'A paragraph.\nStill it.',
    '- a\n- b',
    '```\nx\n\ny\n```',
    '| a |\n| - |\n| 1 |',
    'end',
  ])
  expect(toBlocks(article).join('\n\n')).toBe(article)
  expect(toBlocks('')).toEqual([])
})

describe('what is settled while a text comes', () => {
  const settled = (text: string) => text.slice(0, settledLength(text))
  test.each([
    ['nothing in the first line', 'A paragr', ''],
    ['nothing before the next block begins', 'A paragraph.\n\n', ''],
    ['a paragraph with the first letter of the next', 'A paragraph.\n\nT', 'A paragraph.\n\n'],
    ['a heading with its line', '## Two\nbody', '## Two\n'],
    ['no list before what follows it', '- a\n\n- b\n\n', ''],
    ['a list once a paragraph begins', '- a\n\n- b\n\nT', '- a\n\n- b\n\n'],
    ['no list while it may go on', '1. a\n\n2', ''],
    ['no code before its end', '```\na\n\nb\n\nc\n', ''],
  ])('%s', (_, text, expected) => {
    expect(settled(text)).toBe(expected)
  })

  test('cutting at any place and going on gives the blocks of the whole', () => {
    for (let step = 1; step < 9; step++) {
      let raw = ''
      let done = ''
      const blocks: string[] = []
      for (let at = 0; at < article.length; at += step) {
        raw += article.slice(at, at + step)
        const length = settledLength(raw)
        blocks.push(...toBlocks(raw.slice(0, length)))
        done += raw.slice(0, length)
        raw = raw.slice(length)
      }
      expect(done + raw).toBe(article)
      expect([...blocks, ...toBlocks(raw)]).toEqual(toBlocks(article))
    }
  })
})

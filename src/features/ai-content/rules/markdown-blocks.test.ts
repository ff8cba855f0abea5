import { describe, expect, test } from 'vitest'
import { settledLength, toBlocks } from './markdown-blocks.ts'

const article = '# One\n\nA paragraph.\nStill it.\n\n- a\n- b\n\n```\nx\n\ny\n```\n\n| a |\n| - |\n| 1 |\n\nend'

test('splits a text into blocks, and keeps code with empty lines together', () => {
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

describe('finished part of a streamed text', () => {
  const settled = (text: string) => text.slice(0, settledLength(text))
  test.each([
    ['an unfinished first line has none', 'A paragr', ''],
    ['a paragraph isn’t finished before the next block begins', 'A paragraph.\n\n', ''],
    ['a paragraph is finished once the next one begins', 'A paragraph.\n\nT', 'A paragraph.\n\n'],
    ['a heading is finished at the end of its line', '## Two\nbody', '## Two\n'],
    ['a list isn’t finished before the next block begins', '- a\n\n- b\n\n', ''],
    ['a list is finished once a paragraph begins', '- a\n\n- b\n\nT', '- a\n\n- b\n\n'],
    ['a list isn’t finished while it may continue', '1. a\n\n2', ''],
    ['code isn’t finished before its closing fence', '```\na\n\nb\n\nc\n', ''],
  ])('%s', (_, text, expected) => {
    expect(settled(text)).toBe(expected)
  })

  test('the blocks don’t depend on where the text was cut', () => {
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

import { expect, test } from 'vitest'
import { getParagraphChanges, groupBlocks, toText } from './paragraph-changes.ts'

const kept = (original: string) => ({ original, rewritten: original, reasons: [], kept: true })
const changed = (original: string, rewritten: string, reason = 'shorter') => ({
  original,
  rewritten,
  reasons: [reason],
  kept: false,
})

test('blocks are grouped up to the longest text of a run, and a longer block is left out', () => {
  expect(groupBlocks(['aaaa', 'bbbb', 'c'.repeat(11), 'dd', ''], 10)).toEqual([
    { start: 0, blocks: ['aaaa', 'bbbb'] },
    { start: 3, blocks: ['dd', ''] },
  ])
  expect(groupBlocks(['', ''], 10)).toEqual([])
})

test('each changed paragraph has its text before and after, with the reasons', () => {
  const group = { start: 3, blocks: ['## A heading', 'One is long. Two stays.[^1]', '- an item\n- another'] }
  const sentences = [
    kept('## A heading\n\n'),
    changed('One is long. ', 'One. '),
    kept('Two stays.[^1]\n\n'),
    kept('- an item\n'),
    changed('- another', '- one more'),
  ]
  expect(sentences.map(({ original }) => original).join('')).toBe(toText(group))
  expect(getParagraphChanges(group, sentences)).toEqual([
    { index: 4, before: group.blocks[1], after: 'One. Two stays.[^1]', reasons: ['shorter'] },
    { index: 5, before: group.blocks[2], after: '- an item\n- one more', reasons: ['shorter'] },
  ])
})

test('a paragraph that would lose or gain a citation isn’t changed', () => {
  const group = { start: 0, blocks: ['It keeps a week.[^1]', 'It is cold.'] }
  const sentences = [
    changed('It keeps a week.[^1]\n\n', 'It keeps a week.\n\n'),
    changed('It is cold.', 'Cold it is.[^2]'),
  ]
  expect(getParagraphChanges(group, sentences)).toEqual([])
})

import { expect, test } from 'vitest'
import { diffTexts, diffWords } from './word-diff.ts'

test('removed and added words are placed between unchanged ones, and both texts can be restored', () => {
  const [before, after] = ['Steep it for twelve hours in the fridge.', 'Steep it for sixteen hours, cold.']
  const runs = diffWords(before, after)
  const without = (kind: string) =>
    runs
      .filter((run) => run.kind !== kind)
      .map((run) => run.text)
      .join('')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
  expect(runs[0]).toEqual({ kind: 'same', text: 'Steep it for ' })
})

test('a reworded paragraph is compared by words; a different one is removed and added as a whole', () => {
  const before = 'Stays.\n\nWeigh the coffee before grinding it.\n\nA jar is enough for two days of it.'
  const after =
    'Stays.\n\nWeigh the coffee after grinding it.\n\nPaper filters take out oils; metal leaves them.\n\nNew.'
  expect(diffTexts(before, after).map((block) => block.kind)).toEqual(['same', 'changed', 'removed', 'added', 'added'])
})

test('equal texts have no differences', () => {
  expect(diffTexts('a\n\nb', 'a\n\nb').every((block) => block.kind === 'same')).toBe(true)
  expect(diffTexts('', '')).toEqual([])
})

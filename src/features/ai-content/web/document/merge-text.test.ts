import { expect, test } from 'vitest'
import { conflictsIn, mergeTexts, resolveMerge } from './merge-text.ts'

const base = '# T\n\none\n\ntwo\n\nthree'

test('changes in different paragraphs merge without a conflict', () => {
  const parts = mergeTexts(base, '# T\n\none\n\ntwo, theirs\n\nthree', '# T\n\none, mine\n\ntwo\n\nthree\n\nfour')
  expect(conflictsIn(parts)).toBe(0)
  expect(resolveMerge(parts, [])).toBe('# T\n\none, mine\n\ntwo, theirs\n\nthree\n\nfour')
})

test('identical changes on both sides aren’t a conflict', () => {
  const same = '# T\n\none\n\n2\n\nthree'
  expect(conflictsIn(mergeTexts(base, same, same))).toBe(0)
})

test('a paragraph changed on both sides is a conflict, resolved by choosing one or both', () => {
  const parts = mergeTexts(base, base.replace('two', 'theirs'), base.replace('two', 'mine'))
  expect(parts.filter((part) => part.kind === 'conflict')).toEqual([
    { kind: 'conflict', base: ['two'], theirs: ['theirs'], mine: ['mine'] },
  ])
  expect(resolveMerge(parts, [])).toBeNull()
  expect(resolveMerge(parts, ['mine'])).toBe(base.replace('two', 'mine'))
  expect(resolveMerge(parts, ['theirs'])).toBe(base.replace('two', 'theirs'))
  expect(resolveMerge(parts, ['both'])).toBe(base.replace('two', 'theirs\n\nmine'))
})

test('a paragraph removed on one side and changed on the other is a conflict', () => {
  const parts = mergeTexts(base, '# T\n\none\n\nthree', base.replace('two', 'mine'))
  expect(conflictsIn(parts)).toBe(1)
  expect(resolveMerge(parts, ['theirs'])).toBe('# T\n\none\n\nthree')
})

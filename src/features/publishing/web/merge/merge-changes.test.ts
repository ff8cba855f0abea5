import { expect, test } from 'vitest'
import { getFirstPicks, getMergeParts, mergeParts } from './merge-changes.ts'

const base = '## One\n\na\n\nb\n\n## Two\n\nc\n\nd'

test('changes by one side are taken, and both sides’ changes are chosen', () => {
  const theirs = base.replace('a', 'A there').replace('d', 'D there')
  const mine = base.replace('c', 'C mine').replace('d', 'D mine\n\ne')
  const parts = getMergeParts(base, theirs, mine)
  const changes = parts.flatMap((part) => (part.kind === 'change' ? [part] : []))
  expect(changes.map(({ by, heading }) => [by, heading])).toEqual([
    ['theirs', 'One'],
    ['both', 'Two'],
  ])
  const picks = getFirstPicks(parts)
  expect(mergeParts(parts, picks)).toBeNull()
  const all = (side: 'mine' | 'theirs') => picks.map((pick) => pick ?? side)
  expect(mergeParts(parts, all('mine'))).toBe(mine.replace('a', 'A there'))
})

test('any choice of one side alone gives that side’s text', () => {
  const theirs = `${base.replace('b\n\n', '')}\n\nend`
  const mine = base.replace('a', 'first').replace('## Two', '## Second')
  const parts = getMergeParts(base, theirs, mine)
  const count = getFirstPicks(parts).length
  expect(mergeParts(parts, Array(count).fill('mine'))).toBe(mine)
  expect(mergeParts(parts, Array(count).fill('theirs'))).toBe(theirs)
  expect(mergeParts(getMergeParts(base, base, base), [])).toBe(base)
})

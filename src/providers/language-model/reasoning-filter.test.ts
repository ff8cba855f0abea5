import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReasoningFilter } from './reasoning-filter.ts'

function filtered(pieces: string[]) {
  const filter = createReasoningFilter()
  return pieces.map((piece) => filter.pass(piece)).join('') + filter.rest()
}

const cases: [given: string, left: string][] = [
  ['<think>Hm.</think>\n\nThe answer.', 'The answer.'],
  ['\n<think>\n</think>The answer.', 'The answer.'],
  ['<think>never closed', ''],
  ['The <think>tag</think> is text here.', 'The <think>tag</think> is text here.'],
  ['<thinking> is a word of its own', '<thinking> is a word of its own'],
  ['<thi', '<thi'],
  ['  indented', '  indented'],
]

test.each(cases)('filters %j', (given, left) => expect(filtered([given])).toBe(left))

test('the result doesn’t depend on the chunks', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cases), fc.array(fc.nat(45)), ([given, left], places) => {
      const edges = [0, ...places.filter((at) => at < given.length).toSorted((a, b) => a - b), given.length]
      expect(filtered(edges.slice(0, -1).map((at, index) => given.slice(at, edges[index + 1])))).toBe(left)
    }),
  )
})

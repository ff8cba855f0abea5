import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaaQuestion } from '../../contract.ts'
import { buildPaaTree, countPaaQuestions, getDepth, type PaaNode } from './paa-tree.ts'

const asked = (text: string, parent: string | null = null, more: Partial<PaaQuestion> = {}): PaaQuestion => ({
  text,
  parent,
  source: 'serpapi',
  answer: null,
  title: null,
  url: null,
  fetched_at: '2026-11-01T00:00:00.000Z',
  ...more,
})
type Outline = [string, Outline[]]
const toOutline = (nodes: PaaNode[]): Outline[] => nodes.map(({ text, children }) => [text, toOutline(children)])

test('questions hang under the question they appeared under, in the order of the page', () => {
  const tree = buildPaaTree([asked('A?'), asked('B?'), asked('A1?', 'A?'), asked('A11?', 'a1?'), asked('A2?', 'A?')])
  expect(toOutline(tree)).toEqual([
    [
      'A?',
      [
        ['A1?', [['A11?', []]]],
        ['A2?', []],
      ],
    ],
    ['B?', []],
  ])
  expect([countPaaQuestions(tree), getDepth(tree)]).toEqual([5, 3])
})
test('a question of several sources is drawn once, with the first answer there is', () => {
  const answer = { answer: 'Yes.', title: 'A page', url: 'https://a.example/' }
  const tree = buildPaaTree([asked('A?'), asked('a?', null, { source: 'serper', ...answer })])
  expect(tree).toEqual([{ text: 'A?', ...answer, sources: ['serpapi', 'serper'], children: [] }])
})
test('a question whose parent is unknown is at the top', () => {
  expect(toOutline(buildPaaTree([asked('A1?', 'A?'), asked('B?')]))).toEqual([
    ['A1?', []],
    ['B?', []],
  ])
})
test('every question is in the tree once, whatever the parents are', () => {
  const text = fc.constantFrom('A?', 'B?', 'C?', 'D?')
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.option(text))), (pairs) => {
      const tree = buildPaaTree(pairs.map(([own, parent]) => asked(own, parent)))
      expect(countPaaQuestions(tree)).toBe(new Set(pairs.map(([own]) => own)).size)
    }),
  )
})

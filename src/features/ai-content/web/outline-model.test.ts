import { describe, expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import { getDepth, getOutline, movedBranch, toPlan } from './outline-model.ts'

const h = (line: string): Heading => ({
  type: `h${line.indexOf(' ')}` as Heading['type'],
  text: line.slice(line.indexOf(' ') + 1),
})
const texts = (entries: readonly Heading[]) => entries.map(({ text }) => text)

describe('the outline of a text that is still growing', () => {
  const plan = ['## A', '### A1', '## B', '## C'].map(h)
  test('a heading stands as planned until the text has it', () => {
    expect(getOutline(plan, [h('## A')], 'A1').map(({ text, state }) => `${text} ${state}`)).toEqual([
      'A written',
      'A1 writing',
      'B planned',
      'C planned',
    ])
  })
  test('what the text has besides stays in its place', () => {
    expect(texts(getOutline(plan, [h('## Before'), h('## A'), h('## B'), h('## New')], null))).toEqual([
      'Before',
      'A',
      'A1',
      'B',
      'C',
      'New',
    ])
  })
  test('numbers and signs make no other heading', () => {
    expect(getOutline([h('## 1. How long?')], [h('## How long')], null)).toHaveLength(1)
  })
  test('the same words twice in the plan are two sections', () => {
    expect(texts(getOutline([h('## A'), h('## A')], [h('## A')], null))).toEqual(['A', 'A'])
  })
  test('saving it and reading it again changes nothing', () => {
    const entries = getOutline(plan, [h('## A'), h('## B')], null)
    expect(toPlan(getOutline(toPlan(entries), [h('## A'), h('## B')], null))).toEqual(toPlan(entries))
  })
})

describe('moving', () => {
  const entries = ['## A', '### A1', '## B', '### B1', '### B2', '## C'].map(h)
  test('a branch moves whole, past the branch beside it', () => {
    expect(texts(movedBranch(entries, 0, 1)!.entries)).toEqual(['B', 'B1', 'B2', 'A', 'A1', 'C'])
    expect(movedBranch(entries, 0, 1)!.at).toBe(3)
    expect(texts(movedBranch(entries, 5, -1)!.entries)).toEqual(['A', 'A1', 'C', 'B', 'B1', 'B2'])
    expect(texts(movedBranch(entries, 4, -1)!.entries)).toEqual(['A', 'A1', 'B', 'B2', 'B1', 'C'])
  })
  test('down and up again is where it was', () => {
    const down = movedBranch(entries, 0, 1)!
    expect(movedBranch(down.entries, down.at, -1)!.entries).toEqual(entries)
  })
  test('at the ends nothing moves', () => {
    expect(movedBranch(entries, 0, -1)).toBeNull()
    expect(movedBranch(entries, 5, 1)).toBeNull()
  })
})

test('the highest heading stands at the edge', () => {
  const entries = ['### A', '## B', '#### C'].map(h)
  expect(entries.map((_, at) => getDepth(entries, at))).toEqual([1, 0, 2])
})

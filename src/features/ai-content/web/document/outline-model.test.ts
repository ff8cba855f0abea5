import { describe, expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import { getDepth, getOutline, movedBranch, toPlan, toTextHeadings } from './outline-model.ts'

const h = (line: string): Heading => ({
  type: `h${line.indexOf(' ')}` as Heading['type'],
  text: line.slice(line.indexOf(' ') + 1),
})
const texts = (entries: readonly Heading[]) => entries.map(({ text }) => text)

describe('the outline during writing', () => {
  const plan = ['## A', '### A1', '## B', '## C'].map(h)
  test('a heading is “planned” until the text contains it', () => {
    expect(getOutline(plan, [h('## A')], 'A1').map(({ text, state }) => `${text} ${state}`)).toEqual([
      'A written',
      'A1 writing',
      'B planned',
      'C planned',
    ])
  })
  test('a heading with nothing below isn’t “written”', () => {
    const text = toTextHeadings([h('## A'), h('### A1'), 'text', h('## B'), h('## C'), 'text', h('## D')])
    expect(getOutline([], text, null).map(({ text, state }) => `${text} ${state}`)).toEqual([
      'A written',
      'A1 written',
      'B empty',
      'C written',
      'D empty',
    ])
  })
  test('headings that aren’t in the plan keep their position in the text', () => {
    expect(texts(getOutline(plan, [h('## Before'), h('## A'), h('## B'), h('## New')], null))).toEqual([
      'Before',
      'A',
      'A1',
      'B',
      'C',
      'New',
    ])
  })
  test('numbering and punctuation don’t make a different heading', () => {
    expect(getOutline([h('## 1. How long?')], [h('## How long')], null)).toHaveLength(1)
  })
  test('equal headings in the plan are separate sections', () => {
    expect(texts(getOutline([h('## A'), h('## A')], [h('## A')], null))).toEqual(['A', 'A'])
  })
  test('saving and loading the plan changes nothing', () => {
    const entries = getOutline(plan, [h('## A'), h('## B')], null)
    expect(toPlan(getOutline(toPlan(entries), [h('## A'), h('## B')], null))).toEqual(toPlan(entries))
  })
})

describe('moving a heading', () => {
  const entries = ['## A', '### A1', '## B', '### B1', '### B2', '## C'].map(h)
  test('a branch moves as a whole, past its neighboring branch', () => {
    expect(texts(movedBranch(entries, 0, 1)!.entries)).toEqual(['B', 'B1', 'B2', 'A', 'A1', 'C'])
    expect(movedBranch(entries, 0, 1)!.at).toBe(3)
    expect(texts(movedBranch(entries, 5, -1)!.entries)).toEqual(['A', 'A1', 'C', 'B', 'B1', 'B2'])
    expect(texts(movedBranch(entries, 4, -1)!.entries)).toEqual(['A', 'A1', 'B', 'B2', 'B1', 'C'])
  })
  test('moving down and up again restores the order', () => {
    const down = movedBranch(entries, 0, 1)!
    expect(movedBranch(down.entries, down.at, -1)!.entries).toEqual(entries)
  })
  test('the first can’t move up and the last can’t move down', () => {
    expect(movedBranch(entries, 0, -1)).toBeNull()
    expect(movedBranch(entries, 5, 1)).toBeNull()
  })
})

test('indentation starts at the highest heading level', () => {
  const entries = ['### A', '## B', '#### C'].map(h)
  expect(entries.map((_, at) => getDepth(entries, at))).toEqual([1, 0, 2])
})

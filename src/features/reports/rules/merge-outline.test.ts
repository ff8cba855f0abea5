import { expect, test } from 'vitest'
import type { Heading } from '../contract.ts'
import { mergeOutline } from './merge-outline.ts'

const list = (...texts: string[]): Heading[] => texts.map((text) => ({ type: 'h2', text }))
const at = (version: number, ...texts: string[]) => ({ version, headings: list(...texts) })

test('a browser without changes shows what the server has', () => {
  expect(mergeOutline([], null, at(2, 'A'))).toEqual({ headings: list('A'), isUnsaved: false })
  expect(mergeOutline(list('A'), at(1, 'A'), at(2, 'B'))).toEqual({ headings: list('B'), isUnsaved: false })
})
test('changes made here are saved if nothing changed elsewhere', () => {
  expect(mergeOutline(list('B', 'A'), at(1, 'A', 'B'), at(1, 'A', 'B'))).toEqual({
    headings: list('B', 'A'),
    isUnsaved: true,
  })
  expect(mergeOutline(list(), at(1, 'A'), at(1, 'A'))).toEqual({ headings: [], isUnsaved: true })
})
test('changes made here and elsewhere are both kept', () => {
  expect(mergeOutline(list('B', 'mine'), at(1, 'A', 'B'), at(2, 'A', 'B', 'theirs'))).toEqual({
    headings: list('B', 'theirs', 'mine'),
    isUnsaved: true,
  })
})
test('an outline collected before it was stored on the server joins the server’s', () => {
  expect(mergeOutline(list('A', 'mine'), null, at(3, 'a'))).toEqual({ headings: list('a', 'mine'), isUnsaved: true })
  expect(mergeOutline(list('A'), null, at(0))).toEqual({ headings: list('A'), isUnsaved: true })
})

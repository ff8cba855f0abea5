import { describe, expect, test } from 'vitest'
import type { Heading } from '#features/reports/contract.ts'
import { getTerms } from '../scoring/text-terms.ts'
import { findCovered } from './covered-headings.ts'
import { groupPageHeadings } from './page-headings.ts'

const read = getTerms('en')
const h2 = (text: string): Heading => ({ type: 'h2', text })
const h3 = (text: string): Heading => ({ type: 'h3', text })

describe('headings of ranking pages', () => {
  test('headings that say the same are one, with the pages that have it, most pages first', () => {
    const groups = groupPageHeadings(
      [
        { n: 1, headings: [h2('What you need'), h3('2. Steeping time')] },
        { n: 3, headings: [h2('Steeping times'), h2('Storage')] },
      ],
      read,
    )
    expect(groups[0]).toEqual({ type: 'h2', text: '2. Steeping time', pages: [1, 3] })
    expect(groups.map(({ text }) => text)).toContain('Storage')
  })
  test('titles, generic headings and whole sentences as headings are left out', () => {
    const headings = [
      { type: 'h1' as const, text: 'Cold brew' },
      h2('Introduction'),
      h2('FAQ'),
      h2('x'.repeat(130)),
      h2('***'),
    ]
    expect(groupPageHeadings([{ n: 1, headings }], read)).toEqual([])
  })
  test('a heading twice on a page counts its page once', () => {
    expect(groupPageHeadings([{ n: 2, headings: [h2('Storage'), h3('Storage')] }], read)[0]?.pages).toEqual([2])
  })
})

describe('headings a text covers', () => {
  const covered = (headings: string[], own: string[]) => findCovered(headings, own, 'cold brew coffee', read)
  test('a heading in other words is covered, one on something else isn’t', () => {
    expect(covered(['How long to steep', 'Storing cold brew coffee'], ['Steeping cold brew'])).toEqual([true, false])
  })
  test('the topic’s own words cover nothing', () => {
    expect(covered(['Cold brew coffee storage'], ['Cold brew coffee'])).toEqual([false])
  })
  test('a heading that is only the topic is covered by the same heading alone', () => {
    expect(covered(['Cold brew coffee'], ['Storage'])).toEqual([false])
    expect(covered(['Cold brew coffee'], ['Cold Brew Coffee!'])).toEqual([true])
  })
})

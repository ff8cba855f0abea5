import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Facts } from '../contract.ts'
import { checkFacts } from '../rules/rewriting/facts/check-facts.ts'
import { FactCheck } from './fact-check.tsx'

const show = (facts: Facts) =>
  renderToStaticMarkup(createElement(FactCheck, { facts }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const sentence = {
  original: 'Moreover, all but two of the 14 desks must not be moved.',
  rewritten: 'All but two of the 14 desks must not be moved.',
}

test('the fact check names what was compared, and says that nothing else was', () => {
  const text = show(checkFacts([sentence], { language: 'en' }))
  expect(text).toContain('2 numbers, dates, names, quotations and links found in both texts')
  expect(text).toContain(
    'Compared in the whole text: numbers, dates, names, quotations, links, code, citations and kept words. In each changed sentence also: negations (0 in the text), exceptions (1 in the text), quantifiers (1 in the text), modals (1 in the text), comparisons (0 in the text), conditions (0 in the text) and who does what to whom.',
  )
  expect(text).toContain('Other changes in meaning aren’t checked.')
})

test('claims nothing about wording in another language, or about a run from before the kinds were recorded', () => {
  expect(show(checkFacts([sentence], { language: 'de' }))).not.toMatch(/negations|who does what/)
  const old = show({ kept: ['14'], lost: [] })
  expect(old).toContain('found in both texts')
  expect(old).not.toContain('Compared')
})

test('a missing fact is a warning', () => {
  expect(show({ kept: [], lost: ['2019'] })).toContain('Missing from the new text: “2019”.')
})

import { expect, test } from 'vitest'
import { amountsIn, findClaims } from './claims.ts'

const page3 = {
  n: 3,
  content:
    'Scooping is inexact. A tablespoon of coarse coffee grounds can be off by a quarter of its weight. Cold brew keeps for 7 to 10 days in the fridge. The company was founded in 1912 in Oslo.',
}
const getClaims = (text: string) => findClaims(text, [page3], 'en')

test('a figure the cited page has is sourced', () => {
  expect(getClaims('In the fridge cold brew keeps for 7 to 10 days.[^3]')).toMatchObject([
    { kind: 'number', state: 'sourced' },
  ])
})

test('a figure the cited page has otherwise is contradicted, and the page is quoted', () => {
  const [claim] = getClaims('A tablespoon of coarse grounds can be off by 3 tenths of its weight.[^3]')
  expect(claim).toMatchObject({ state: 'contradicted' })
  expect(claim!.note).toContain(
    'Cites source 3, which says “A tablespoon of coarse coffee grounds can be off by a quarter',
  )
})

test('a figure no source is cited for is unsourced; a marker that leads nowhere is no source', () => {
  expect(getClaims('It was founded in 1912.')).toMatchObject([{ kind: 'date', state: 'unsourced' }])
  expect(getClaims('It was founded in 1912.[^9]')).toMatchObject([{ state: 'unsourced' }])
})

test('what the cited page does not speak of is unsupported', () => {
  expect(getClaims('Espresso machines reach 9 bars of pressure.[^3]')).toMatchObject([{ state: 'unsupported' }])
})

test('comparisons, superlatives and attributions are claims; plain sentences, questions, headings and code are not', () => {
  const text = [
    '# The 10 best ways',
    'Cold brew is smoother than iced coffee. It is the most popular drink in town. According to a study, it helps.',
    'Pour the water slowly. How many of the 10 cups are left?',
    '```',
    'There are 12 lines of code.',
    '```',
  ].join('\n')
  expect(getClaims(text).map(({ kind }) => kind)).toEqual(['comparison', 'superlative', 'attribution'])
})

test('offsets give back the sentence', () => {
  const text = 'Intro.\n\n- It **keeps** for 10 days.[^3] Fine.'
  const [claim] = getClaims(text)
  expect(text.slice(claim!.start, claim!.end)).toBe('It **keeps** for 10 days.[^3]')
  expect(claim!.text).toBe('It keeps for 10 days.')
})

test('figures have one form', () => {
  expect([...amountsIn('1,000 and 1 000 and 1.000 and a thousand')]).toEqual(['1000'])
  expect([...amountsIn('2.5 l or 2,5 l')]).toEqual(['2.5'])
  expect([...amountsIn('a quarter')]).toEqual(['1/4'])
})

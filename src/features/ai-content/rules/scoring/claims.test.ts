import { expect, test } from 'vitest'
import { findClaims } from './claims.ts'

const page3 = {
  n: 3,
  content:
    'Scooping is inexact. A tablespoon of coarse coffee grounds can be off by a quarter of its weight. Cold brew keeps for 7 to 10 days in the fridge. The company was founded in 1912 in Oslo.',
}
const getClaims = (text: string) => findClaims(text, [page3], 'en')

test('a figure that is on the cited page is sourced', () => {
  expect(getClaims('In the fridge cold brew keeps for 7 to 10 days.[^3]')).toMatchObject([
    { kind: 'number', state: 'sourced' },
  ])
})

test('a figure that differs on the cited page is contradicted, with a quote from the page', () => {
  const [claim] = getClaims('A tablespoon of coarse grounds can be off by 3 tenths of its weight.[^3]')
  expect(claim).toMatchObject({ state: 'contradicted' })
  expect(claim!.note).toContain(
    'Cites source 3, which says “A tablespoon of coarse coffee grounds can be off by a quarter',
  )
})

test('a figure without a citation, or with an invalid one, is unsourced', () => {
  expect(getClaims('It was founded in 1912.')).toMatchObject([{ kind: 'date', state: 'unsourced' }])
  expect(getClaims('It was founded in 1912.[^9]')).toMatchObject([{ state: 'unsourced' }])
})

test('a claim about something the cited page doesn’t mention is unsupported', () => {
  expect(getClaims('Espresso machines reach 9 bars of pressure.[^3]')).toMatchObject([{ state: 'unsupported' }])
})

test('comparisons, superlatives and attributions are claims; plain sentences, questions, headings and code aren’t', () => {
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

test('offsets point to the sentence in the Markdown', () => {
  const text = 'Intro.\n\n- It **keeps** for 10 days.[^3] Fine.'
  const [claim] = getClaims(text)
  expect(text.slice(claim!.start, claim!.end)).toBe('It **keeps** for 10 days.[^3]')
  expect(claim!.text).toBe('It keeps for 10 days.')
})

test.each([
  ['As one barista put it, “cold brew never goes stale at all”.[^3]', 'quote', 'doesn’t have this quote'],
  ['Jane Marsh of Yale drinks cold brew in the fridge.[^3]', 'name', 'doesn’t have this name'],
  ['According to a study, cold brew keeps in the fridge.[^3]', 'attribution', 'doesn’t name such a source'],
  ['Cold brew keeps in the fridge because it has acid.[^3]', 'cause', 'doesn’t say that one causes the other'],
  ['The best cold brew keeps in the fridge.[^3]', 'superlative', 'doesn’t go that far'],
])('%s is an unsupported claim', (text, kind, note) => {
  expect(getClaims(text)).toMatchObject([{ kind, state: 'unsupported', note: expect.stringContaining(note) }])
})

test('what the built-in writer says of its draft is no claim', () => {
  const note =
    '> Sourced research draft: 729 of the 900 words asked for, because the pages say no more on these headings. At most 20% of it is quoted from one page (a.example).'
  expect(findClaims(note, [], 'en')).toEqual([])
  expect(findClaims('> At most 20% of desks wobble.', [], 'en')).toHaveLength(1)
  expect(findClaims('site.example (The first hour):\n\n1. “Check the tires.”', [], 'en')).toHaveLength(1)
})

test.each([
  ['en', 'Sales rose by a third.', 'number'],
  ['en', 'The number doubled.', 'number'],
  ['en', 'Prices have gone up since May.', 'date'],
  ['en', 'It opened last year.', 'date'],
  ['en', 'No other plant grows in such shade.', 'superlative'],
  ['en', 'It outlasts oak.', 'comparison'],
  ['en', 'Smoking is linked to cancer.', 'cause'],
  ['en', 'As a result, roots rot.', 'cause'],
  ['en', 'He said that it works.', 'attribution'],
  ['de', 'Es hält sieben Tage.', 'number'],
  ['de', 'Es ist die beliebteste Sorte.', 'superlative'],
  ['de', 'Regen verursacht Rost.', 'cause'],
  ['de', 'Es ist stärker als Kaffee.', 'comparison'],
  ['de', 'Gebaut wird sie von Anna Berg.', 'name'],
  ['fr', 'Cela dure sept jours.', 'number'],
  ['fr', 'C’est la variété la plus populaire.', 'superlative'],
  ['fr', 'La pluie provoque la rouille.', 'cause'],
  ['fr', 'Il est plus fort que le café.', 'comparison'],
  ['es', 'Es la variedad más popular.', 'superlative'],
  ['es', 'Dura siete días.', 'number'],
  ['es', 'La lluvia causa óxido.', 'cause'],
  ['it', 'Secondo uno studio, aiuta.', 'attribution'],
  ['it', 'La pioggia causa ruggine.', 'cause'],
  ['pt', 'É a variedade mais popular.', 'superlative'],
  ['nl', 'Regen veroorzaakt roest.', 'cause'],
])('%s: “%s” is a claim', (language, text, kind) => {
  expect(findClaims(text, [], language)).toMatchObject([{ kind, state: 'unsourced' }])
})

test.each([
  ['en', 'Water the plants in the evening.'],
  ['de', 'Gieße die Pflanzen am Abend.'],
  ['de', 'Der Kaffee steht im Kühlschrank.'],
  ['fr', 'Remplissez le tonneau.'],
  ['es', 'Riega las plantas por la tarde.'],
  ['it', 'Innaffia le piante la sera.'],
  ['pt', 'Regue as plantas à noite.'],
  ['nl', 'Geef de planten water.'],
])('%s: “%s” is none', (language, text) => {
  expect(findClaims(text, [], language)).toEqual([])
})

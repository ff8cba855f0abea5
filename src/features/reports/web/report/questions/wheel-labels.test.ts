import { expect, test } from 'vitest'
import { toRow } from '../keywords/table/test-rows.ts'
import { spreadRows, withoutSharedStems, withStemsFirst } from './wheel-labels.ts'

test('a beginning that was read already is left out; the first of a kind keeps it', () => {
  expect(
    withoutSharedStems([
      'how to make cold brew coffee',
      'How to make cold brew coffee in a french press',
      'how to make cold brew coffee less bitter',
      'how long does it last',
      'how to make cold brew coffee',
    ]),
  ).toEqual([
    'how to make cold brew coffee',
    '… in a french press',
    '… less bitter',
    'how long does it last',
    'how to make cold brew coffee',
  ])
})

test('what is left out is the beginning of the last full text, the same words for all until the next', () => {
  expect(
    withoutSharedStems([
      'can cold brew be unsafe to drink',
      'can cold brew coffee go bad',
      'can cold brew be decaf',
      'how does cold brew coffee taste',
      'can cold brew go bad',
    ]),
  ).toEqual([
    'can cold brew be unsafe to drink',
    '… coffee go bad',
    '… be decaf',
    'how does cold brew coffee taste',
    'can cold brew go bad',
  ])
  expect(
    withoutSharedStems([
      'how to make cold brew',
      'how to make cold brew fast',
      'how to make nitro',
      'how to make nitro at home',
    ]),
  ).toEqual(['how to make cold brew', '… fast', 'how to make nitro', '… at home'])
})

test('two shared words are no beginning to leave out, and nothing is left empty', () => {
  expect(withoutSharedStems(['how to steep', 'how to dilute'])).toEqual(['how to steep', 'how to dilute'])
  expect(withoutSharedStems(['how to make it at home', 'how to make it'])).toEqual([
    'how to make it at home',
    'how to make it',
  ])
})

test('no more than three that begin alike are drawn while others wait, in their order', () => {
  const rows = [
    'how to make cold brew fast',
    'how to make cold brew weak',
    'how to make cold brew sweet',
    'how to make cold brew strong',
    'how long does it last',
    'how much caffeine',
  ].map((text) => toRow(text))
  const texts = (count: number) => spreadRows(rows, count).map(({ text }) => text)
  expect(texts(5)).toEqual([
    'how to make cold brew fast',
    'how to make cold brew weak',
    'how to make cold brew sweet',
    'how long does it last',
    'how much caffeine',
  ])
  expect(texts(6)).toHaveLength(6)
  expect(texts(2)).toEqual(['how to make cold brew fast', 'how to make cold brew weak'])
})

test('a question that others begin with is drawn before them, so that its beginning is written once', () => {
  const rows = ['how to brew it at home', 'how long', 'how to brew it', 'how to brew it cold'].map((text) =>
    toRow(text),
  )
  const texts = withStemsFirst(rows).map(({ text }) => text)
  expect(texts).toEqual(['how to brew it', 'how to brew it at home', 'how long', 'how to brew it cold'])
  expect(withoutSharedStems(texts)).toEqual(['how to brew it', '… at home', 'how long', 'how to brew it cold'])
})

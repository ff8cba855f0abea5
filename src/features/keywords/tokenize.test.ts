import { expect, test } from 'vitest'
import { keywordTerms } from './tokenize.ts'

const english = keywordTerms('en')

test('stems words and leaves out those that say nothing of a topic', () => {
  expect(english('How to clean the coffee grinders')).toEqual(english('cleaning a coffee grinder'))
  expect(english('what is a coffee grinder')).toEqual(['coffe', 'grinder'])
})

test('words that ask for the same thing are one term', () => {
  expect(english('how to make cold brew').sort()).toEqual(english('cold brew recipe').sort())
  expect(english('iced coffee versus cold brew')).toContain('vs')
})

test('keeps the signs that make a name', () => {
  expect(english('learn C++')).toContain('c++')
  expect(english('c# vs c')).toEqual(['c#', 'vs', 'c'])
})

test('full-width, case, accents and possessives do not part keywords', () => {
  expect(english('ＣＯＦＦＥＥ　café')).toEqual(english('coffee cafe'))
  expect(english("starbucks's menu")).toEqual(english('starbucks menu'))
  expect(keywordTerms('es')('cafetera rápida')).toEqual(keywordTerms('es')('cafetera rapida'))
})

test('each language has its own stems and function words', () => {
  expect(keywordTerms('de-AT')('die besten Kaffeemühlen für Espresso')).toEqual(['best', 'kaffeemuhl', 'espresso'])
  expect(keywordTerms('fr')('les machines à café')).toEqual(keywordTerms('fr')('machine café'))
  expect(keywordTerms('ru')('лучшие кофемолки')).toEqual(keywordTerms('ru')('лучшая кофемолка'))
})

test('scripts without spaces become pairs of characters', () => {
  expect(keywordTerms('ja')('抹茶ラテ')).toEqual(['抹茶', '茶ラ', 'ラテ'])
  expect(keywordTerms('zh')('茶')).toEqual(['茶'])
})

test('an unknown language gets whole words', () => {
  expect(keywordTerms('tlh')('Qapla batlh je')).toEqual(['qapla', 'batlh', 'je'])
})

test('never loses a keyword: function words or signs alone stay, nothing is nothing', () => {
  expect(english('what is it')).toEqual(['what', 'is', 'it'])
  expect(english('???')).toEqual(['???'])
  expect(english('   ')).toEqual([])
})

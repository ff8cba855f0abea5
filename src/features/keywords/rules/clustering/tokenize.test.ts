import { expect, test } from 'vitest'
import { keywordTerms } from './tokenize.ts'

const english = keywordTerms('en')

test('stems words and removes those without meaning for a topic', () => {
  expect(english('How to clean the coffee grinders')).toEqual(english('cleaning a coffee grinder'))
  expect(english('what is a coffee grinder')).toEqual(['coffe', 'grinder'])
})

test('synonyms become one term', () => {
  expect(english('how to make cold brew').sort()).toEqual(english('cold brew recipe').sort())
  expect(english('iced coffee versus cold brew')).toContain('vs')
})

test('keeps characters that are part of a name', () => {
  expect(english('learn C++')).toContain('c++')
  expect(english('c# vs c')).toEqual(['c#', 'vs', 'c'])
})

test('ignores width, case, accents and possessives', () => {
  expect(english('ＣＯＦＦＥＥ　café')).toEqual(english('coffee cafe'))
  expect(english("starbucks's menu")).toEqual(english('starbucks menu'))
  expect(keywordTerms('es')('cafetera rápida')).toEqual(keywordTerms('es')('cafetera rapida'))
})

test('uses the stemmer and stop words of each language', () => {
  expect(keywordTerms('de-AT')('die besten Kaffeemühlen für Espresso')).toEqual(['best', 'kaffeemuhl', 'espresso'])
  expect(keywordTerms('fr')('les machines à café')).toEqual(keywordTerms('fr')('machine café'))
  expect(keywordTerms('ru')('лучшие кофемолки')).toEqual(keywordTerms('ru')('лучшая кофемолка'))
})

test('splits scripts without spaces into character pairs', () => {
  expect(keywordTerms('ja')('抹茶ラテ')).toEqual(['抹茶', '茶ラ', 'ラテ'])
  expect(keywordTerms('zh')('茶')).toEqual(['茶'])
})

test('keeps whole words in an unknown language', () => {
  expect(keywordTerms('tlh')('Qapla batlh je')).toEqual(['qapla', 'batlh', 'je'])
})

test('keeps stop words and symbols if there is nothing else', () => {
  expect(english('what is it')).toEqual(['what', 'is', 'it'])
  expect(english('???')).toEqual(['???'])
  expect(english('   ')).toEqual([])
})

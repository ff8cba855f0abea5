import { expect, test } from 'vitest'
import { createNounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import { getSeedStems } from '#features/keywords/rules/clustering/topic-names.ts'
import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'
import { joinSameSubject } from './join-same-subject.ts'

const read = createWordReader('en')

function join(seedText: string, topics: string[][]): string[][] {
  const keywords = topics.flat()
  const words = keywords.map((text) => read(text))
  const seed = getSeedStems(read, seedText)
  const groups = topics.map((members) => members.map((text) => keywords.indexOf(text)))
  const naming = { rows: [], words, seed, weak: new Set(['best']), nouns: createNounDetector('en', words, seed) }
  return joinSameSubject(groups, naming).map((members) => members.map((at) => keywords[at]!))
}

const ratios = [
  ['cold brew coffee ratio', 'coffee to water ratio', 'cold brew coffee ratio grams'],
  ['cold brew ratio calculator', 'cold brew ratio for 1 gallon'],
]

test('topics about the same thing are one, whichever words of the report’s topic they have', () => {
  expect(join('cold brew coffee', [...ratios, ['cold brew coffee keg', 'cold brew keg']])).toEqual([
    ratios.flat(),
    ['cold brew coffee keg', 'cold brew keg'],
  ])
})

test('a longer phrase stays apart', () => {
  const topics = [
    ['cold brew coffee filter', 'cold brew filter'],
    ['cold brew mesh filter', 'mesh filter for cold brew coffee'],
  ]
  expect(join('cold brew coffee', topics)).toEqual(topics)
})

test('what people do and words of the whole list say nothing about a thing', () => {
  const doing = [
    ['how to use cold brew', 'how cold brew is used'],
    ['can you use cold brew', 'when to use cold brew coffee'],
  ]
  expect(join('cold brew coffee', doing)).toEqual(doing)
  const best = [
    ['best cold brew', 'best cold brew coffee'],
    ['best cold brew coffee to buy', 'best coffee'],
  ]
  expect(join('cold brew coffee', best)).toEqual(best)
})

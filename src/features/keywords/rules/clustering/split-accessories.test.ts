import { describe, expect, test } from 'vitest'
import { getModifiers } from '#features/reports/rules/topics/topic-modifiers.ts'
import { createNounDetector } from './name-words.ts'
import { splitAccessories } from './split-accessories.ts'
import { readThings } from './things.ts'
import { createWordReader } from './word-reader.ts'

// Other products of the same list, because a noun that many things end with names no accessory.
const others = [
  ...['violin', 'cello', 'oboe', 'tuba', 'flute', 'banjo', 'lute', 'harp', 'gong', 'organ', 'viola', 'bugle'],
  ...['sitar', 'zither', 'bassoon', 'cornet', 'ukulele', 'clarinet', 'trombone', 'mandolin', 'harmonica', 'recorder'],
]

/** Splits one topic of a list that has other products, too. */
function split(topic: readonly string[], rest: readonly string[] = others): string[][] {
  const keywords = [...topic, ...rest]
  const read = createWordReader('en')
  const words = keywords.map((keyword) => read(keyword))
  const things = readThings(words, getModifiers('en', read), createNounDetector('en', words, new Set()))
  const indexes = topic.map((_, at) => at)
  return splitAccessories([indexes], things).map((members) => members.map((at) => keywords[at]!))
}

describe('accessories', () => {
  test('a noun after a thing makes another thing; those with one noun stay together', () => {
    expect(
      split(['piano', 'digital piano', 'upright piano', 'piano bench', 'padded piano bench', 'piano lamp']),
    ).toEqual([['piano', 'digital piano', 'upright piano'], ['piano bench', 'padded piano bench'], ['piano lamp']])
  })

  test('an accessory of two words', () => {
    expect(split(['kayak', 'fishing kayak', 'kayak rain skirt'])).toEqual([
      ['kayak', 'fishing kayak'],
      ['kayak rain skirt'],
    ])
  })

  test('what is for a thing is another thing', () => {
    expect(split(['digital piano', 'upright piano', 'best lamp for piano'])).toEqual([
      ['digital piano', 'upright piano'],
      ['best lamp for piano'],
    ])
  })
})

describe('the same thing', () => {
  test.each([
    ['words before it', ['piano', 'digital piano', 'best 88 key weighted piano']],
    ['attributes after it', ['piano', 'digital piano', 'piano price', 'piano weight', 'piano dimensions']],
    ['models and sizes', ['piano', 'digital piano', 'piano mk2', 'piano 88']],
    ['what it is for, with or in', ['piano', 'digital piano', 'piano for beginners', 'piano with stool']],
    ['questions and comparisons', ['piano', 'digital piano', 'how to move a piano bench', 'piano bench vs stool']],
    ['places', ['piano', 'digital piano', 'piano london']],
  ])('%s', (_, topic) => {
    expect(split(topic)).toEqual([topic])
  })

  test('a topic of the longer name isn’t split by the shorter one', () => {
    const topic = ['piano bench', 'padded piano bench', 'wooden piano bench', 'grand piano']
    expect(split(topic)).toEqual([topic])
  })

  test('a noun that many things of the list end with is what the list is about', () => {
    const topic = ['piano', 'digital piano', 'piano lesson']
    expect(split(topic)).toHaveLength(2)
    expect(
      split(
        topic,
        others.map((instrument) => `${instrument} lesson`),
      ),
    ).toEqual([topic])
  })

  test('where something is, is no accessory of it', () => {
    const topic = ['piano', 'digital piano', 'piano concert hall']
    expect(split(topic)).toHaveLength(2)
    expect(split(topic, [...others, 'violin in concert hall'])).toEqual([topic])
  })
})

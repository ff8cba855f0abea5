import { describe, expect, test } from 'vitest'
import { getModifiers } from '#features/reports/rules/topics/topic-modifiers.ts'
import { createNounDetector } from './name-words.ts'
import { readThings } from './things.ts'
import { createWordReader } from './word-reader.ts'

const read = createWordReader('en')
const readAll = (keywords: string[]) => {
  const words = keywords.map((keyword) => read(keyword))
  return readThings(words, getModifiers('en', read), createNounDetector('en', words, new Set()))
}
const readOne = (keyword: string) => readAll([keyword])[0]!
const stemsOf = (text: string) => read(text).map(({ stem }) => stem)

describe('what a keyword names', () => {
  test.each([
    ['best kayak paddle', 'kayak paddle'],
    ['cheap paddles for kayaks', 'paddles'],
    ['piano bench with storage', 'piano bench'],
    ['piano tuner near me', 'piano tuner'],
  ])('%s: %s', (keyword, thing) => {
    expect(readOne(keyword).stems).toEqual(stemsOf(thing))
  })

  test('what it is for, and where it is', () => {
    expect(readOne('cover for grand piano')).toMatchObject({ stems: stemsOf('cover'), purpose: stemsOf('grand piano') })
    expect(readOne('herbs in raised bed')).toMatchObject({ stems: stemsOf('herbs'), location: stemsOf('raised bed') })
  })

  test.each(['how to tune a piano', 'do pianos need tuning', 'kayak vs canoe', 'clean kayak seat', ''])(
    '“%s” names no thing',
    (keyword) => {
      expect(readOne(keyword)).toBeNull()
    },
  )
})

describe('words that can name another thing after one', () => {
  const isLastNoun = (keyword: string) => readOne(keyword).isNoun.at(-1)
  test.each(['kayak paddle', 'piano stand', 'radio station'])('%s', (keyword) => {
    expect(isLastNoun(keyword)).toBe(true)
  })
  test.each(['kayak weight', 'piano installation', 'piano mk2', 'kayak foldable', 'kayak chicago', 'piano tuning'])(
    'not %s',
    (keyword) => {
      expect(isLastNoun(keyword)).toBe(false)
    },
  )
})

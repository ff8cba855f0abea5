import { describe, expect, test } from 'vitest'
import { createNounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import { getCommonStems, getSeedStems } from '#features/keywords/rules/clustering/topic-names.ts'
import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'
import { groupByAspect } from './group-by-aspect.ts'
import { getModifiers } from './topic-modifiers.ts'

const read = createWordReader('en')

/** Groups of several keywords, and which keywords are alone. */
function group(topic: string, keywords: string[]) {
  const words = keywords.map((text) => read(text))
  const seed = getSeedStems(read, topic)
  const groups = groupByAspect(words, [...keywords.keys()], {
    seed,
    weak: getCommonStems(words),
    nouns: createNounDetector('en', words, seed),
    modifiers: getModifiers('en', read),
  }).map((members) => members.map((at) => keywords[at]!))
  expect(groups.flat().toSorted()).toEqual(keywords.toSorted())
  return {
    topics: groups.filter(({ length }) => length > 1),
    alone: groups.filter(({ length }) => length === 1).flat(),
  }
}

const toSorted = (lists: string[][]) => lists.map((members) => members.toSorted().join(', ')).toSorted()

/** Each keyword is its own list's topic, whatever the other lists hold. */
const expectTopics = (topic: string, ...lists: string[][]) =>
  expect(toSorted(group(topic, lists.flat()).topics)).toEqual(toSorted(lists.filter(({ length }) => length > 1)))

describe('keywords of a report are together by the thing they add to its topic', () => {
  test('in questions and in short keywords', () => {
    expectTopics(
      'robot vacuum',
      [
        'how long does a robot vacuum battery last',
        'how to replace a robot vacuum battery',
        'robot vacuum battery life',
      ],
      ['robot vacuum for pet hair', 'can a robot vacuum pick up dog hair', 'best robot vacuum for hair'],
      ['robot vacuum on carpet', 'do robot vacuums work on carpet'],
    )
  })

  test('rather than by words that say nothing by themselves', () => {
    expectTopics(
      'robot vacuum',
      ['how does a robot vacuum work on rugs', 'robot vacuum for rugs'],
      ['do robot vacuums work with alexa', 'robot vacuum alexa'],
      ['how do robot vacuums work'],
      ['should i get a robot vacuum with mop', 'robot vacuum mop'],
      ['can a robot vacuum get wet'],
    )
  })

  test('in one of its words for them', () => {
    expectTopics(
      'robot vacuum',
      ['how much does a robot vacuum cost', 'why are robot vacuums so expensive', 'robot vacuum price'],
      ['how loud is a robot vacuum', 'quiet robot vacuum', 'robot vacuum noise'],
      ['who invented the robot vacuum', 'when were robot vacuums invented', 'robot vacuum history'],
    )
  })

  test('and an attribute beside a thing is the thing’s', () => {
    expectTopics(
      'robot vacuum',
      ['robot vacuum filter', 'how much does a robot vacuum filter cost', 'robot vacuum filter size'],
      ['robot vacuum cost', 'how much do robot vacuums cost'],
    )
  })

  test('but a compound names another thing than its first word', () => {
    expectTopics(
      'camping stove',
      ['camping stove gas', 'camping stove with gas'],
      ['camping stove gas bottle', 'camping stove bottle'],
    )
  })
})

describe('questions', () => {
  test('about what is done are together, those that name a thing aren’t', () => {
    expectTopics(
      'cast iron pan',
      ['how to season a cast iron pan', 'how often should you season a cast iron pan', 'cast iron pan seasoning'],
      ['can you season a cast iron pan with butter', 'cast iron pan butter'],
    )
  })

  test('where and who ask for something else than how', () => {
    const { topics } = group('kayak', [
      'how to rent a kayak',
      'where to paddle a kayak',
      'how to paddle a kayak',
      'kayaks',
    ])
    expect(topics).toEqual([])
  })

  test('that go on from another one are its topic', () => {
    expectTopics('sourdough bread', ['how to make sourdough bread', 'how to make sourdough bread less dense'])
  })

  test('without a word of their own are apart from the topic as a whole', () => {
    expectTopics(
      'heat pump',
      ['heat pump', 'best heat pump', 'heat pump near me', 'heat pump reviews'],
      ['is a heat pump worth it', 'are heat pumps worth it'],
      ['what is a heat pump'],
    )
  })
})

describe('kinds of one thing', () => {
  test('are apart when neither the thing itself nor one of them comes twice', () => {
    expect(group('bike', ['mid drive bike', 'bike with belt drive']).topics).toEqual([])
    expectTopics('bike', ['mid drive bike', 'what is a mid drive bike'], ['bike with belt drive'])
  })

  test('are one topic where there are many, or the thing itself comes too', () => {
    expectTopics('coffee', ['coffee with milk', 'coffee with oat milk', 'coffee with almond milk'])
    expectTopics('coffee', ['oat milk coffee', 'almond milk coffee', 'soy milk coffee', 'skim milk coffee'])
  })

  test('leave a topic that is mostly about another kind', () => {
    expectTopics(
      'standing desk',
      ['standing desk back pain', 'can a standing desk help back pain', 'standing desk for back pain'],
      ['standing desk knee pain'],
    )
  })
})

test('words that happen to be alike don’t meet', () => {
  expectTopics(
    'cold brew',
    ['how to make cold brew fast', 'quick cold brew'],
    ['does cold brew break a fast'],
    ['can cold brew help you lose weight', 'cold brew for weight loss'],
  )
})

test('many keywords about one thing are told apart by what they say of it', () => {
  const says = ['life', 'replacement', 'charger', 'fire', 'warranty']
  const forms = [
    'ebike battery X',
    'how to check ebike battery X',
    'best ebike battery X',
    'ebike battery X near me',
    'ebike battery X cost',
  ]
  const { topics, alone } = group('ebike', [
    ...says.flatMap((word) => forms.map((form) => form.replace('X', word))),
    'ebike battery',
  ])
  expect(alone.length).toBeLessThanOrEqual(1)
  for (const topic of topics) expect(topic.length).toBeLessThanOrEqual(12)
  expect(topics.length).toBeGreaterThanOrEqual(3)
})

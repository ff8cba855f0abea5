import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupByMeaning, type MeaningInput } from './group-by-meaning.ts'
import { toVector } from './meaning-vectors.ts'
import { nearestMeanings, sketchMeanings } from './nearest-meanings.ts'
import { createWordReader } from './word-reader.ts'

const read = createWordReader('en')
const noModifiers = {
  anywhere: new Set<string>(),
  first: new Set<string>(),
  last: new Set<string>(),
  endings: new Set<string>(),
}

/** `directions`: the axis a keyword's vector lies on; keywords with one axis mean the same. */
function group(
  keywords: string[],
  directions: number[],
  groups: number[][],
  more: Partial<Pick<MeaningInput, 'isDecided' | 'strictness'>> = {},
): string[][] {
  const dimensions = Math.max(...directions) + 1
  const vectors = new Int8Array(keywords.length * dimensions)
  directions.forEach((axis, at) => {
    vectors[at * dimensions + axis] = 127
  })
  const found = groupByMeaning(groups, {
    keywords,
    words: keywords.map((text) => read(text)),
    language: 'en',
    meanings: { dimensions, vectors },
    modifiers: noModifiers,
    strictness: 'balanced',
    isDecided: () => false,
    ...more,
  })
  return found.map((members) => members.map((at) => keywords[at]!).sort()).sort()
}

const alone = (keywords: readonly unknown[]) => keywords.map((_, at) => [at])

describe('meaning', () => {
  test('joins what shares no word', () => {
    const keywords = ['playard', 'pack and play', 'bottle warmer', 'stroller fan']
    expect(group(keywords, [0, 0, 1, 2], alone(keywords))).toEqual([
      ['bottle warmer'],
      ['pack and play', 'playard'],
      ['stroller fan'],
    ])
  })

  test('parts what only shares a word', () => {
    const keywords = [
      'drill bits for metal',
      'metal drill bits',
      'drill press stand',
      'stand for drill press',
      'shop vac',
      'air hose',
    ]
    expect(group(keywords, [0, 0, 1, 1, 2, 3], [[0, 1, 2, 3], [4], [5]])).toEqual([
      ['air hose'],
      ['drill bits for metal', 'metal drill bits'],
      ['drill press stand', 'stand for drill press'],
      ['shop vac'],
    ])
  })

  test('leaves topics of words together as long as it says little against them', () => {
    const keywords = ['oak desk', 'oak desk small', 'wool rug', 'wool rug large']
    const topics = [
      ['oak desk', 'oak desk small'],
      ['wool rug', 'wool rug large'],
    ]
    // Half alike: two axes of which one is shared.
    const vectors = Int8Array.from([90, 90, 0, 0, 0, 0, 90, 0, 90, 0, 0, 0, 0, 0, 0, 90, 90, 0, 0, 0, 0, 90, 0, 90])
    const found = groupByMeaning(
      [
        [0, 1],
        [2, 3],
      ],
      {
        keywords,
        words: keywords.map((text) => read(text)),
        language: 'en',
        meanings: { dimensions: 6, vectors },
        modifiers: noModifiers,
        strictness: 'balanced',
        isDecided: () => false,
      },
    )
    expect(found.map((members) => members.map((at) => keywords[at]))).toEqual(topics)
  })

  test('never joins two brands or two sizes', () => {
    const keywords = [
      'dewalt 20v drill',
      'dewalt drill',
      'makita 18v saw',
      'makita drill',
      '16 inch bike',
      '20 inch bike',
    ]
    const found = group(keywords, [0, 0, 1, 0, 2, 2], alone(keywords))
    expect(found).toContainEqual(['dewalt 20v drill', 'dewalt drill'])
    expect(found).toContainEqual(['makita drill'])
    expect(found).toContainEqual(['16 inch bike'])
    expect(found).toContainEqual(['20 inch bike'])
  })

  test('doesn’t part years', () => {
    const keywords = ['best laptop 2025', 'top notebook 2026', 'desk lamp', 'wool rug']
    expect(group(keywords, [0, 0, 1, 2], alone(keywords))).toContainEqual(['best laptop 2025', 'top notebook 2026'])
  })
})

describe('SERPs', () => {
  const keywords = ['espresso cups', 'demitasse cups', 'knock box', 'puck bin', 'milk jug']

  test('keep topics that mean the same apart, and others together', () => {
    const decided = [[0], [1, 2], [3], [4]]
    expect(group(keywords, [0, 0, 1, 1, 2], decided, { isDecided: () => true })).toEqual(
      decided.map((members) => members.map((at) => keywords[at]!).sort()).sort(),
    )
  })

  test('take in a keyword without one that means the same', () => {
    const found = group(keywords, [0, 0, 1, 1, 2], alone(keywords), { isDecided: (at) => at === 0 || at === 2 })
    expect(found).toEqual([['demitasse cups', 'espresso cups'], ['knock box', 'puck bin'], ['milk jug']].sort())
  })
})

const world = fc.integer({ min: 4, max: 40 }).chain((count) =>
  fc.record({
    directions: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }),
    topics: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: count, maxLength: count }),
    decided: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    words: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: count, maxLength: count }),
  }),
)
const toGroups = (topics: readonly number[]) => [...Map.groupBy(topics.keys(), (at) => topics[at]!).values()]
const syllables = 'ba be bi bo bu da de di do du ga ge gi'.split(' ')

test('every keyword is in one topic, and the same keywords give the same topics', () => {
  fc.assert(
    fc.property(world, ({ directions, topics, decided, words }) => {
      const keywords = words.map(
        (word, at) =>
          `${syllables[word]}lum ${syllables[at % 13]}tar x${String.fromCharCode(97 + (at % 26))}y${at > 25 ? 'q' : ''}`,
      )
      const options = { isDecided: (at: number) => decided[at]! }
      const found = group(keywords, directions, toGroups(topics), options)
      expect(found.flat().sort()).toEqual(keywords.toSorted())
      expect(found.every(({ length }) => length > 0)).toBe(true)
      expect(group(keywords, directions, toGroups(topics), options)).toEqual(found)
    }),
  )
})

test('topics that SERPs told stay whole and apart, whatever keywords mean', () => {
  fc.assert(
    fc.property(world, ({ directions, topics, decided, words }) => {
      const keywords = words.map((word, at) => `${syllables[word]}mor ${at}k`)
      const found = group(keywords, directions, toGroups(topics), { isDecided: (at) => decided[at]! })
      const topicOf = new Map(found.flatMap((members, topic) => members.map((text) => [text, topic])))
      for (const [a, textA] of keywords.entries())
        for (const [b, textB] of keywords.entries())
          if (decided[a] && decided[b]) expect(topicOf.get(textA) === topicOf.get(textB)).toBe(topics[a] === topics[b])
    }),
  )
})

describe('vectors', () => {
  const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })

  test('as bytes point in the same direction', () => {
    fc.assert(
      fc.property(
        vector.filter((numbers) => Math.hypot(...numbers) > 0.1),
        (numbers) => {
          const bytes = toVector(Float32Array.from(numbers))
          const dot = numbers.reduce((sum, value, at) => sum + value * bytes[at]!, 0)
          expect(dot / (Math.hypot(...numbers) * Math.hypot(...bytes))).toBeGreaterThan(0.999)
        },
      ),
    )
  })

  test('without a direction stay without one', () => {
    expect([...toVector(new Float32Array(3))]).toEqual([0, 0, 0])
  })

  test('are found by their sketches among very many', () => {
    const [count, dimensions] = [1300, 384]
    const vectors = new Float32Array(count * dimensions)
    // Pairs of neighbors on one axis, with a little of another.
    for (let row = 0; row < count; row++) {
      vectors[row * dimensions + (Math.floor(row / 4) % dimensions)] = 1
      vectors[row * dimensions + ((row * 7 + 3) % dimensions)]! += 0.2
    }
    const sketch = sketchMeanings(vectors, dimensions)
    expect(sketch.dimensions).toBeLessThan(dimensions)
    const near = nearestMeanings(sketch.vectors, sketch.dimensions, 24, (_a, _b, cosine) => cosine)
    for (let row = 0; row < count - 4; row++) {
      const others = [...near.rows.subarray(row * 24, row * 24 + near.count[row]!)]
      const partner = row % 4 === 0 ? row + 1 : row - 1
      expect(others).toContain(partner)
    }
  })
})

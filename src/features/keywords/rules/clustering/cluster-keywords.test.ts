import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeShopList } from '../../../../../bench/keyword-lists.ts'
import { type ClusterInput, type ClusterResult, clusterKeywords } from './cluster-keywords.ts'

const coldBrew = `cold brew; cold brew coffee
how to make cold brew; cold brew recipe; how to make cold brew coffee; cold brew coffee recipe
cold brew ratio; cold brew coffee ratio; coffee to water ratio for cold brew
cold brew caffeine; how much caffeine in cold brew; does cold brew have more caffeine; cold brew caffeine content
cold brew vs iced coffee; iced coffee vs cold brew; is cold brew stronger than iced coffee
cold brew maker; best cold brew maker; best cold brew coffee maker; cold brew pitcher maker
cold brew concentrate; what is cold brew concentrate; cold brew concentrate storage
how long does cold brew last; how long does cold brew last in the fridge
cold brew french press; french press cold brew; cold brew in a french press
nitro cold brew; what is nitro cold brew; nitro cold brew at home
cold brew tea; cold brew green tea; cold brew tea bags
cold brew calories; calories in cold brew
decaf cold brew; is there decaf cold brew`
  .split('\n')
  .map((line) => line.split('; '))

function clusterTexts(keywords: string[], more: Partial<ClusterInput> = {}): string[][] {
  const { clusters } = clusterKeywords({ keywords, language: 'en', ...more })
  return clusters.map(({ members }) => members.map((member) => keywords[member]!))
}

function indexes({ clusters, unclustered }: ClusterResult): number[] {
  return [...clusters.flatMap(({ members }) => members), ...unclustered].sort((a, b) => a - b)
}

describe('near-synonyms of a seed', () => {
  test('are grouped by what distinguishes them, not by the words they all share', () => {
    const found = clusterTexts(coldBrew.flat())
    for (const group of coldBrew) {
      const holding = found.filter((cluster) => cluster.some((keyword) => group.includes(keyword)))
      expect(holding, group[0]).toHaveLength(1)
    }
    expect(found.length).toBe(coldBrew.length)
  })

  test('the keyword with the highest volume is the pillar, and the others are sorted by volume', () => {
    const keywords = [
      'cold brew ratio',
      'coffee to water ratio for cold brew',
      'cold brew coffee ratio',
      ...coldBrew[8]!,
    ]
    const { clusters } = clusterKeywords({ keywords, volumes: [10, 500, 90, null, null, null], language: 'en' })
    const ratio = clusters.find(({ members }) => members.includes(0))!
    expect(ratio).toEqual({ pillar: 1, members: [1, 2, 0] })
  })

  test('without volumes a short, central keyword is the pillar', () => {
    const found = clusterTexts(coldBrew.flat())
    const names = found.map(([name]) => name)
    expect(names).toContain('cold brew maker')
    expect(names).toContain('cold brew tea')
    expect(names).not.toContain('does cold brew have more caffeine')
  })
})

describe('loosely related titles of a few topics', () => {
  // One word is the topic; the others are random, so that few titles are similar.
  const words =
    `change find stop split merge export load sort hide print count move lock test rows fonts users colours errors
    icons dates names links tables files pages menus quickly twice offline remotely silently backwards nightly safely lazily
    early online number text header value cell window button image server string object array`.split(/\s+/)
  const topics = ['spreadsheet', 'compiler', 'database', 'browser']
  let state = 1
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return words[(state >>> 8) % words.length]!
  }
  const titles = topics.flatMap((topic) =>
    Array.from({ length: 90 }, () => `${draw()} ${draw()} ${draw()} ${topic} ${draw()}`),
  )

  test('become one cluster per topic', () => {
    const { clusters } = clusterKeywords({ keywords: titles, language: 'en' })
    const large = clusters.filter(({ members }) => members.length >= 20)
    expect(large).toHaveLength(topics.length)
    for (const { members } of large) {
      const named = members.map((member) => topics.find((topic) => titles[member]!.includes(topic)))
      const maxShared = Math.max(...topics.map((topic) => named.filter((name) => name === topic).length))
      expect(maxShared / members.length).toBeGreaterThan(0.9)
    }
  })

  test('keep their own granularity next to near-synonyms', () => {
    const keywords = [...titles, ...coldBrew.flat()]
    const { clusters } = clusterKeywords({ keywords, language: 'en' })
    const ofSynonyms = clusters.filter(({ members }) => members.every((member) => member >= titles.length))
    expect(clusters.filter(({ members }) => members.length >= 20)).toHaveLength(topics.length)
    expect(ofSynonyms.length).toBeGreaterThanOrEqual(coldBrew.length - 4)
  })
})

describe('a shop’s keywords of attribute, product and modifier', () => {
  test.each([
    [40, 20],
    [100, 12],
    [300, 8],
    [60, 6],
  ])('%i products in %i variants each become one cluster per product', (heads, forms) => {
    const { keywords, topics } = makeShopList(heads, forms, 9)
    const { clusters, unclustered } = clusterKeywords({ keywords, language: 'en' })
    const pure = clusters.reduce((sum, { members }) => {
      const sizes = new Map<number, number>()
      for (const member of members) sizes.set(topics[member]!, (sizes.get(topics[member]!) ?? 0) + 1)
      return sum + Math.max(...sizes.values())
    }, unclustered.length)
    expect(pure / keywords.length).toBeGreaterThanOrEqual(0.95)
    expect(clusters.length + unclustered.length).toBeLessThanOrEqual(1.3 * heads)
  })
})

describe('any language', () => {
  test.each([
    [
      'de',
      [
        'kaffeemühle reinigen',
        'kaffeemühlen reinigen',
        'espresso bohnen kaufen',
        'espressobohnen test',
        'bohnen kaufen espresso',
      ],
    ],
    ['ru', ['купить кофемолку', 'кофемолка купить', 'рецепт латте', 'рецепты латте']],
    ['ja', ['抹茶ラテ 作り方', '作り方 抹茶ラテ', '寿司 レシピ', 'レシピ 寿司']],
    ['ar', ['طريقة عمل القهوة', 'عمل القهوة طريقة', 'سعر السيارة', 'السيارة سعر']],
    ['und', ['💡 lamp', 'lamp 💡', 'zzz qqq', 'qqq zzz']],
  ])('%s: other forms or another order of the same words are in one cluster', (language, keywords) => {
    const { clusters } = clusterKeywords({ keywords, language })
    const first = clusters.find(({ members }) => members.includes(0))
    expect(first?.members.toSorted()).toEqual([0, 1])
  })
})

describe('edge cases', () => {
  test('no keywords, one keyword, empty keywords', () => {
    const of = (keywords: string[]) => clusterKeywords({ keywords, language: 'en' })
    const plain = { clusters: [], method: 'text', kind: 'topics' }
    expect(of([])).toEqual({ ...plain, unclustered: [] })
    expect(of(['coffee'])).toEqual({ ...plain, unclustered: [0] })
    expect(of(['', ' ', 'coffee'])).toEqual({ ...plain, unclustered: [0, 1, 2] })
  })

  test('duplicates are one cluster', () => {
    const { clusters } = clusterKeywords({ keywords: ['tea', 'Tea', ' tea ', 'espresso'], language: 'en' })
    expect(clusters).toEqual([{ pillar: 0, members: [0, 1, 2].sort() }])
  })

  test('single words with nothing in common stay unclustered', () => {
    const keywords = ['tea', 'espresso', 'latte', 'mocha']
    expect(clusterKeywords({ keywords, language: 'en' }).unclustered).toEqual([0, 1, 2, 3])
  })
})

describe('with result pages for some keywords', () => {
  const serp = (name: string) => Array.from({ length: 10 }, (_, at) => `https://${name}.test/${at}`)
  const keywords = [
    'cold brew maker',
    'iced coffee machine',
    'best cold brew maker',
    'garden hose reel',
    'hose reel garden',
    'moon',
  ]
  const serps = [serp('makers'), serp('makers'), null, null, null, null]

  test('result pages decide first, then other keywords join by text or form clusters', () => {
    const { clusters, unclustered, method } = clusterKeywords({ keywords, serps, language: 'en' })
    expect(method).toBe('mixed')
    expect(clusters.map(({ members }) => members.toSorted())).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
    expect(unclustered).toEqual([5])
  })

  test('keywords with different result pages aren’t joined by text', () => {
    const { clusters, method } = clusterKeywords({
      keywords: ['jaguar speed', 'jaguar speeds'],
      serps: [serp('animals'), serp('cars')],
      language: 'en',
    })
    expect(method).toBe('serp')
    expect(clusters).toEqual([])
  })

  test('without any result page, clustering uses text only', () => {
    expect(clusterKeywords({ keywords, serps: keywords.map(() => null), language: 'en' }).method).toBe('text')
  })
})

describe('any input', () => {
  const word = fc.constantFrom('cold', 'brew', 'coffee', 'recipe', 'maker', 'best', 'the', 'é', '咖啡', '💡', '')
  const keyword = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme' }),
  )
  const address = fc.integer({ min: 0, max: 30 }).map((at) => `https://site.test/${at}`)
  const row = fc.record({
    keyword,
    volume: fc.option(fc.nat()),
    serp: fc.option(fc.uniqueArray(address, { maxLength: 10 }), { freq: 2 }),
  })
  const inputs = fc.record({ rows: fc.array(row, { maxLength: 60 }), language: fc.constantFrom('en', 'zh', 'de', '') })
  const toInput = ({
    rows,
    language,
  }: {
    rows: { keyword: string; volume: number | null; serp: string[] | null }[]
    language: string
  }) => ({
    keywords: rows.map((row) => row.keyword),
    volumes: rows.map((row) => row.volume),
    serps: rows.map((row) => row.serp),
    language,
  })

  test('every index is in the result once, and no cluster has a single member', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const result = clusterKeywords(toInput(given))
        expect(indexes(result)).toEqual([...given.rows.keys()])
        for (const { pillar, members } of result.clusters) {
          expect(members.length).toBeGreaterThan(1)
          expect(members[0]).toBe(pillar)
          const volumes = members.map((member) => given.rows[member]!.volume ?? -1)
          expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
        }
      }),
    )
  })

  test('the result is deterministic, and progress never goes down', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const heard: number[] = []
        const result = clusterKeywords(toInput(given), (fraction) => heard.push(fraction))
        expect(clusterKeywords(toInput(given))).toEqual(result)
        expect(heard).toEqual(heard.toSorted((a, b) => a - b))
        expect(heard.at(-1)).toBe(1)
      }),
    )
  })
})

test('keywords that share only the seed aren’t a cluster', () => {
  const alone = [
    'quick',
    'jelly',
    'robusta',
    'mocha',
    'jug',
    'packs',
    'nutrition',
    'history',
    'bottle',
    'keto',
    'starbucks',
    'images',
  ].map((word) => `cold brew coffee ${word}`)
  const together = [
    'cold brew coffee ratio',
    'what ratio for cold brew coffee',
    'best ratio for cold brew coffee',
    'cold brew coffee ratio by weight',
  ]
  const { clusters, unclustered } = clusterKeywords({ keywords: [...alone, ...together], language: 'en' })
  expect(clusters.map(({ members }) => members.toSorted((a, b) => a - b))).toEqual([[12, 13, 14, 15]])
  expect(unclustered).toHaveLength(alone.length)
})

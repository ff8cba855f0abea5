import { describe, expect, test } from 'vitest'
import { purity } from '../../../../../bench/cluster-metrics.ts'
import { readCollected } from '../../../../../bench/collected-lists.ts'
import { espressoShop, makeBikeShop, makeGardenShop } from '../../../../../bench/held-out-lists.ts'
import { makeShopList } from '../../../../../bench/keyword-lists.ts'
import { copperKitchenware, deskShop, shortQuestions } from '../../../../../bench/named-lists.ts'
import { buildTopics } from './build-topics.ts'
import type { TopicRow, Topics, TopicsInput } from './topic-model.ts'

const toRow = (text: string, more: Partial<TopicRow> = {}): TopicRow => ({
  text,
  type: 'related',
  intent: 'informational',
  volume: null,
  cluster_id: null,
  topic_pinned: false,
  given_topic: null,
  given_parent: null,
  ...more,
})

let lastId = 0
const build = (rows: TopicRow[], more: Partial<TopicsInput> = {}): Topics =>
  buildTopics({
    rows,
    serps: {},
    previous: [],
    language: 'en',
    seed: null,
    strictness: 'balanced',
    newId: () => `id ${++lastId}`,
    ...more,
  })

/** The rows as stored after a grouping. */
const stored = (rows: TopicRow[], { topicOfRow, pinned }: Topics) =>
  rows.map((row, at) => ({ ...row, cluster_id: topicOfRow[at]!, topic_pinned: pinned[at]! }))

const leaves = ({ clusters }: Topics) => clusters.filter(({ kind }) => kind !== 'parent')
const parents = ({ clusters }: Topics) => clusters.filter(({ kind }) => kind === 'parent')
const topicOf = (topics: Topics, at: number) => topics.clusters.find(({ _id }) => _id === topics.topicOfRow[at])!

const lamps = ['oak desk lamp', 'oak desk lamps', 'best oak desk lamp', 'cheap oak desk lamp'].map((text) =>
  toRow(text),
)
const rugs = ['wool rug', 'wool rugs', 'best wool rug', 'cheap wool rug'].map((text) => toRow(text))
const list = [...lamps, ...rugs, toRow('tax return deadline')]

describe('every keyword is in one topic', () => {
  test('sums of topics are the list’s, and a keyword alone is a topic of one', () => {
    const topics = build(list.map((row, at) => ({ ...row, volume: at * 10 })))
    expect(leaves(topics).reduce((sum, { keywords }) => sum + keywords, 0)).toBe(list.length)
    expect(leaves(topics).reduce((sum, { volume }) => sum + volume!, 0)).toBe(360)
    expect(topicOf(topics, 8)).toMatchObject({ kind: 'standalone', keywords: 1, name: 'tax return deadline' })
    expect(topicOf(topics, 0).kind).toBe('topic')
  })

  test('a template idea is in none', () => {
    const topics = build([...list, toRow('why is oak', { type: 'idea' })])
    expect(topics.topicOfRow.at(-1)).toBeNull()
  })

  test('keywords chained by chance words stay alone', () => {
    const words = [
      'income tax drawers',
      'drawers open sun',
      'sun printer preferences',
      'printer settings income',
      'kelp',
    ]
    const topics = build(words.map((text) => toRow(text)))
    for (const topic of leaves(topics)) expect(topic.keywords).toBeLessThan(3)
  })
})

describe('a shop’s list', () => {
  test.each([
    [25, 12, 31],
    [200, 12, 33],
    [400, 8, 34],
  ])('of %i heads that share words has a topic for each', (heads, forms, seed) => {
    const { keywords, topics: truth } = makeBikeShop(heads, forms, seed)
    const { topicOfRow, clusters } = build(keywords.map((text) => toRow(text)))
    const ids = new Map(clusters.map(({ _id }, at) => [_id, at]))
    const found = topicOfRow.map((id) => ids.get(id!)!)
    expect(purity(found, truth)).toBeGreaterThanOrEqual(0.95)
    expect(new Set(found).size).toBeLessThanOrEqual(1.3 * heads)
  })

  test('of 31 keywords has at least 90% where an SEO would put them, and the subject is a topic', () => {
    const rows = espressoShop.map(([text, volume]) => toRow(text, { volume }))
    const topics = build(rows)
    const meant = espressoShop.map(([, , topic]) => topic)
    const found = topics.topicOfRow.map((id) => [...topics.clusters.map(({ _id }) => _id)].indexOf(id!))
    const labels = meant.map((topic) => meant.indexOf(topic))
    expect(purity(found, labels)).toBeGreaterThanOrEqual(0.9)
    expect(purity(labels, found)).toBeGreaterThanOrEqual(0.9)
    const subject = build(deskShop.map(([text]) => toRow(text)))
    const desks = ['standing desk', 'cheap standing desk', 'used standing desk', 'standing desk review']
    const ids = desks.map((text) => subject.topicOfRow[deskShop.findIndex(([keyword]) => keyword === text)])
    expect(new Set(ids).size).toBe(1)
  })
})

describe('names', () => {
  test('are the words the keywords share, and the pillar is a keyword', () => {
    const topics = build(list)
    expect(topicOf(topics, 0).name).toBe('oak desk lamp')
    expect(list.map(({ text }) => text)).toContain(topicOf(topics, 0).pillar)
  })

  test('leave out the words of the report’s topic', () => {
    const rows = ['standing desk mat', 'best standing desk mat', 'standing desk mats', 'standing desk mat review']
    const others = ['standing desk ikea', 'ikea standing desk price', 'standing desk ikea white']
    const topics = build(
      [...rows, ...others].map((text) => toRow(text)),
      { seed: 'standing desk' },
    )
    expect(topicOf(topics, 0).name).toBe('mat')
    expect(topicOf(topics, 4).name).toBe('ikea')
  })
})

describe('strictness without SERPs', () => {
  const lists: [string, string[]][] = [
    ['a desk shop', deskShop.map(([text]) => text)],
    ['a kitchenware shop', [...copperKitchenware]],
    ['short questions', [...shortQuestions]],
    ['a longer list', makeShopList(80, 10, 5).keywords],
  ]
  test.for(lists)('makes more or fewer topics of %s, and every keyword stays in one', ([, texts]) => {
    const rows = texts.map((text) => toRow(text))
    const [loose, balanced, strict] = (['loose', 'balanced', 'strict'] as const).map((strictness) => {
      const topics = build(rows, { strictness })
      expect(topics.topicOfRow.every((id) => id !== null)).toBe(true)
      return leaves(topics).length
    })
    expect(loose!).toBeLessThanOrEqual(balanced!)
    expect(balanced!).toBeLessThanOrEqual(strict!)
    expect(loose!).toBeLessThan(strict!)
  })
})

describe('a name is never a lone verb or adjective', () => {
  const seed = 'cold brew coffee'
  // Others, so that three keywords aren't most of the list.
  const others = [
    'mulch',
    'tax return deadline',
    'winter tires',
    'piano lessons',
    'bird feeder pole',
    'passport photo size',
  ]
  const getNames = (texts: string[], more: Partial<TopicsInput> = {}) =>
    leaves(
      build(
        [...texts, ...others].map((text) => toRow(text)),
        { seed, ...more },
      ),
    )
      .filter(({ kind }) => kind === 'topic')
      .map(({ name }) => name)

  test('but a keyword with it', () => {
    expect(
      getNames(['how to make cold brew coffee', 'can you make cold brew coffee', 'make cold brew coffee']),
    ).toEqual(['make cold brew coffee'])
    expect(
      getNames(['how long does cold brew coffee last', 'how long does cold brew last', 'how long can cold brew last']),
    ).toEqual(['how long can cold brew last'])
    expect(getNames(['should i stir cold brew', 'do you stir cold brew', 'how to stir cold brew'])).toEqual([
      'do you stir cold brew',
    ])
  })

  test('or the thing the adjective is said of', () => {
    expect(
      getNames(['cold brew coffee vs iced coffee', 'cold brew coffee or iced coffee', 'iced coffee maker']),
    ).toEqual(['iced coffee'])
  })

  test('and a noun stands alone', () => {
    expect(
      getNames([
        'cold brew coffee filter',
        'do i need a filter for cold brew coffee',
        'how to filter cold brew coffee',
      ]),
    ).toEqual(['filter'])
    expect(
      getNames(['how much caffeine in cold brew', 'how much caffeine in cold brew coffee', 'cold brew caffeine']),
    ).toEqual(['caffeine'])
  })

  test.each([
    [['cold brew coffee from scratch', 'how to make cold brew from scratch'], 'cold brew coffee from scratch'],
    [['cold brew coffee per cup', 'caffeine in a cup of cold brew'], 'cold brew coffee per cup'],
    [['cold brew coffee for camping', 'camping with cold brew coffee'], 'cold brew coffee for camping'],
    [['nitro cold brew coffee', 'nitro cold brew at home'], 'nitro cold brew coffee'],
  ])('a word that means nothing alone becomes a keyword: %j', (texts, name) => {
    expect(getNames(texts)).toEqual([name])
  })

  test('a part of a longer phrase isn’t a name', () => {
    const cups = ['copper measuring cups', 'copper measuring spoons', 'copper measuring cups and spoons', 'tin roof']
    expect(getNames(cups, { seed: null })).toEqual(['copper measuring cups'])
  })

  test('words that only look like adjectives are things', () => {
    const tables = ['oak table price', 'best oak table', 'oak table reviews', 'used oak table']
    expect(getNames(tables, { seed: null })).toEqual(['oak table'])
  })

  test('in a language without word lists it’s a keyword', () => {
    const verbs = ['cold brew zubereiten', 'wie cold brew zubereiten', 'cold brew coffee selbst zubereiten']
    expect(getNames(verbs, { language: 'de' })).toEqual(['cold brew zubereiten'])
  })
})

describe('parents', () => {
  const shop = makeShopList(80, 10, 5).keywords.map((text, at) => toRow(text, { volume: 10 + (at % 7) }))
  const topics = build(shop)

  test('8 to 20 hold all topics of a long list, and their sums', () => {
    expect(parents(topics).length).toBeGreaterThanOrEqual(8)
    expect(parents(topics).length).toBeLessThanOrEqual(20)
    const groups = leaves(topics).filter(({ kind }) => kind === 'topic')
    expect(groups.every(({ parent_id }) => parent_id !== null)).toBe(true)
    for (const parent of parents(topics)) {
      const children = leaves(topics).filter(({ parent_id }) => parent_id === parent._id)
      expect(children.length).toBeGreaterThan(0)
      expect(parent.keywords).toBe(children.reduce((sum, { keywords }) => sum + keywords, 0))
      expect(parent.volume).toBe(children.reduce((sum, { volume }) => sum + volume!, 0))
    }
  })

  test('are named after the word their topics share, each name once', () => {
    const names = parents(topics).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const byWord = parents(topics).filter(({ name }) => /^[a-z]+$/.test(name))
    expect(byWord.length).toBeGreaterThanOrEqual(parents(topics).length - 3)
    for (const { _id, name } of byWord)
      for (const topic of leaves(topics).filter(({ parent_id }) => parent_id === _id))
        expect(topic.name).toContain(name)
  })

  test('and topics after the product, without “reviews”, “near me” or “how to clean”, though no keyword is the product alone', () => {
    const shared = leaves(topics).filter(({ _id, name }) => {
      const own = shop.filter((_, at) => topics.topicOfRow[at] === _id)
      return own.filter(({ text }) => text.includes(name)).length >= 0.9 * own.length
    })
    expect(shared.length).toBeGreaterThanOrEqual(0.95 * leaves(topics).length)
  })

  test('a hundred questions without a common word still have few parents', () => {
    const questions = makeShopList(60, 6, 9).keywords.map((text) => toRow(`how to fix ${text}`, { type: 'question' }))
    const found = parents(build(questions))
    expect(found.length).toBeGreaterThanOrEqual(8)
    expect(found.length).toBeLessThanOrEqual(20)
  })
})

describe('grouping again', () => {
  test('keeps ids of topics that stay much the same', () => {
    const first = build(list)
    const second = build(stored(list, first), { previous: first.clusters })
    expect(second.topicOfRow).toEqual(first.topicOfRow)
  })

  test('keeps a name a person gave', () => {
    const first = build(list)
    const previous = first.clusters.map((topic) =>
      topic._id === first.topicOfRow[0] ? { ...topic, name: 'Lamps', renamed: true } : topic,
    )
    const second = build(stored(list, first), { previous, strictness: 'loose' })
    expect(topicOf(second, 0)).toMatchObject({ name: 'Lamps', renamed: true })
  })

  test('leaves keywords a person moved where they are', () => {
    const first = build(list)
    const rows = stored(list, first)
    rows[8] = { ...rows[8]!, cluster_id: first.topicOfRow[0]!, topic_pinned: true }
    const second = build(rows, { previous: first.clusters })
    expect(second.topicOfRow[8]).toBe(second.topicOfRow[0])
    expect(second.topicOfRow[0]).toBe(first.topicOfRow[0])
  })

  test('leaves a locked topic alone', () => {
    const first = build(list)
    const rows = stored(list, first)
    // Keywords that would never be one topic.
    const mixed = rows.map((row, at) => (at === 0 || at === 4 ? { ...row, cluster_id: 'own' } : row))
    const own = { ...topicOf(first, 0), _id: 'own', name: 'Mix', locked: true }
    const second = build(mixed, { previous: [...first.clusters, own] })
    expect(second.topicOfRow[0]).toBe('own')
    expect(second.topicOfRow[4]).toBe('own')
    expect(topicOf(second, 0)).toMatchObject({ name: 'Mix', keywords: 2 })
  })

  test('takes topics and parents from a file', () => {
    const rows = list.map((row, at) => (at % 2 ? row : { ...row, given_topic: 'Own', given_parent: 'All' }))
    const topics = build(rows)
    expect(topicOf(topics, 0)).toMatchObject({ name: 'Own', keywords: 5, renamed: true })
    expect(topics.clusters.find(({ _id }) => _id === topicOf(topics, 0).parent_id)).toMatchObject({
      name: 'All',
      keywords: 5,
    })
  })
})

describe('a shop’s short list', () => {
  const desks =
    `standing desk, best standing desk, cheap standing desk, standing desks for sale, used standing desk, electric standing desk,
    motorized standing desk, height adjustable electric desk, standing desk converter, best standing desk converter, desk riser, l shaped desk,
    l shaped desk with drawers, l shaped standing desk, corner desk, small corner desk, gaming desk, gaming desk with led lights,
    best gaming desk, kids desk, desk for kids room, kids desk and chair set, desk chair, ergonomic desk chair, desk chair without wheels,
    desk mat, leather desk mat, desk lamp, led desk lamp, how tall should a desk be, standard desk height`.split(/,\s+/)
  const topics = build(desks.map((text, at) => toRow(text, { volume: 10 * at + 10 })))
  const together = (a: string, b: string) => topics.topicOfRow[desks.indexOf(a)] === topics.topicOfRow[desks.indexOf(b)]

  test('has every keyword and all volume in a topic, most of them in topics of several', () => {
    expect(topics.topicOfRow.every((id) => id !== null)).toBe(true)
    expect(leaves(topics).reduce((sum, { volume }) => sum + volume!, 0)).toBe(desks.length * (desks.length + 1) * 5)
    expect(leaves(topics).filter(({ kind }) => kind === 'standalone').length).toBeLessThanOrEqual(3)
  })

  test('keeps modifiers of one product together and products apart', () => {
    for (const form of ['best standing desk', 'cheap standing desk', 'used standing desk', 'standing desks for sale'])
      expect([form, together('standing desk', form)]).toEqual([form, true])
    expect(together('kids desk', 'desk for kids room')).toBe(true)
    expect(together('gaming desk', 'gaming desk with led lights')).toBe(true)
    for (const [a, b] of [
      ['desk chair', 'kids desk'],
      ['desk mat', 'desk lamp'],
      ['standing desk', 'standing desk converter'],
    ] as const)
      expect([a, b, together(a, b)]).toEqual([a, b, false])
  })

  test('names no topic after the word of the whole list', () => {
    for (const { name } of leaves(topics)) expect(name).not.toBe('desk')
  })
})

test('a collected list is grouped by subject, not by words that most of its keywords share', async () => {
  const { keywords } = await readCollected('legal')
  const topics = build(keywords.map((text) => toRow(text)))
  const getTopic = (text: string) => topicOf(topics, keywords.indexOf(text))._id
  const firms = ['divorce lawyer', 'patent lawyer', 'personal injury lawyer', 'bankruptcy lawyer', 'trademark lawyer']
  expect(new Set(firms.map(getTopic)).size).toBe(firms.length)
  for (const [one, other] of [
    ['trademark lawyer', 'how to trademark a name'],
    ['patent lawyer', 'provisional patent application'],
    ['workers compensation lawyer', 'how does workers comp work'],
    ['car accident lawyer', 'what to do after a car accident'],
  ] as const)
    expect(getTopic(one), `${one}, ${other}`).toBe(getTopic(other))
})

test('a shop’s topics are told apart where no keyword is a head alone', () => {
  const { keywords, topics: truth } = makeGardenShop(120, 6, 75)
  const topics = build(keywords.map((text) => toRow(text)))
  const labels = Int32Array.from(topics.topicOfRow, (id) => leaves(topics).findIndex(({ _id }) => _id === id))
  expect(purity(labels, truth)).toBeGreaterThanOrEqual(0.98)
})

describe('meaning', () => {
  const texts = ['playard', 'pack and play', 'bottle warmer', 'stroller fan', 'crib', 'baby crib']
  const rows = texts.map((text) => toRow(text))
  /** Keywords with one axis mean the same. */
  const toMeanings = (axes: number[]) => {
    const dimensions = Math.max(...axes) + 1
    const vectors = new Int8Array(texts.length * dimensions)
    axes.forEach((axis, at) => {
      vectors[at * dimensions + axis] = 100
    })
    return { dimensions, vectors, indexByText: new Map(texts.map((text, at) => [text, at])) }
  }
  const getTopics = ({ topicOfRow }: Topics) =>
    [...Map.groupBy(texts, (_, at) => topicOfRow[at]).values()].map((members) => members.sort()).sort()

  test('joins keywords that share no word', () => {
    expect(getTopics(build(rows))).not.toContainEqual(['pack and play', 'playard'])
    expect(getTopics(build(rows, { meanings: toMeanings([0, 0, 1, 2, 3, 3]) }))).toContainEqual([
      'pack and play',
      'playard',
    ])
  })

  test('without it nothing changes', () => {
    expect(getTopics(build(rows, { meanings: null }))).toEqual(getTopics(build(rows)))
  })

  test('keywords whose meaning isn’t known are grouped by words', () => {
    const known = toMeanings([0, 0, 1, 2, 3, 3])
    const meanings = {
      ...known,
      indexByText: new Map([...known.indexByText].filter(([text]) => !text.includes('crib'))),
    }
    expect(getTopics(build(rows, { meanings }))).toContainEqual(['baby crib', 'crib'])
  })

  test('SERPs win', () => {
    const serps = Object.fromEntries(
      texts.map((text, at) => [text, Array.from({ length: 10 }, (_, rank) => `https://site${at}.example/${rank}`)]),
    )
    const apart = getTopics(build(rows, { serps }))
    expect(apart).toHaveLength(texts.length)
    expect(getTopics(build(rows, { serps, meanings: toMeanings([0, 0, 0, 0, 0, 0]) }))).toEqual(apart)
  })

  test('locked topics and moved keywords stay', () => {
    const first = build(rows)
    const previous = first.clusters.map((topic) => ({ ...topic, locked: true }))
    const second = build(
      rows.map((row, at) => ({ ...row, cluster_id: first.topicOfRow[at]! })),
      { previous, meanings: toMeanings([0, 0, 0, 0, 0, 0]) },
    )
    expect(second.topicOfRow).toEqual(first.topicOfRow)
  })
})

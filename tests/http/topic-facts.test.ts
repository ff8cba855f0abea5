import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Cluster, reportsContract } from '../../src/features/reports/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Facts of topics, counted from the keywords' metrics and from result pages: bought, or from a file. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
beforeAll(async () => {
  vendors = await startSearchVendors()
  server = await startTestServer(vendors.settings)
})
afterAll(async () => {
  await server.close()
  await vendors.close()
})

const us = { country: 'US', language: 'en' } as const

type Planned = { text: string; volume: number | null; difficulty: number | null; features: string[]; urls: string[] }

/** Pages that rank for keywords of both kettle topics: each for two of five in both, which makes the topics compete. */
const both = ['guide', 'types', 'care'].map((name) => `https://www.kettles.example/${name}`)
const sharedOf = [[0, 1], [1, 2], [2, 0], [], []]

function plan(
  topic: string,
  keywords: [string, number | null, number | null, string[]][],
  isKettle: boolean,
): Planned[] {
  const own = Array.from({ length: 8 }, (_, at) => `https://${topic}-shop${at}.example/${topic}`)
  return keywords.map(([text, volume, difficulty, features], at) => {
    const shared = isKettle ? sharedOf[at]!.map((page) => both[page]!) : []
    return {
      text,
      volume,
      difficulty,
      features,
      urls: [...shared, ...own, `https://only${at}.example/${topic}`].slice(0, 10),
    }
  })
}

const buying = plan(
  'buying',
  [
    ['buy copper kettle', 900, 30, ['shopping', 'local_pack']],
    ['copper kettle for sale', 100, 70, ['shopping']],
    ['order a copper kettle', null, 60, ['shopping']],
    ['copper kettle', 50, null, ['shopping', 'people_also_ask']],
    ['copper kettle coupon', null, null, []],
  ],
  true,
)
const cleaning = plan(
  'cleaning',
  [
    ['how to descale a teakettle', 400, 10, ['people_also_ask']],
    ['what dissolves limescale', 300, 20, ['people_also_ask']],
    ['why does limescale form', 200, null, ['people_also_ask', 'video']],
    ['vinegar descaling', null, null, []],
    ['how often to descale', null, null, []],
  ],
  true,
)
const rugs = plan(
  'rugs',
  [
    ['best wool rug', null, null, []],
    ['wool rug review', null, null, []],
    ['wool carpet comparison', null, null, []],
  ],
  false,
)
const all = [...buying, ...cleaning, ...rugs]
const metrics = Papa.unparse([
  ['Keyword', 'Volume', 'Keyword difficulty'],
  ...all.map(({ text, volume, difficulty }) => [text, volume ?? '', difficulty ?? '']),
])
const serps = Papa.unparse([
  ['Keyword', 'Rank', 'URL'],
  ...all.flatMap(({ text, urls }) => urls.map((url, at) => [text, at + 1, url])),
])

beforeEach(() => {
  vendors.log.clear()
  for (const { text, urls, features } of all) vendors.setSerp(text, { urls, features })
})

async function run(serpSource: 'bought' | 'file') {
  const { call, token, workspaceId } = await server.signUp('self_hosted')
  const add = async (csv: string, kind?: 'serp') =>
    (await call(importsContract.add, { workspace_id: workspaceId, file: new File([csv], 'file.csv'), kind })).import._id
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: await add(metrics),
    ...(serpSource === 'file'
      ? { serp_import_id: await add(serps, 'serp') }
      : { sources: ['dataforseo_serp'], max_cost_usd: 1, fresh: true }),
    ...us,
  })
  const id = report!._id
  await until('the report to finish', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: id })
    return status === 'done' ? true : null
  })
  const { sections } = (await call(reportsContract.get, { id })).report
  const topicOf = (text: string): Cluster => {
    const { cluster_id } = sections.keywords!.find((row) => row.text === text)!
    return sections.clusters!.find(({ _id }) => _id === cluster_id)!
  }
  return { call, token, id, sections, buy: topicOf('copper kettle'), clean: topicOf('vinegar descaling'), topicOf }
}

const sortByType = (features: Cluster['serp_features']) =>
  features.toSorted((a, b) => b.keywords - a.keywords || (a.type < b.type ? -1 : 1))

describe.each(['bought', 'file'] as const)('with SERPs %s', (source) => {
  test('volume is a sum with how many are known, difficulty is weighted by volume with its number', async () => {
    const { buy, clean, topicOf } = await run(source)
    expect(buy).toMatchObject({ keywords: 5, volume: 1050, volume_known: 3, difficulty_known: 3 })
    // By searches, of which an unknown number counts as none, plus one each: (30·901 + 70·101 + 60·1) / 1003.
    expect(buy.difficulty).toBe(34.1)
    expect(clean).toMatchObject({ keywords: 5, volume: 900, volume_known: 3, difficulty: 14.3, difficulty_known: 2 })
    expect(topicOf('best wool rug')).toMatchObject({
      keywords: 3,
      volume: null,
      volume_known: 0,
      difficulty: null,
      difficulty_known: 0,
    })
  })

  test('intent is what most keywords have', async () => {
    const { buy, clean, topicOf, sections } = await run(source)
    expect(sections.keywords!.find(({ text }) => text === 'copper kettle')!.intent).not.toBe('transactional')
    expect([buy.intent, clean.intent, topicOf('best wool rug').intent]).toEqual([
      'transactional',
      'informational',
      'commercial',
    ])
  })

  test('the sites that rank for most keywords come first, and each site counts once a keyword', async () => {
    const { buy, clean } = await run(source)
    expect(buy.domains).toHaveLength(5)
    expect(buy.domains.every(({ domain, keywords }) => domain.startsWith('buying-shop') && keywords === 5)).toBe(true)
    expect(clean.domains.map(({ keywords }) => keywords)).toEqual([5, 5, 5, 5, 5])
  })

  test('topics that the same pages rank for compete, others don’t', async () => {
    const { buy, clean, topicOf } = await run(source)
    expect(buy.overlaps).toEqual([{ cluster_id: clean._id, pages: 3 }])
    expect(clean.overlaps).toEqual([{ cluster_id: buy._id, pages: 3 }])
    expect(topicOf('best wool rug').overlaps).toEqual([])
  })
})

test('SERP features count keywords, and a file of URLs has none', async () => {
  const { buy, clean, topicOf } = await run('bought')
  expect(sortByType(buy.serp_features)).toEqual([
    { type: 'related_searches', keywords: 5 },
    { type: 'shopping', keywords: 4 },
    { type: 'local_pack', keywords: 1 },
    { type: 'people_also_ask', keywords: 1 },
  ])
  expect(sortByType(clean.serp_features)).toEqual([
    { type: 'related_searches', keywords: 5 },
    { type: 'people_also_ask', keywords: 3 },
    { type: 'video', keywords: 1 },
  ])
  expect(topicOf('best wool rug').serp_features).toEqual([{ type: 'related_searches', keywords: 3 }])
  expect(vendors.log.count('dataforseo')).toBeGreaterThan(0)
  vendors.log.clear()
  const file = await run('file')
  expect(file.buy.serp_features).toEqual([])
  expect(vendors.log.count('dataforseo')).toBe(0)
})

test('facts follow the keywords when they are moved, and are in exports', async () => {
  const { call, token, id, buy, clean, sections } = await run('bought')
  const download = (query: string) =>
    fetch(`${server.url}/reports/export/${id}?${query}`, { headers: { Authorization: `Bearer ${token}` } })
  const readTopics = async () => {
    const csv = await (await download('format=csv&section=clusters')).text()
    return Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true }).data
  }
  const before = (await readTopics()).find((line) => line['Main keyword'] === clean.pillar)!
  expect(before['Competes with']).toBe(buy.name)
  const json = (await (await download('format=json&section=clusters')).json()) as { rows: Cluster[] }
  expect(json.rows.find(({ _id }) => _id === clean._id)).toEqual(clean)

  const row = sections.keywords!.find(({ text }) => text === 'buy copper kettle')!
  const edited = await call(reportsContract.editTopics, {
    _id: id,
    version: 0,
    edits: [{ op: 'move', topic_ids: [clean._id], row_ids: [row._id] }],
  })
  const find = (topicId: string) => edited.clusters.find(({ _id }) => _id === topicId)!
  expect(find(buy._id)).toMatchObject({ keywords: 4, volume: 150, volume_known: 2, difficulty_known: 2 })
  expect(find(clean._id)).toMatchObject({ keywords: 6, volume: 1800, volume_known: 4, difficulty_known: 3 })
  expect(sortByType(find(clean._id).serp_features)).toContainEqual({ type: 'local_pack', keywords: 1 })

  const exported = (await readTopics()).find((line) => line['Main keyword'] === find(clean._id).pillar)!
  expect(exported).toMatchObject({
    Topic: find(clean._id).name,
    Intent: 'informational',
    Keywords: '6',
    Volume: '1800',
    'Keywords with volume': '4',
    Difficulty: String(find(clean._id).difficulty),
    'Keywords with difficulty': '3',
    // The shared pages rank for too few of the keywords now.
    'Competes with': '',
  })
  expect(exported['SERP features']!.split(', ').sort()).toEqual(
    ['local_pack', 'people_also_ask', 'related_searches', 'shopping', 'video'].sort(),
  )
  expect(exported['Ranking sites']!.split(', ')).toEqual(find(clean._id).domains.map(({ domain }) => domain))
})

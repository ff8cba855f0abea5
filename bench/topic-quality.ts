/**
 * How well keywords are grouped into topics, in one table: result pages of five worlds and lists of every kind, each with the goal it's
 * held to. "new": words or seeds that no rule was written or mended with.
 *
 *   node bench/topic-quality.ts [<folder with labeled lists>] [--serps=100000] [--only=shop]
 *
 * A labeled list is a file {"keywords": [...], "topics": [...]}, named after what it is: questions-banking77.json, tags-stackoverflow.json.
 * Lists are grouped as a report's are (buildTopics), SERPs by the clustering alone. "found" are topics of two or more, "alone" the
 * keywords in none; alone counts as a topic of its own in all figures.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { clusterSerpIds } from '../src/features/keywords/rules/clustering/cluster-by-serp.ts'
import { ari, nmi, purity } from './cluster-metrics.ts'
import { lifelikeKeywords } from './clustering-data.ts'
import { collectedLists, readCollected } from './collected-lists.ts'
import { espressoShop, makeBikeShop, makeGardenShop, makeTemplated } from './held-out-lists.ts'
import { type LabeledList, makeShopList } from './keyword-lists.ts'
import { getListTopics, type KeywordList } from './list-topics.ts'
import { makeSerps, serpWorlds } from './synthetic-serps.ts'

type Goal = { ari?: number; purity?: number; ratio?: number }
type Labeled = KeywordList & { topics: ArrayLike<number> }

const { values, positionals } = parseArgs({
  options: { serps: { type: 'string', default: '100000' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
})

const lines: Record<string, string | number>[] = []
const isWanted = (kind: string, list: string) => `${kind} ${list}`.includes(values.only)

function add(kind: string, list: string, labels: Int32Array, truth: ArrayLike<number>, seconds: number, goal: Goal) {
  const sizes = new Map<number, number>()
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
  const alone = [...sizes.values()].filter((size) => size === 1).length
  const found = sizes.size - alone
  const intended = new Set(Array.from(truth)).size
  const [index, pure, ratio] = [ari(labels, truth), purity(labels, truth), found / intended]
  const isMet =
    index >= (goal.ari ?? 0) && pure >= (goal.purity ?? 0) && ratio <= (goal.ratio ?? Number.POSITIVE_INFINITY)
  lines.push({
    kind,
    list,
    keywords: labels.length,
    true: intended,
    found,
    alone,
    ARI: index.toFixed(3),
    NMI: nmi(labels, truth).toFixed(3),
    purity: pure.toFixed(3),
    goal: [
      goal.ari !== undefined && `ARI ≥ ${goal.ari}`,
      goal.purity !== undefined && `purity ≥ ${goal.purity}`,
      goal.ratio !== undefined && `found ≤ ${goal.ratio} × true`,
    ]
      .filter(Boolean)
      .join(', '),
    met: isMet ? 'yes' : 'NO',
    'CPU s': seconds.toFixed(1),
  })
}

function timed<T>(run: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

/** The topic of each keyword, as a number. */
const group = (list: Labeled) => Int32Array.from(getListTopics(list).topicOfRow, Number)

function addList(kind: string, list: string, labeled: Labeled, goal: Goal) {
  if (!isWanted(kind, list)) return
  const { result, seconds } = timed(() => group(labeled))
  add(kind, list, result, labeled.topics, seconds, goal)
}

const shopGoal = { purity: 0.95, ratio: 1.3 }
for (const [heads, forms, seed] of [
  [40, 20, 1],
  [52, 8, 4],
  [300, 8, 3],
  [300, 6, 21],
  [120, 12, 22],
  [30, 10, 23],
] as const)
  addList(
    'shop',
    `${heads} × ${forms}, seed ${seed}${seed > 20 ? ', new' : ''}`,
    makeShopList(heads, forms, seed),
    shopGoal,
  )
for (const [heads, most, seed] of [
  [25, 12, 31],
  [60, 10, 32],
  [200, 12, 33],
  [400, 8, 34],
] as const)
  addList('shop', `bikes ${heads} × 2–${most}`, makeBikeShop(heads, most, seed), shopGoal)
for (const [heads, most, seed] of [
  [20, 12, 71],
  [50, 10, 72],
  [120, 12, 73],
  [250, 9, 74],
] as const)
  addList('shop', `garden ${heads} × 2–${most}, new`, makeGardenShop(heads, most, seed), shopGoal)
for (const { name, language } of collectedLists)
  addList('collected', name, { ...(await readCollected(name)), language }, { ari: 0.6, ratio: 1.3 })
const espressoTopics = [...new Set(espressoShop.map(([, , topic]) => topic))]
addList(
  'shop',
  '31 espresso keywords',
  {
    keywords: espressoShop.map(([keyword]) => keyword),
    volumes: espressoShop.map(([, volume]) => volume),
    topics: espressoShop.map(([, , topic]) => espressoTopics.indexOf(topic)),
  },
  { purity: 0.9 },
)

const templated = (count: number, seed: number): LabeledList => lifelikeKeywords(count, seed)
for (const [count, seed] of [
  [2000, 7],
  [20_000, 7],
  [2000, 41],
  [20_000, 42],
  [100_000, 43],
] as const)
  addList('templated', `${count}, seed ${seed}${seed > 40 ? ', new' : ''}`, templated(count, seed), { ari: 0.99 })
for (const seed of [51, 52]) addList('templated', `30 subjects, seed ${seed}`, makeTemplated(seed), { ari: 0.99 })

/** Broad tags: no worse than the version this was compared with. */
const goals: Record<string, Goal> = { questions: { ari: 0.4, ratio: 1.3 }, tags: { ari: 0.66 } }
const [folder] = positionals
if (folder)
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const { keywords, topics } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as {
      keywords: string[]
      topics: string[]
    }
    const names = new Map([...new Set(topics)].map((name, at) => [name, at]))
    const [kind = '', ...rest] = file.replace('.json', '').split('-')
    const labeled = { keywords, topics: topics.map((topic) => names.get(topic)!) }
    addList(kind, rest.join('-'), labeled, goals[kind] ?? {})
  }

const count = Number(values.serps)
for (const [kind, seeds] of [
  ['SERPs', [1, 2, 3]],
  ['SERPs, new', [61, 62, 63]],
] as const)
  for (const world of serpWorlds)
    for (const seed of seeds) {
      if (!isWanted(kind, world.name)) continue
      const { offsets, urls, intentOf } = makeSerps(world, count, seed)
      const { result, seconds } = timed(() => clusterSerpIds(offsets, urls))
      const labels = result.groups.map((label, at) => (label === -1 ? -2 - at : label))
      add(kind, `${world.name}, seed ${seed}`, labels, intentOf, seconds, { ari: world.neighborShare > 0 ? 0.7 : 0.95 })
    }

console.table(lines)
const missed = lines.filter(({ met }) => met === 'NO')
console.log(missed.length === 0 ? 'every goal is met' : `${missed.length} of ${lines.length} goals are missed`)
process.exitCode = missed.length === 0 ? 0 : 1

/**
 * How well and how fast keywords are clustered.
 *
 *   node bench/clustering.ts stackoverflow <folder with title_StackOverflow.txt and label_StackOverflow.txt>
 *   node bench/clustering.ts worlds 100000
 *   node bench/clustering.ts shop 300
 *   node bench/clustering.ts hybrid 300
 *   node bench/clustering.ts questions <file.json: {"keywords": [...], "topics": [...]}>
 *   node bench/clustering.ts text 20000 | text 100000 | serp 100000 | serp 1000000 | serp-text 100000
 *
 * The titles are those of https://github.com/jacoxu/StackOverflow (folder rawText): 20,000 questions under 20 tags.
 * Clustering gets neither the tags nor their number. Keywords left unclustered count as one extra group,
 * as k-means' leftover group does; the second line counts each of them as a group of one.
 * Made-up keywords and result pages come from clustering-data.ts. Time is the processor's, of one run in a fresh process, without
 * making the data; RSS is the most the whole process ever held, data included.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressKey, clusterSerpIds } from '../src/features/keywords/rules/clustering/cluster-by-serp.ts'
import { type ClusterResult, clusterKeywords } from '../src/features/keywords/rules/clustering/cluster-keywords.ts'
import { rankByDeciding } from '../src/features/keywords/rules/clustering/rank-deciding.ts'
import { ari, nmi } from './cluster-metrics.ts'
import { lifelikeKeywords, lifelikeSerps } from './clustering-data.ts'
import { makeShopList, makeSynonymList } from './keyword-lists.ts'
import { seededRandom } from './seeded-random.ts'
import { makeSerps, serpWorlds } from './synthetic-serps.ts'

type Line = Record<string, string | number>

function timed<T>(run: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

const peakMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1000)

/** One label per keyword: its cluster; an unclustered keyword gets -1, or a unique label with `apart`. */
function getLabels(groups: ArrayLike<number>, alone: 'together' | 'apart'): Int32Array {
  return Int32Array.from(groups, (group, at) => (group !== -1 ? group : alone === 'together' ? -1 : -2 - at))
}

function getGroups({ clusters }: ClusterResult, count: number): Int32Array {
  const groups = new Int32Array(count).fill(-1)
  clusters.forEach(({ members }, cluster) => {
    for (const member of members) groups[member] = cluster
  })
  return groups
}

function measured(what: string, groups: Int32Array, truth: ArrayLike<number>, seconds: number): Line[] {
  return (['together', 'apart'] as const).map((alone) => {
    const labels = getLabels(groups, alone)
    return {
      what,
      keywords: groups.length,
      'CPU s': seconds.toFixed(2),
      'peak RSS MB': peakMegabytes(),
      clusters: new Set(groups).size - (groups.includes(-1) ? 1 : 0),
      unclustered: groups.reduce((sum, group) => sum + (group === -1 ? 1 : 0), 0),
      'unclustered count': alone,
      NMI: nmi(labels, truth).toFixed(3),
      ARI: ari(labels, truth).toFixed(3),
    }
  })
}

async function stackoverflow(folder: string) {
  const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
  const keywords = await lines('title_StackOverflow.txt')
  const truth = (await lines('label_StackOverflow.txt')).map(Number)
  const { result, seconds } = timed(() => clusterKeywords({ keywords, language: 'en' }))
  return measured('stackoverflow', getGroups(result, keywords.length), truth, seconds)
}

function text(count: number) {
  const { keywords, topics } = lifelikeKeywords(count)
  const { result, seconds } = timed(() => clusterKeywords({ keywords, language: 'en' }))
  const examples = result.clusters.slice(0, 3).map(({ members }) => members.slice(0, 5).map((at) => keywords[at]))
  console.log(examples.map((names) => names.join(' | ')).join('\n'))
  return measured('text', getGroups(result, count), topics, seconds)
}

function serp(count: number) {
  const { offsets, urls, intentOf } = lifelikeSerps(count)
  const { result, seconds } = timed(() => clusterSerpIds(offsets, urls))
  return measured('serp, addresses as numbers', result.groups, intentOf, seconds)
}

/** A shop's list: attribute × product × modifier, eight forms a product. */
function shop(heads: number): Line[] {
  const { keywords, topics } = makeShopList(heads, 8, 3)
  const { result, seconds } = timed(() => clusterKeywords({ keywords, language: 'en' }))
  return measured('shop', getGroups(result, keywords.length), topics, seconds)
}

/** Results of a share of the keywords, chosen by what they decide or at random; the rest is placed by words. */
function hybrid(heads: number): Line[] {
  const { keywords, topics, serps } = makeSynonymList(heads, 6, 5)
  const random = seededRandom(9)
  const ways = {
    deciding: rankByDeciding(
      keywords,
      keywords.map(() => null),
      'en',
    ),
    'at random': Int32Array.from(
      [...keywords.keys()].map((at) => [random(), at]).sort((a, b) => a[0]! - b[0]!),
      (each) => each[1]!,
    ),
  }
  return [0, 0.1, 0.2, 0.3, 0.5, 1].flatMap((share) =>
    Object.entries(ways).map(([way, order]) => {
      const chosen = new Set(order.subarray(0, Math.round(share * keywords.length)))
      const known = serps.map((serp, at) => (chosen.has(at) ? serp : null))
      const { result, seconds } = timed(() => clusterKeywords({ keywords, serps: known, language: 'en' }))
      return measured(`${share * 100} % ${way}`, getGroups(result, keywords.length), topics, seconds)[1]!
    }),
  )
}

/** Any labeled list, such as BANKING77 (77 intents) or CLINC150 (150). */
async function questions(file: string): Promise<Line[]> {
  const { keywords, topics } = JSON.parse(await readFile(file, 'utf8')) as { keywords: string[]; topics: string[] }
  const names = [...new Set(topics)]
  const { result, seconds } = timed(() => clusterKeywords({ keywords, language: 'en' }))
  return measured(
    'questions',
    getGroups(result, keywords.length),
    topics.map((topic) => names.indexOf(topic)),
    seconds,
  )
}

/** Result pages with hubs, noise and neighboring topics, three seeds each; keywords alone count apart. */
function worlds(count: number): Line[] {
  return serpWorlds.flatMap((world) =>
    [1, 2, 3].map((seed) => {
      const { offsets, urls, intentOf } = makeSerps(world, count, seed)
      const { result, seconds } = timed(() => clusterSerpIds(offsets, urls))
      return measured(`${world.name}, seed ${seed}`, result.groups, intentOf, seconds)[1]!
    }),
  )
}

/** The same through the front that takes addresses as text, with keywords and their naming. */
function serpText(count: number) {
  const { offsets, urls, intentOf } = lifelikeSerps(count)
  const keywords = Array.from({ length: count }, (_, at) => `keyword ${at}`)
  const serps = keywords.map((_, at) =>
    Array.from(urls.subarray(offsets[at], offsets[at + 1]), (url) =>
      addressKey(`https://www.site${url % 9973}.com/${url}/`),
    ),
  )
  const { result, seconds } = timed(() => clusterKeywords({ keywords, serps, language: 'en' }))
  return measured('serp, addresses as text', getGroups(result, count), intentOf, seconds)
}

const [what = '', argument = ''] = process.argv.slice(2)
const runs: Record<string, () => Line[] | Promise<Line[]>> = {
  stackoverflow: () => stackoverflow(argument),
  text: () => text(Number(argument)),
  serp: () => serp(Number(argument)),
  worlds: () => worlds(Number(argument)),
  shop: () => shop(Number(argument)),
  hybrid: () => hybrid(Number(argument)),
  questions: () => questions(argument),
  'serp-text': () => serpText(Number(argument)),
}
const run = runs[what]
if (run === undefined || argument === '') {
  console.error(
    'usage: node bench/clustering.ts stackoverflow <folder> | worlds <count> | shop <count> | hybrid <count> | questions <file> | text <count> | serp <count> | serp-text <count>',
  )
  process.exitCode = 2
} else {
  console.table(await run())
}

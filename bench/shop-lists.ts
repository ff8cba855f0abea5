import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { getConnected, idealMeanings, loadPackage, type MeaningAdapter, noMeanings } from './list-meanings.ts'
import { getListTopics } from './list-topics.ts'
import { printTable } from './print-table.ts'

/** A shop's keywords, with pairs that someone who sells such things would put on one page, and pairs they never would. */
export type ShopList = { name: string; keywords: string[]; together: [string, string][]; apart: [string, string][] }

const folder = path.join(import.meta.dirname, 'shop-lists')

/** Reads lists from text files: keywords, then pairs below `# together` and `# apart`, one a line. */
export function readShopLists(from = folder): ShopList[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const [keywords = '', pairs = ''] = readFileSync(path.join(from, file), 'utf8').split('# together\n')
      const [together = '', apart = ''] = pairs.split('# apart\n')
      return {
        name: file.replace('.txt', ''),
        keywords: toLines(keywords),
        together: toLines(together).map(toPair),
        apart: toLines(apart).map(toPair),
      }
    })
}

const toLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const toPair = (line: string) => line.split(' | ') as [string, string]

/** How many pairs a grouping puts right, and its share of keywords that are alone. */
export function scoreShopList({ keywords, together, apart }: ShopList, topics: readonly string[][]) {
  const topicOf = new Map(topics.flatMap((members, topic) => members.map((keyword) => [keyword, topic])))
  const isSame = ([a, b]: [string, string]) => topicOf.get(a) === topicOf.get(b)
  const missed = together.filter((pair) => !isSame(pair))
  const mixed = apart.filter(isSame)
  const alone = topics.filter(({ length }) => length === 1).length
  return {
    together: together.length - missed.length,
    apart: apart.length - mixed.length,
    topics: topics.length,
    alone: alone / keywords.length,
    missed,
    mixed,
  }
}

/** Topics of a list and how they do, with the seconds and money that telling what its keywords mean took. */
export async function measureShopList(adapter: MeaningAdapter, list: ShopList) {
  const started = performance.now()
  const { meanings, usd } = await adapter.read(list)
  const read = performance.now()
  const { topicOfRow } = getListTopics({ keywords: list.keywords, meanings })
  const topics = Object.values(Object.groupBy(list.keywords, (_, at) => topicOfRow[at]!)).map((members) => members!)
  return {
    list,
    topics,
    usd,
    readSeconds: (read - started) / 1000,
    groupSeconds: (performance.now() - read) / 1000,
    bytes: meanings?.vectors.length ?? 0,
    score: scoreShopList(list, topics),
  }
}

type Measured = Awaited<ReturnType<typeof measureShopList>>

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const percent = (share: number) => `${Math.round(100 * share)}%`

/**
 * Prints how each way to tell what keywords mean does: `node bench/shop-lists.ts [list]` also prints the topics of one list.
 * `--lists=shop-lists-held-out` reads the lists that no rule was written with.
 * With OPENAI_API_KEY, GEMINI_API_KEY or OLLAMA_BASE_URL set, that vendor's embeddings are measured too (EMBEDDING_MODEL names
 * another model).
 */
async function main() {
  const { values, positionals } = parseArgs({
    options: { lists: { type: 'string', default: 'shop-lists' } },
    allowPositionals: true,
  })
  const [shown] = positionals
  const packaged = await loadPackage()
  const adapters = [noMeanings, ...getConnected(), ...(packaged ? [packaged] : []), idealMeanings]
  const lists = readShopLists(path.join(import.meta.dirname, values.lists))
  const measured: { adapter: MeaningAdapter; results: Measured[] }[] = []
  for (const adapter of adapters) {
    const results: Measured[] = []
    for (const list of lists) results.push(await measureShopList(adapter, list))
    measured.push({ adapter, results })
  }
  const pairs = sum(lists.map(({ together }) => together.length))
  printTable(
    ['meaning', `together of ${pairs}`, `apart of ${pairs}`, 'alone', 'topics', 'read s', 'group s', 'bytes', 'cost'],
    measured.map(({ adapter, results }) => {
      const alone = results.map(({ score }) => score.alone)
      const usd = results.map((each) => each.usd)
      return [
        adapter.name,
        sum(results.map(({ score }) => score.together)),
        sum(results.map(({ score }) => score.apart)),
        `${percent(Math.min(...alone))}–${percent(Math.max(...alone))}`,
        sum(results.map(({ score }) => score.topics)),
        sum(results.map(({ readSeconds }) => readSeconds)).toFixed(1),
        sum(results.map(({ groupSeconds }) => groupSeconds)).toFixed(1),
        sum(results.map(({ bytes }) => bytes)),
        usd.includes(null) ? 'unknown' : `$${sum(usd.map(Number)).toFixed(6)}`,
      ]
    }),
  )
  for (const { adapter, results } of measured) {
    console.log(`\n${adapter.name}`)
    printTable(
      ['list', 'keywords', 'topics', 'alone', 'together (≥ 17 of 20)', 'apart (≥ 19 of 20)'],
      results.map(({ list, score }) => [
        list.name,
        list.keywords.length,
        score.topics,
        percent(score.alone),
        score.together,
        score.apart,
      ]),
    )
    for (const { list, topics, score } of results) {
      if (list.name !== shown) continue
      for (const members of topics.toSorted((a, b) => b.length - a.length)) console.log(members.join(' | '))
      console.log('Not together:', score.missed.map((pair) => pair.join(' – ')).join('; '))
      console.log('Not apart:', score.mixed.map((pair) => pair.join(' – ')).join('; '))
    }
  }
}

if (import.meta.main) await main()

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
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

/** Prints how today's topics do on each list: `node bench/shop-lists.ts [list]` also prints the topics of one. */
function main(shown: string | undefined) {
  const lists = readShopLists().map((list) => {
    const { topicOfRow } = getListTopics({ keywords: list.keywords })
    const topics = Object.values(Object.groupBy(list.keywords, (_, at) => topicOfRow[at]!)).map((members) => members!)
    return { list, topics, score: scoreShopList(list, topics) }
  })
  printTable(
    ['list', 'keywords', 'topics', 'alone', 'together (≥ 17 of 20)', 'apart (≥ 19 of 20)'],
    lists.map(({ list, score }) => [
      list.name,
      list.keywords.length,
      score.topics,
      `${Math.round(100 * score.alone)}%`,
      score.together,
      score.apart,
    ]),
  )
  for (const { list, topics, score } of lists) {
    if (list.name !== shown) continue
    for (const members of topics.toSorted((a, b) => b.length - a.length)) console.log(members.join(' | '))
    console.log('Not together:', score.missed.map((pair) => pair.join(' – ')).join('; '))
    console.log('Not apart:', score.mixed.map((pair) => pair.join(' – ')).join('; '))
  }
}

if (import.meta.main) main(process.argv[2])

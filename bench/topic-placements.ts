/**
 * Where each keyword of a shop's list of 31 is put, beside the topic an SEO put it in: to be read by a person.
 *
 *   node bench/topic-placements.ts
 */
import { espressoShop } from './held-out-lists.ts'
import { getListTopics } from './list-topics.ts'
import { printTable } from './print-table.ts'

const { clusters, topicOfRow } = getListTopics({
  keywords: espressoShop.map(([keyword]) => keyword),
  volumes: espressoShop.map(([, volume]) => volume),
})
const byId = new Map(clusters.map((topic) => [topic._id, topic]))

/** A topic is the one that most of its keywords are meant for. */
function getMeant(id: string): string {
  const counts = new Map<string, number>()
  espressoShop.forEach(([, , meant], at) => {
    if (topicOfRow[at] === id) counts.set(meant, (counts.get(meant) ?? 0) + 1)
  })
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

const lines = espressoShop.map(([keyword, volume, meant], at) => {
  const id = topicOfRow[at]!
  const topic = byId.get(id)!
  return { keyword, volume, topic: topic.name, kind: topic.kind, meant, right: getMeant(id) === meant ? 'yes' : 'NO' }
})
printTable(
  ['keyword', 'volume', 'topic', 'kind', 'meant', 'right'],
  lines.map((line) => Object.values(line)),
)
const right = lines.filter((line) => line.right === 'yes').length
const [all, placed] = [espressoShop, espressoShop.filter((_, at) => topicOfRow[at] !== null)].map((list) =>
  list.reduce((sum, [, volume]) => sum + volume, 0),
)
console.log(
  `${right} of ${lines.length} where an SEO would put them, ${Math.round((100 * placed!) / all!)}% of the volume in a topic`,
)

/**
 * Prints the topics of a report on a topic, to be read: whether each holds one subject. The keywords are those of a sample topic.
 *
 *   node bench/report-topics.ts standing-desk [keywords=300]
 */
import { getIntent } from '../src/features/reports/rules/keywords/classify-intent.ts'
import { createClassifier } from '../src/features/reports/rules/keywords/classify-keyword.ts'
import { buildTopics } from '../src/features/reports/rules/topics/build-topics.ts'
import { readTopic } from '../src/providers/search-data/sample/topic.ts'

const topic = readTopic(process.argv[2] ?? 'standing-desk')
const count = Number(process.argv[3] ?? 300)
const keywords = [...new Set([...topic.keywords, ...topic.related])].slice(0, count)
const classify = createClassifier(topic.name, 'en')
let lastId = 0
const { clusters, topicOfRow } = buildTopics({
  rows: keywords.map((text) => ({
    text,
    type: classify(text).type,
    intent: getIntent(text, 'en').main,
    volume: null,
    cluster_id: null,
    topic_pinned: false,
    given_topic: null,
    given_parent: null,
  })),
  serps: {},
  previous: [],
  language: 'en',
  seed: topic.name,
  strictness: 'balanced',
  meanings: null,
  newId: () => String(++lastId),
})
const alone: string[] = []
let topics = 0
for (const { _id, name } of clusters) {
  const members = keywords.filter((_, at) => topicOfRow[at] === _id)
  if (members.length > 1) {
    topics++
    console.log(`${name} [${members.length}]: ${members.join(' | ')}`)
  } else alone.push(...members)
}
console.log(`\nAlone: ${alone.join(' | ')}`)
console.log(`\n${keywords.length} keywords, ${topics} topics, ${alone.length} keywords alone`)

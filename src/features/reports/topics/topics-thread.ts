/** Groups keywords in a worker thread, because 100,000 take seconds. Rows are passed as JSON text, as in analysis-thread.ts. */
import { randomUUIDv7 } from 'node:crypto'
import type { RowToAnalyse } from '../rules/keywords/analyzed-row.ts'
import { buildTopics } from '../rules/topics/build-topics.ts'
import type { BuiltTopic, TopicsInput } from '../rules/topics/topic-model.ts'

export type TopicsTask = Omit<TopicsInput, 'newId' | 'rows'> & { parts: string[] }
/** `parts`: `{key, cluster_id, topic_pinned}[]` as JSON text. */
export type TopicsAnswer = { clusters: BuiltTopic[]; parts: string[] }

const rowsAPart = 5000

export default function run({ parts, ...task }: TopicsTask): TopicsAnswer {
  const rows = parts.flatMap((part) => JSON.parse(part) as RowToAnalyse[])
  const { clusters, topicOfRow, pinned } = buildTopics({ ...task, rows, newId: randomUUIDv7 })
  const written = Array.from({ length: Math.ceil(rows.length / rowsAPart) }, (_, part) =>
    JSON.stringify(
      rows.slice(part * rowsAPart, (part + 1) * rowsAPart).map(({ key }, index) => ({
        key,
        cluster_id: topicOfRow[part * rowsAPart + index],
        topic_pinned: pinned[part * rowsAPart + index],
      })),
    ),
  )
  return { clusters, parts: written }
}

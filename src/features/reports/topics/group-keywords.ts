import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { refuseMissingReport } from '../get-report.ts'
import type { RowToAnalyse } from '../rules/keywords/analyzed-row.ts'
import { getIntent } from '../rules/keywords/classify-intent.ts'
import { findPlanningRows } from '../store/planning-store.ts'
import { findClusters, findTopicState } from '../store/topic-store.ts'
import type { TopicsAnswer, TopicsTask } from './topics-thread.ts'

/** Topics for content plans: those of a finished report, or of any keywords, which are grouped as a report's would be. */

export type KeywordToGroup = {
  key: string
  text: string
  volume: number | null
  difficulty: number | null
  topic: { name: string; parent: string | null } | null
  /** URLs of its first results, where known. */
  serp: string[] | null
}

export function createPlanningTopics({ db, threads }: { db: Database; threads: Threads }) {
  return {
    /** @throws AppError not_found; conflict while the report runs */
    async getPlanningTopics(ref: ResourceRef) {
      const state = (await findTopicState(db, ref)) ?? refuseMissingReport()
      if (state.status === 'queued' || state.status === 'running' || state.status === 'partial')
        throw new AppError('conflict', 'This report is still running.', { field: 'report_id', reason: 'still_running' })
      const [rows, clusters] = await Promise.all([findPlanningRows(db, ref), findClusters(db, ref)])
      return { query: state.query, isList: state.isList, language: state.language, rows, clusters }
    },

    /** Groups keywords without a report. Nothing is stored, and no source is asked. */
    async groupKeywords(keywords: readonly KeywordToGroup[], language: string) {
      const intents = keywords.map(({ text }) => getIntent(text, language).main)
      const rows = keywords.map(
        (keyword, index): RowToAnalyse => ({
          id: keyword.key,
          key: keyword.key,
          text: keyword.text,
          type: 'seed',
          modifier: null,
          parent_id: null,
          depth: 1,
          sightings: {} as RowToAnalyse['sightings'],
          volume: keyword.volume,
          difficulty: keyword.difficulty,
          intent: intents[index]!,
          cluster_id: null,
          topic_pinned: false,
          given_topic: keyword.topic?.name ?? null,
          given_parent: keyword.topic?.parent ?? null,
        }),
      )
      const serps = Object.fromEntries(keywords.flatMap(({ text, serp }) => (serp ? [[text, serp]] : [])))
      const { clusters, parts } = await threads.run<TopicsAnswer>(new URL('./topics-thread.ts', import.meta.url), {
        parts: [JSON.stringify(rows)],
        serps,
        previous: [],
        language,
        seed: null,
        strictness: 'balanced',
      } satisfies TopicsTask)
      const grouped = parts.flatMap((part) => JSON.parse(part) as { key: string; cluster_id: string | null }[])
      return { clusters, topicByKey: new Map(grouped.map(({ key, cluster_id }) => [key, cluster_id])), intents }
    },
  }
}

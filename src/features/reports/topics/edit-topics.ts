import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Cluster, Strictness, TopicCounts, TopicCoverage, TopicEdit, TopicMeaning } from '../contract.ts'
import { refuseMissingReport } from '../get-report.ts'
import { countTopics, getCoverage, getTopicCounts } from '../rules/topics/topic-coverage.ts'
import { applyTopicEdits } from '../rules/topics/topic-edits.ts'
import { updateColumn } from '../store/column-store.ts'
import { findSerps } from '../store/finding-store.ts'
import { findRowsToAnalyse } from '../store/row-store.ts'
import { addMeaningCost } from '../store/spending-store.ts'
import {
  bumpTopicsVersion,
  findBuiltTopics,
  findClusters,
  findTopicSizes,
  findTopicState,
  moveRows,
  replaceTopics,
  type TopicState,
  updateRowTopics,
  updateTopicFacts,
  updateTopics,
} from '../store/topic-store.ts'
import { readTexts, type TopicMeanings } from './topic-meanings.ts'
import type { TopicsAnswer, TopicsTask } from './topics-thread.ts'

/** Grouping a finished report's keywords again, and the changes people make to topics. */

export type Regrouped = {
  counts: TopicCounts
  coverage: TopicCoverage
  examples: Pick<Cluster, 'kind' | 'name' | 'pillar' | 'keywords' | 'volume'>[]
  version: number
  meaning: TopicMeaning
}

const maxExamples = 30

type RegroupInput = {
  strictness: Strictness
  by_meaning: boolean
  max_cost_usd?: number | undefined
  dry_run: boolean
}

export function createTopicEdits({
  db,
  threads,
  meanings,
}: {
  db: Database
  threads: Threads
  meanings: TopicMeanings
}) {
  return {
    /**
     * Groups the keywords again from stored rows and results; no source is asked, only the AI model if `by_meaning` is set. Edited
     * topics stay.
     * @throws AppError not_found; conflict while the report runs, or when its topics changed meanwhile
     */
    async recluster(
      ref: ResourceRef,
      { strictness, by_meaning: isRequested, max_cost_usd: limitUsd, dry_run: isPreview }: RegroupInput,
      signal: AbortSignal,
    ): Promise<Regrouped> {
      const state = (await findTopicState(db, ref)) ?? refuseMissingReport()
      refuseRunning(state)
      const [parts, serps, previous] = await Promise.all([
        findRowsToAnalyse(db, ref),
        findSerps(db, ref),
        findBuiltTopics(db, ref),
      ])
      const serpByText = Object.fromEntries(serps)
      const { meanings: known, about: meaning } = await meanings.find(ref.workspaceId, readTexts(parts), serpByText, {
        isRequested,
        isPreview,
        limitUsd: limitUsd ?? null,
        signal,
        record: (usd) => addMeaningCost(db, ref, usd),
      })
      const found = await threads.run<TopicsAnswer>(new URL('./topics-thread.ts', import.meta.url), {
        parts,
        serps: serpByText,
        meanings: known,
        previous,
        language: state.language,
        seed: state.isList ? null : state.query,
        strictness,
      } satisfies TopicsTask)
      const counts = getTopicCounts(found.clusters)
      const about = {
        meaning,
        counts,
        coverage: getCoverage(found.clusters),
        examples: found.clusters
          .filter(({ kind }) => kind !== 'standalone')
          .slice(0, maxExamples)
          .map(({ kind, name, pillar, keywords, volume }) => ({ kind, name, pillar, keywords, volume })),
      }
      if (isPreview) return { ...about, version: state.version }
      return db.transaction().execute(async (tx) => {
        const now = (await findTopicState(tx, ref, true)) ?? refuseMissingReport()
        refuseRunning(now)
        if (now.version !== state.version || now.attempt !== state.attempt) refuseChanged(now)
        await updateRowTopics(tx, ref, found.parts)
        await replaceTopics(tx, ref, found.clusters)
        await updateTopicFacts(tx, ref)
        const { version, attempt } = await bumpTopicsVersion(tx, ref, counts.topics, {
          strictness,
          meaning: isRequested ? meaning : null,
        })
        await updateColumn(tx, ref, attempt, 'cluster_id')
        return { ...about, version }
      })
    },

    /**
     * Makes all changes or none.
     * @throws AppError not_found; conflict while the report runs or when `version` is outdated; invalid_input
     */
    async editTopics(
      ref: ResourceRef,
      { version: expected, edits }: { version: number; edits: readonly TopicEdit[] },
    ): Promise<{ version: number; clusters: Cluster[]; coverage: TopicCoverage }> {
      return db.transaction().execute(async (tx) => {
        const state = (await findTopicState(tx, ref, true)) ?? refuseMissingReport()
        refuseRunning(state)
        if (state.version !== expected) refuseChanged(state)
        const before = await findBuiltTopics(tx, ref)
        const { topics, moves } = applyTopicEdits(before, edits, randomUUIDv7)
        for (const move of moves) {
          const moved = await moveRows(tx, ref, move)
          if (move.rowIds !== null && moved < new Set(move.rowIds).size)
            throw new AppError('not_found', 'One of the keywords isn’t in this report or not in these topics.', {
              field: 'row_ids',
              reason: 'topic_keyword_missing',
            })
        }
        const sizes = await findTopicSizes(tx, ref)
        await updateTopics(tx, ref, before, withoutEmpty(topics, sizes))
        await updateTopicFacts(tx, ref)
        const clusters = await findClusters(tx, ref)
        const { version, attempt } = await bumpTopicsVersion(tx, ref, countTopics(clusters), null)
        await updateColumn(tx, ref, attempt, 'cluster_id')
        return { version, clusters, coverage: getCoverage(clusters) }
      })
    },
  }
}

/** Drops topics without keywords and parents without topics, and tells topics from keywords alone. */
function withoutEmpty<Topic extends { _id: string; kind: Cluster['kind']; parent_id: string | null }>(
  topics: readonly Topic[],
  sizes: ReadonlyMap<string, number>,
): Topic[] {
  const leaves = topics
    .filter(({ kind, _id }) => kind !== 'parent' && (sizes.get(_id) ?? 0) > 0)
    .map((topic): Topic => ({ ...topic, kind: sizes.get(topic._id) === 1 ? 'standalone' : 'topic' }))
  const used = new Set(leaves.map((topic) => topic.parent_id))
  return [...topics.filter(({ kind, _id }) => kind === 'parent' && used.has(_id)), ...leaves]
}

function refuseRunning({ status }: TopicState) {
  if (status === 'queued' || status === 'running' || status === 'partial')
    throw new AppError('conflict', 'This report is still running.', { reason: 'still_running' })
}

function refuseChanged({ version }: TopicState): never {
  throw new AppError('conflict', `The topics changed meanwhile: their version is ${version}. Get them again.`, {
    field: 'version',
    reason: 'topics_changed',
    params: { version },
  })
}

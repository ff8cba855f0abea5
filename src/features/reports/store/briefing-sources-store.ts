import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { BriefingSources } from '../rules/briefing-sources.ts'
import { findBestPages } from './finding-store.ts'
import { findRows } from './row-read-store.ts'
import { findHead } from './store.ts'
import { findLeafIds } from './topic-store.ts'
import { countTopicUrls, findMainTopic, findWritingTopic, isListReport } from './writing-sources-store.ts'

const maxKeywords = 500

/** @returns null when the report was deleted. A topic that isn't there any more is ignored. */
export async function findBriefingSources(
  db: Db,
  ref: ResourceRef,
  { maxQuestions, clusterId }: { maxQuestions: number; clusterId: string | null },
): Promise<BriefingSources | null> {
  const [head, isList, found, pages] = await Promise.all([
    findHead(db, ref.workspaceId, ref.id),
    isListReport(db, ref),
    clusterId ? findWritingTopic(db, ref, clusterId) : findMainTopic(db, ref),
    findBestPages(db, ref),
  ])
  if (!head) return null
  const clusterIds = found ? await findLeafIds(db, ref, [found.cluster._id]) : undefined
  const [keywords, questions, topicUrls] = await Promise.all([
    findRows(db, ref, { section: 'keywords', clusterIds, limit: maxKeywords }),
    findRows(db, ref, { section: 'questions', clusterIds, limit: maxQuestions }),
    clusterIds ? countTopicUrls(db, ref, clusterIds) : null,
  ])
  return {
    query: isList ? null : head.query,
    language: head.language,
    createdAt: head.created_at,
    topic: found && {
      id: found.cluster._id,
      name: found.cluster.name,
      pillar: found.cluster.pillar,
      intent: found.cluster.intent,
    },
    keywords: keywords.map(({ text, type, intent, volume }) => ({ text, type, intent, volume })),
    questions: questions.map(({ text, volume }) => ({ text, volume })),
    pages: pages.map(({ url, domain, title, words, headings, content, fetched }, index) => ({
      n: index + 1,
      ...{ url, domain, title, words, content },
      headings: headings ?? [],
      hasFailed: fetched !== null && fetched !== 'ok',
    })),
    topicUrls,
  }
}

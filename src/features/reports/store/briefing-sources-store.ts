import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { BriefingSources } from '../rules/briefing-sources.ts'
import { findBestPages } from './finding-store.ts'
import { findRows } from './row-read-store.ts'
import { findHead } from './store.ts'
import { findLeafIds } from './topic-store.ts'
import {
  countTopicUrls,
  findLoneKeyword,
  findMainTopic,
  findWritingTopic,
  getLoneText,
  isListReport,
  maxCandidates,
  type SourcesOptions,
  toTopicUrls,
} from './writing-sources-store.ts'

const maxKeywords = 500

/** @returns null when the report was deleted */
export async function findBriefingSources(
  db: Db,
  ref: ResourceRef,
  { maxQuestions, clusterId, keyword = null }: SourcesOptions,
): Promise<BriefingSources | null> {
  const [head, isList, found, pages] = await Promise.all([
    findHead(db, ref.workspaceId, ref.id),
    isListReport(db, ref),
    clusterId ? findWritingTopic(db, ref, clusterId) : keyword === null ? findMainTopic(db, ref) : null,
    findBestPages(db, ref),
  ])
  if (!head) return null
  const lone = found ? getLoneText(found.cluster) : keyword
  const clusterIds = found && lone === null ? await findLeafIds(db, ref, [found.cluster._id]) : undefined
  const which = lone === null ? { clusterIds } : { visible: true, limit: maxCandidates }
  const [keywords, questions, topicUrls, alone] = await Promise.all([
    findRows(db, ref, { section: 'keywords', limit: maxKeywords, ...which }),
    findRows(db, ref, { section: 'questions', limit: maxQuestions, ...which }),
    clusterIds ? countTopicUrls(db, ref, clusterIds) : null,
    lone === null ? null : findLoneKeyword(db, ref, lone),
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
    alone,
    topicUrls: toTopicUrls(alone) ?? topicUrls,
  }
}

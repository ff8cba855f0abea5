import type { Db } from '#platform/database.ts'
import type { Cluster, Heading, Term } from './contract.ts'
import { findBestPages, findCluster, findClusterPage, findTerms } from './finding-store.ts'
import type { ReportRef } from './report-ref.ts'
import { findRows } from './row-store.ts'
import { findHead } from './store.ts'

/** Sources for generating a text, and benchmarks for scoring it. */
export type WritingSources = {
  /** The report's query; null when it groups a list, whose name isn't a keyword. */
  query: string | null
  language: string
  /** Keywords for the text, most important first: the topic's pillar and members, or the query. */
  keywords: string[]
  pages: { n: number; url: string; title: string; headings: Heading[]; content: string }[]
  /** Most searched first; with a topic, only its questions. */
  questions: string[]
  /** Strongest first. */
  terms: Term[]
}

/** A topic of a report with its keywords, for writing about it. */
export type WritingTopic = { cluster: Cluster; keywords: string[] }

const maxTopicKeywords = 20

/** @param clusterId a topic of the report; a deleted one is ignored. Returns null when the report was deleted. */
export async function findWritingSources(
  db: Db,
  ref: ReportRef,
  { maxQuestions: mostQuestions, clusterId }: { maxQuestions: number; clusterId: string | null },
): Promise<WritingSources | null> {
  const [head, isList, topic, pages, terms] = await Promise.all([
    findHead(db, ref.workspaceId, ref.id),
    isListReport(db, ref),
    clusterId ? findWritingTopic(db, ref, clusterId) : null,
    findBestPages(db, ref),
    findTerms(db, ref),
  ])
  if (!head) return null
  const filters = topic ? { cluster_id: topic.cluster._id } : undefined
  const questions = await findRows(db, ref, { section: 'questions', limit: mostQuestions, filters })
  return {
    query: isList ? null : head.query,
    language: head.language,
    keywords: topic ? topic.keywords : isList ? [] : [head.query],
    // Numbers pages by rank, so that citations match the report.
    pages: pages.flatMap(({ url, title, headings, content }, index) =>
      content ? [{ n: index + 1, url, title, headings: headings ?? [], content }] : [],
    ),
    questions: questions.map(({ text }) => text),
    // Omits terms of a list report, since its pages cover all topics.
    terms: topic && isList ? [] : terms.map(({ term, weight, kind, pages }) => ({ term, weight, kind, pages })),
  }
}

/** Returns null when the report has no such topic. */
export async function findWritingTopic(db: Db, ref: ReportRef, clusterId: string): Promise<WritingTopic | null> {
  const cluster = await findCluster(db, ref, clusterId)
  return cluster ? withKeywords(db, ref, cluster) : null
}

/** Returns the largest topic of a list report; null for other reports. */
export async function findMainTopic(db: Db, ref: ReportRef): Promise<WritingTopic | null> {
  if (!(await isListReport(db, ref))) return null
  const [cluster] = (await findClusterPage(db, ref, { limit: 1, offset: 0 })).items
  return cluster ? withKeywords(db, ref, cluster) : null
}

async function withKeywords(db: Db, ref: ReportRef, cluster: Cluster): Promise<WritingTopic> {
  const filters = { cluster_id: cluster._id }
  const rows = await findRows(db, ref, { section: 'keywords', filters, limit: maxTopicKeywords })
  return {
    cluster,
    keywords: [...new Set([cluster.pillar, ...rows.map(({ text }) => text)])].slice(0, maxTopicKeywords),
  }
}

export async function isListReport(db: Db, ref: ReportRef): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('is_list')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
  return row?.is_list ?? false
}

import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Cluster, Heading, Term } from '../contract.ts'
import type { LoneKeyword } from '../rules/briefing-sources.ts'
import { findBestPages, findTerms } from './finding-store.ts'
import { findKeywordSerps } from './keyword-store.ts'
import { findRows, findRowTexts } from './row-read-store.ts'
import { findHead } from './store.ts'
import { findCluster, findLargestTopic, findLeafIds } from './topic-store.ts'

/** Sources for generating a text, and benchmarks for scoring it. */
export type WritingSources = {
  /** The report's query; null when it groups a list, whose name isn't a keyword. */
  query: string | null
  language: string
  /** Keywords for the text, most important first: the topic's pillar and members, the keyword it's about, or the query. */
  keywords: string[]
  pages: { n: number; url: string; title: string; headings: Heading[]; content: string }[]
  /** Most searched first; with a topic, only its questions. */
  questions: string[]
  /** Strongest first. */
  terms: Term[]
  topic: { name: string; pillar: string; query: string | null } | null
  /** The keyword that the text is about, if it's in no topic with others: which questions are near it isn't chosen yet. */
  alone: LoneKeyword | null
  /**
   * How many of the topic's keywords each URL ranks for. Null if no results are known for them, or if the text is about the whole report.
   */
  topicUrls: Record<string, number> | null
}

/** What a text is about, besides its report. */
export type SourcesOptions = {
  maxQuestions: number
  /** A topic of the report. One that was deleted is ignored. */
  clusterId: string | null
  /** Used if there's no topic of several keywords. */
  keyword?: string | null
}

/** A topic of a report with its keywords, for writing about it. */
export type WritingTopic = { cluster: Cluster; keywords: string[] }

const maxTopicKeywords = 20
/** Rows of a report among which those near a keyword are looked for. */
export const maxCandidates = 2000

/** @returns null when the report was deleted */
export async function findWritingSources(
  db: Db,
  ref: ResourceRef,
  { maxQuestions, clusterId, keyword = null }: SourcesOptions,
): Promise<WritingSources | null> {
  const [head, isList, topic, pages, terms] = await Promise.all([
    findHead(db, ref.workspaceId, ref.id),
    isListReport(db, ref),
    clusterId ? findWritingTopic(db, ref, clusterId) : null,
    findBestPages(db, ref),
    findTerms(db, ref),
  ])
  if (!head) return null
  const clusterIds = topic ? await findLeafIds(db, ref, [topic.cluster._id]) : undefined
  const lone = topic ? getLoneText(topic.cluster) : keyword
  const [questions, topicUrls, alone] = await Promise.all([
    findRows(db, ref, {
      section: 'questions',
      ...(lone === null ? { limit: maxQuestions, clusterIds } : { limit: maxCandidates, visible: true }),
    }),
    clusterIds ? countTopicUrls(db, ref, clusterIds) : null,
    lone === null ? null : findLoneKeyword(db, ref, lone),
  ])
  const query = isList ? null : head.query
  return {
    query,
    topic: topic && { name: topic.cluster.name, pillar: topic.cluster.pillar, query },
    alone,
    topicUrls: topic ? topicUrls : toTopicUrls(alone),
    language: head.language,
    keywords: topic ? topic.keywords : alone ? [alone.text] : isList ? [] : [head.query],
    // Numbers pages by rank, so that citations match the report.
    pages: pages.flatMap(({ url, title, headings, content }, index) =>
      content ? [{ n: index + 1, url, title, headings: headings ?? [], content }] : [],
    ),
    questions: questions.map(({ text }) => text),
    // Omits terms of a list report, since its pages cover all topics.
    terms:
      (topic || alone) && isList ? [] : terms.map(({ term, weight, kind, pages }) => ({ term, weight, kind, pages })),
  }
}

/** Returns null when the report has no such topic. */
export async function findWritingTopic(db: Db, ref: ResourceRef, clusterId: string): Promise<WritingTopic | null> {
  const cluster = await findCluster(db, ref, clusterId)
  return cluster ? withKeywords(db, ref, cluster) : null
}

/** Returns the largest topic of a list report; null for other reports. */
export async function findMainTopic(db: Db, ref: ResourceRef): Promise<WritingTopic | null> {
  if (!(await isListReport(db, ref))) return null
  const cluster = await findLargestTopic(db, ref)
  return cluster ? withKeywords(db, ref, cluster) : null
}

async function withKeywords(db: Db, ref: ResourceRef, cluster: Cluster): Promise<WritingTopic> {
  const clusterIds = await findLeafIds(db, ref, [cluster._id])
  const rows = await findRows(db, ref, { section: 'keywords', clusterIds, limit: maxTopicKeywords })
  return {
    cluster,
    keywords: [...new Set([cluster.pillar, ...rows.map(({ text }) => text)])].slice(0, maxTopicKeywords),
  }
}

/** The keyword of a topic that has no other. */
export const getLoneText = ({ kind, pillar }: Cluster): string | null => (kind === 'standalone' ? pillar : null)

/** Results of a search that are compared with those of others. */
const maxComparedUrls = 10
/** Fewer pages rank for two searches by chance. */
const minSharedUrls = 3

/** Finds what the texts near a keyword are found by. The keyword may be none of the report's. */
export async function findLoneKeyword(db: Db, ref: ResourceRef, text: string): Promise<LoneKeyword> {
  const [texts, serps] = await Promise.all([findRowTexts(db, ref, maxCandidates), findKeywordSerps(db, ref, text)])
  const urls = [...new Set(serps.flatMap(({ urls }) => urls.slice(0, maxComparedUrls)))]
  if (urls.length === 0) return { text, texts, urls: null, shared: {} }
  const { rows } = await sql<{ term: string; shared: number }>`
    select a.term, count(distinct url)::integer as shared
    from report_asks a cross join lateral unnest(a.urls[1:${sql.lit(maxComparedUrls)}]) as url
    where a.workspace_id = ${ref.workspaceId} and a.report_id = ${ref.id} and url = any(${urls}::text[])
    group by a.term having count(distinct url) >= ${minSharedUrls} order by shared desc, a.term limit ${maxCandidates}`.execute(
    db,
  )
  return { text, texts, urls, shared: Object.fromEntries(rows.map(({ term, shared }) => [term, shared])) }
}

/** The pages that rank for a keyword that is in no topic with others. */
export const toTopicUrls = (alone: LoneKeyword | null) =>
  alone?.urls ? Object.fromEntries(alone.urls.map((url) => [url, 1])) : null

export async function isListReport(db: Db, ref: ResourceRef): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('is_list')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
  return row?.is_list ?? false
}

/** How many of the topics' keywords each URL ranks for. Null if no results are known. */
export async function countTopicUrls(db: Db, ref: ResourceRef, clusterIds: readonly string[]) {
  const { rows } = await sql<{ url: string; keywords: number }>`
    select url, count(distinct r.id)::integer as keywords from report_rows r
      join report_asks a on a.workspace_id = r.workspace_id and a.report_id = r.report_id and a.term = r.text
      cross join lateral unnest(a.urls) as url
    where r.workspace_id = ${ref.workspaceId} and r.report_id = ${ref.id} and r.cluster_id = any(${[...clusterIds]}::uuid[])
    group by url order by keywords desc, url limit 1000`.execute(db)
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ url, keywords }) => [url, keywords]))
}

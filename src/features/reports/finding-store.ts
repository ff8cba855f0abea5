import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type {
  Discussion as FoundDiscussion,
  SerpFeature as FoundFeature,
  SerpResult,
} from '#providers/search-data/port.ts'
import type { Cluster, Discussion, Heading, SerpPage, Term } from './contract.ts'
import './tables.ts'
import type { ReportRef } from './report-ref.ts'

/** A report's findings besides rows: requests, discussions, SERP pages and features, clusters, terms. */

const toKeys = (report: ReportRef) => ({ workspace_id: report.workspaceId, report_id: report.id })

export type Ask = {
  source: string
  term: string
  depth: number
  found: number
  ms: number
  cached: boolean
  fetchedAt: string
  urls: string[] | null
}

export async function insertAsks(db: Db, report: ReportRef, asks: Ask[]) {
  if (asks.length === 0) return
  await db
    .insertInto('report_asks')
    .values(asks.map(({ fetchedAt, ...ask }) => ({ ...toKeys(report), ...ask, fetched_at: new Date(fetchedAt) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findAsks(db: Db, report: ReportRef) {
  return db
    .selectFrom('report_asks')
    .select(['source', 'term', 'depth', 'found', 'ms', 'cached', 'fetched_at'])
    .select(sql<boolean>`urls is not null`.as('has_pages'))
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
}

/** Result URLs by query, where a source returned a SERP. */
export async function findSerps(db: Db, report: ReportRef): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('report_asks')
    .select(['term', 'urls'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('urls', 'is not', null)
    .execute()
  return new Map(rows.map(({ term, urls }) => [term, urls ?? []]))
}

export async function findProvenance(db: Db, report: ReportRef) {
  const { rows } = await sql<{ source: string; fetched_at: Date; cached: boolean }>`
    select source, max(fetched_at) as fetched_at, bool_and(cached) as cached from report_asks
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} group by source order by source`.execute(db)
  return rows.map((row) => ({ ...row, fetched_at: row.fetched_at.toISOString() }))
}

export async function upsertDiscussions(db: Db, report: ReportRef, discussions: FoundDiscussion[]) {
  if (discussions.length === 0) return
  await db
    .insertInto('report_discussions')
    .values(
      discussions.map(({ at, ...discussion }) => ({ ...toKeys(report), ...discussion, at: at ? new Date(at) : null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findDiscussions(db: Db, report: ReportRef): Promise<Discussion[]> {
  const rows = await db
    .selectFrom('report_discussions')
    .select(['source', 'title', 'url', 'score', 'answers', 'at'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy(sql`coalesce(score, 0) + 2 * coalesce(answers, 0)`, 'desc')
    .orderBy('url')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null }))
}

/** Keeps a page's best rank over all sources and the first source that returned it. */
export async function upsertPages(db: Db, report: ReportRef, source: string, pages: SerpResult[]) {
  if (pages.length === 0) return
  const once = [...new Map(pages.map((page) => [page.url, page])).values()]
  await db
    .insertInto('report_pages')
    .values(
      once.map((page) => ({
        ...toKeys(report),
        ...page,
        source,
        fetched: null,
        words: null,
        headings: null,
        content: null,
        terms: null,
        read_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'report_id', 'url'])
        .doUpdateSet({ rank: sql`least(report_pages.rank, excluded.rank)` }),
    )
    .execute()
}

export const maxPagesRead = 10

/** The ten best results, in order. */
export function findBestPages(db: Db, report: ReportRef) {
  return db
    .selectFrom('report_pages')
    .selectAll()
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('rank')
    .orderBy('source')
    .orderBy('url')
    .limit(maxPagesRead)
    .execute()
}

export async function findSerpPages(db: Db, report: ReportRef): Promise<SerpPage[]> {
  const pages = await findBestPages(db, report)
  return pages.map((page, index) => ({
    rank: index + 1,
    url: page.url,
    domain: page.domain,
    title: page.title,
    snippet: page.snippet,
    words: page.words,
    headings: page.headings ?? [],
    terms: page.terms ?? [],
    fetched: page.fetched ?? 'not read yet',
  }))
}

export type PageReading = { fetched: string; words: number | null; headings: Heading[]; content: string | null }

export async function updatePage(db: Db, report: ReportRef, url: string, reading: PageReading) {
  await db
    .updateTable('report_pages')
    .set({
      fetched: reading.fetched,
      words: reading.words,
      headings: JSON.stringify(reading.headings),
      content: reading.content,
      read_at: new Date(),
    })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('url', '=', url)
    .execute()
}

/** Marks failed pages as unread, so that a retry fetches them again. */
export async function resetFailedPages(db: Db, report: ReportRef) {
  await db
    .updateTable('report_pages')
    .set({ fetched: null })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('fetched', '!=', 'ok')
    .execute()
}

export async function updatePageTerms(db: Db, report: ReportRef, terms: { url: string; terms: string[] }[]) {
  for (const page of terms) {
    await db
      .updateTable('report_pages')
      .set({ terms: page.terms })
      .where('workspace_id', '=', report.workspaceId)
      .where('report_id', '=', report.id)
      .where('url', '=', page.url)
      .execute()
  }
}

export async function replaceFeatures(db: Db, report: ReportRef, source: string, features: FoundFeature[]) {
  await db
    .deleteFrom('report_features')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('source', '=', source)
    .execute()
  if (features.length === 0) return
  await db
    .insertInto('report_features')
    .values(features.map((feature, position) => ({ ...toKeys(report), source, position, ...feature })))
    .execute()
}

export function findFeatures(db: Db, report: ReportRef) {
  return db
    .selectFrom('report_features')
    .select(['type', 'rank', 'title', 'source'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('source')
    .orderBy('position')
    .execute()
}

export async function replaceClusters(db: Db, report: ReportRef, clusters: Cluster[]) {
  await db
    .deleteFrom('report_clusters')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  for (let at = 0; at < clusters.length; at += 3000) {
    await db
      .insertInto('report_clusters')
      .values(
        clusters
          .slice(at, at + 3000)
          .map(({ _id, ...cluster }, index) => ({ ...toKeys(report), id: _id, position: at + index, ...cluster })),
      )
      .execute()
  }
}

/** Sums volumes added after clustering, and names each cluster after its most searched keyword. */
export async function updateClusterVolumes(db: Db, report: ReportRef) {
  await sql`
    update report_clusters c set volume = n.volume, pillar = coalesce(n.pillar, c.pillar), name = coalesce(n.pillar, c.name)
    from (select cluster_id, sum(volume_value) as volume, (array_agg(text order by volume_value desc, key) filter (where volume_value is not null))[1] as pillar
      from report_rows where workspace_id = ${report.workspaceId} and report_id = ${report.id} and cluster_id is not null group by cluster_id) n
    where c.workspace_id = ${report.workspaceId} and c.report_id = ${report.id} and c.id = n.cluster_id`.execute(db)
}

/** One page of clusters in order, with the total. */
export async function findClusterPage(
  db: Db,
  report: ReportRef,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Cluster[]; total: number }> {
  // Counted separately: count(*) over () would read every row.
  const [items, all] = await Promise.all([
    getClusters(db, report).limit(limit).offset(offset).execute(),
    db
      .selectFrom('report_clusters')
      .select(sql<number>`count(*)`.as('count'))
      .where('workspace_id', '=', report.workspaceId)
      .where('report_id', '=', report.id)
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: all.count }
}

export const findCluster = (db: Db, report: ReportRef, id: string): Promise<Cluster | undefined> =>
  getClusters(db, report).where('id', '=', id).executeTakeFirst()

export const findClusters = (db: Db, report: ReportRef): Promise<Cluster[]> => getClusters(db, report).execute()

const getClusters = (db: Db, report: ReportRef) =>
  db
    .selectFrom('report_clusters')
    .select(['id as _id', 'name', 'pillar', 'intent', 'keywords', 'volume'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('position')

export async function replaceTerms(db: Db, report: ReportRef, terms: Term[]) {
  await db
    .deleteFrom('report_terms')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  if (terms.length > 0)
    await db
      .insertInto('report_terms')
      .values(terms.map((term) => ({ ...toKeys(report), ...term })))
      .execute()
}

export function findTerms(db: Db, report: ReportRef): Promise<Term[]> {
  return db
    .selectFrom('report_terms')
    .select(['term', 'kind', 'weight', 'pages'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('weight', 'desc')
    .orderBy('term')
    .execute()
}

/** Whether sources other than these found a row, a SERP page or a discussion. */
export async function hasFindings(db: Db, report: ReportRef, besides: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from report_rows where ${isOfReport(report)} and not sources <@ ${[...besides]}::text[])
      or exists (select from report_pages where ${isOfReport(report)} and source <> all(${[...besides]}::text[]))
      or exists (select from report_discussions where ${isOfReport(report)}) as has`.execute(db)
  return rows[0]!.has
}

const isOfReport = (report: ReportRef) => sql`workspace_id = ${report.workspaceId} and report_id = ${report.id}`

/** Terms each source has answered. */
export async function countAnsweredTerms(db: Db, report: ReportRef): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; count: number }>`
    select source, count(*) as count from report_asks where ${isOfReport(report)} group by source`.execute(db)
  return new Map(rows.map(({ source, count }) => [source, count]))
}

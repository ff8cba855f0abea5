import { sql } from 'kysely'
import type { AppError, Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import type {
  Discussion as FoundDiscussion,
  SerpFeature as FoundFeature,
  SerpResult,
} from '#providers/search-data/port.ts'
import type { Discussion, Heading, PaaQuestion, SerpPage, Term } from '../contract.ts'
import { getCommunity } from '../rules/get-community.ts'
import type { PageUse } from '../rules/keywords/extract-terms.ts'
import { pageNotReadYet } from '../rules/pages/page-errors.ts'
import { toTermUses } from '../rules/term-uses.ts'
import type { StoredPaaQuestion } from './tables.ts'

/** A report's findings besides rows: requests, discussions, SERP pages and features, terms. */

const toKeys = (report: ResourceRef) => ({ workspace_id: report.workspaceId, report_id: report.id })

export type SourceRequest = {
  source: string
  term: string
  depth: number
  found: number
  ms: number
  cached: boolean
  fetchedAt: string
  urls: string[] | null
  features: string[] | null
  questions: StoredPaaQuestion[] | null
}

export async function insertAsks(db: Db, report: ResourceRef, asks: SourceRequest[]) {
  // A statement has up to 65,535 parameters.
  for (let from = 0; from < asks.length; from += asksAtATime)
    await insertSome(db, report, asks.slice(from, from + asksAtATime))
}

const asksAtATime = 2000

async function insertSome(db: Db, report: ResourceRef, asks: SourceRequest[]) {
  await db
    .insertInto('report_asks')
    .values(
      asks.map(({ fetchedAt, questions, ...ask }) => ({
        ...toKeys(report),
        ...ask,
        questions: questions && JSON.stringify(storable(questions)),
        fetched_at: new Date(fetchedAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findAsks(db: Db, report: ResourceRef) {
  return db
    .selectFrom('report_asks')
    .select(['source', 'term', 'depth', 'found', 'ms', 'cached', 'fetched_at'])
    .select(sql<boolean>`urls is not null`.as('has_pages'))
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
}

/** Null when result pages were stored without the questions, by an earlier version. */
export async function findPeopleAlsoAsk(db: Db, report: ResourceRef): Promise<PaaQuestion[] | null> {
  const rows = await db
    .selectFrom('report_asks')
    .select(['term', 'source', 'fetched_at', 'questions'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where(sql<boolean>`(questions is not null or urls is not null and source <> 'imported')`)
    .orderBy('depth')
    .orderBy('source')
    .orderBy('term')
    .execute()
  if (rows.length > 0 && rows.every(({ questions }) => questions === null)) return null
  return rows.flatMap(({ source, fetched_at, questions }) =>
    (questions ?? []).map((question) => ({ ...question, source, fetched_at: fetched_at.toISOString() })),
  )
}

/** Result URLs by query, where a source returned a SERP. */
export async function findSerps(db: Db, report: ResourceRef): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('report_asks')
    .select(['term', 'urls'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('urls', 'is not', null)
    .execute()
  return new Map(rows.map(({ term, urls }) => [term, urls ?? []]))
}

export async function findProvenance(db: Db, report: ResourceRef) {
  const { rows } = await sql<{ source: string; fetched_at: Date; cached: boolean }>`
    select source, max(fetched_at) as fetched_at, bool_and(cached) as cached from report_asks
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} group by source order by source`.execute(db)
  return rows.map((row) => ({ ...row, fetched_at: row.fetched_at.toISOString() }))
}

export async function upsertDiscussions(db: Db, report: ResourceRef, discussions: FoundDiscussion[]) {
  if (discussions.length === 0) return
  await db
    .insertInto('report_discussions')
    .values(
      discussions.map(({ at, excerpt = null, ...discussion }) => ({
        ...toKeys(report),
        ...discussion,
        at: at ? new Date(at) : null,
        excerpt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findDiscussions(db: Db, report: ResourceRef): Promise<Discussion[]> {
  const rows = await db
    .selectFrom('report_discussions')
    .select(['source', 'title', 'url', 'score', 'answers', 'at', 'excerpt'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy(sql`coalesce(score, 0) + 2 * coalesce(answers, 0)`, 'desc')
    .orderBy('url')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null, community: getCommunity(row.url) }))
}

/** Keeps a page's best rank over all sources and the first source that returned it. */
export async function upsertPages(db: Db, report: ResourceRef, source: string, pages: SerpResult[]) {
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
        failure: null,
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
export function findBestPages(db: Db, report: ResourceRef) {
  return selectBestPages(db, report).selectAll().execute()
}

const findBestUrls = (db: Db, report: ResourceRef) => selectBestPages(db, report).select('url').execute()

const selectBestPages = (db: Db, report: ResourceRef) =>
  db
    .selectFrom('report_pages')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('rank')
    .orderBy('source')
    .orderBy('url')
    .limit(maxPagesRead)

export async function findSerpPages(db: Db, report: ResourceRef): Promise<SerpPage[]> {
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
    ...presentReading(page),
  }))
}

/** Null where an earlier version stored the phrase alone. */
function presentReading({ fetched, failure }: { fetched: string | null; failure: Failure | null }) {
  if (fetched === 'ok') return { fetched }
  if (fetched !== null) return { fetched, ...(failure && { failure }) }
  const error = pageNotReadYet()
  return { fetched: error.message, failure: error.toFailure() }
}

export type PageReading = { error: AppError | null; words: number | null; headings: Heading[]; content: string | null }

export async function updatePage(db: Db, report: ResourceRef, url: string, reading: PageReading) {
  await db
    .updateTable('report_pages')
    .set({
      fetched: reading.error === null ? 'ok' : storable(reading.error.message),
      failure: reading.error && JSON.stringify(storable(reading.error.toFailure())),
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
export async function resetFailedPages(db: Db, report: ResourceRef) {
  await db
    .updateTable('report_pages')
    .set({ fetched: null, failure: null })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('fetched', '!=', 'ok')
    .execute()
}

export async function updatePageTerms(db: Db, report: ResourceRef, terms: { url: string; terms: string[] }[]) {
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

export async function replaceFeatures(db: Db, report: ResourceRef, source: string, features: FoundFeature[]) {
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

export function findFeatures(db: Db, report: ResourceRef) {
  return db
    .selectFrom('report_features')
    .select(['type', 'rank', 'title', 'source'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('source')
    .orderBy('position')
    .execute()
}

export async function replaceTerms(db: Db, report: ResourceRef, terms: (Omit<Term, 'uses'> & { uses: PageUse[] })[]) {
  await db
    .deleteFrom('report_terms')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  if (terms.length > 0)
    await db
      .insertInto('report_terms')
      .values(terms.map(({ uses, ...term }) => ({ ...toKeys(report), ...term, uses: JSON.stringify(uses) })))
      .execute()
}

/** Uses are told by the rank a page has in `findSerpPages`. */
export async function findTerms(db: Db, report: ResourceRef): Promise<Term[]> {
  const urls = (await findBestUrls(db, report)).map(({ url }) => url)
  const terms = await findTermRows(db, report)
  return terms.map(({ uses, ...term }) => ({ ...term, uses: uses && toTermUses(uses, urls) }))
}

function findTermRows(db: Db, report: ResourceRef) {
  return db
    .selectFrom('report_terms')
    .select(['term', 'kind', 'weight', 'pages', 'uses'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('weight', 'desc')
    .orderBy('term')
    .execute()
}

/** Whether sources other than these found a row, a SERP page or a discussion. */
export async function hasFindings(db: Db, report: ResourceRef, besides: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from report_rows where ${isOfReport(report)} and not sources <@ ${[...besides]}::text[])
      or exists (select from report_pages where ${isOfReport(report)} and source <> all(${[...besides]}::text[]))
      or exists (select from report_discussions where ${isOfReport(report)}) as has`.execute(db)
  return rows[0]!.has
}

const isOfReport = (report: ResourceRef) => sql`workspace_id = ${report.workspaceId} and report_id = ${report.id}`

/** Terms each source has answered. */
export async function countAnsweredTerms(db: Db, report: ResourceRef): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; count: number }>`
    select source, count(*) as count from report_asks where ${isOfReport(report)} group by source`.execute(db)
  return new Map(rows.map(({ source, count }) => [source, count]))
}

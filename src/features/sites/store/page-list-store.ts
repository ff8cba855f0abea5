import { type RawBuilder, sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { PageFilters, PageSort, SitePage } from '../contract.ts'
import type { DayRange } from '../rules/days.ts'
import './tables.ts'
import '#features/content-plan/store/tables.ts'

/** Pages as lists show them: filtered, sorted and paged. */

export type PageQuery = {
  q?: string | undefined
  filters?: PageFilters | undefined
  sort: PageSort
  page: number
  limit: number
  /** An uploaded export to show the figures of. */
  upload_id?: string | undefined
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const toList = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

function getConditions({ workspaceId, id }: ResourceRef, { q, filters = {} }: Pick<PageQuery, 'q' | 'filters'>) {
  const conditions = [sql`p.workspace_id = ${workspaceId} and p.site_id = ${id}`]
  for (const word of q?.trim().split(/\s+/).filter(Boolean) ?? []) {
    const isExcluded = word.length > 1 && word.startsWith('-')
    const text = like(isExcluded ? word.slice(1) : word)
    const matches = sql`(p.url ilike ${text} or coalesce(p.title, '') ilike ${text} or coalesce(p.topic, '') ilike ${text})`
    conditions.push(isExcluded ? sql`not ${matches}` : matches)
  }
  const { state = ['live', 'missing'], status, indexable, index_reason, topic, words, inlinks } = filters
  conditions.push(sql`p.state = any(${toList(state)}::text[])`)
  if (status !== undefined) conditions.push(sql`p.status = any(${toList(status)}::integer[])`)
  if (indexable !== undefined) conditions.push(sql`p.indexable = ${indexable}`)
  if (index_reason !== undefined) conditions.push(sql`p.index_reason = any(${toList(index_reason)}::text[])`)
  if (topic !== undefined) conditions.push(sql`p.topic = any(${toList(topic)}::text[])`)
  for (const [column, range] of [
    [sql`p.words`, words],
    [sql`p.inlinks`, inlinks],
  ] as const) {
    if (range?.min !== undefined) conditions.push(sql`${column} >= ${range.min}`)
    if (range?.max !== undefined) conditions.push(sql`${column} <= ${range.max}`)
  }
  return sql.join(conditions, sql` and `)
}

const columns: Record<string, RawBuilder<unknown>> = {
  url: sql`p.url`,
  title: sql`lower(p.title)`,
  words: sql`p.words`,
  status: sql`p.status`,
  inlinks: sql`p.inlinks`,
  depth: sql`p.depth`,
  clicks: sql`f.clicks`,
  impressions: sql`f.impressions`,
  position: sql`f.position`,
}

export type PageRow = Omit<SitePage, '_id' | 'fetched_at' | 'failure'> & {
  key: string
  fetched_at: Date | null
  failure: Failure | null
}

/** What Search Console has for each URL, of the page dimension. Empty without days. */
const getFigures = ({ workspaceId, id }: ResourceRef, days: DayRange | null) => sql`(
  select t.text as url, sum(d.clicks)::integer as clicks, sum(d.impressions)::integer as impressions,
    sum(d.position * d.impressions) / nullif(sum(d.impressions), 0) as position
  from site_search_days d
  join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = ${id} and t.id = d.page_id
  where d.workspace_id = ${workspaceId} and d.site_id = ${id} and d.dimension = 'page' and not d.partial
    and d.day between ${days?.from ?? '9999-01-01'}::date and ${days?.to ?? '0001-01-01'}::date
  group by t.text)`

/** The same of an uploaded export. */
const getUploadFigures = ({ workspaceId, id }: ResourceRef, uploadId: string) => sql`(
  select page as url, clicks, impressions, position from site_upload_rows
  where workspace_id = ${workspaceId} and site_id = ${id} and upload_id = ${uploadId} and dimension = 'page')`

/** `shown`: the days that clicks, impressions and positions are of, or an uploaded export; null without Search Console data. */
export async function findPages(
  db: Db,
  site: ResourceRef,
  query: PageQuery,
  shown: DayRange | { uploadId: string } | null,
) {
  const figures = shown && 'uploadId' in shown ? getUploadFigures(site, shown.uploadId) : getFigures(site, shown)
  const where = getConditions(site, query)
  const descends = query.sort.startsWith('-')
  const column = columns[query.sort.replace(/^-/, '')]!
  const [page, counts] = await Promise.all([
    sql<PageRow>`
      select p.key, p.url, p.state, p.title, p.h1, p.words, p.status, p.redirect_to, p.indexable, p.index_reason, p.canonical,
        p.language, p.topic, p.schema_types, p.inlinks, p.content_inlinks, p.images, p.images_without_alt, p.depth, p.lastmod,
        p.error, p.failure, p.fetched_at, f.clicks, f.impressions, f.position,
        (select i.id from plan_items i where i.workspace_id = p.workspace_id and i.url_key = p.url_key
          order by i.updated_at desc limit 1) as plan_item_id
      from site_pages p left join ${figures} f on f.url = p.url where ${where}
      order by ${column} ${descends ? sql`desc` : sql`asc`} nulls last, p.url
      limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from site_pages p where ${where}`.execute(db),
  ])
  return { rows: page.rows, total: Number(counts.rows[0]!.total) }
}

export type ExportedPage = {
  url: string
  title: string | null
  status: number | null
  words: number | null
  fetched_at: Date | null
}

export async function findAllPages(db: Db, { workspaceId, id }: ResourceRef): Promise<ExportedPage[]> {
  const { rows } = await sql<ExportedPage>`
    select url, title, status, words, fetched_at from site_pages
    where workspace_id = ${workspaceId} and site_id = ${id} order by url`.execute(db)
  return rows
}

export type ChangeRow = {
  url: string
  kind: 'added' | 'changed' | 'removed' | 'returned'
  fields: string[]
  crawl: number
  at: Date
}

export async function findChanges(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { page, limit }: { page: number; limit: number },
) {
  const where = sql`workspace_id = ${workspaceId} and site_id = ${id}`
  const [found, counts] = await Promise.all([
    sql<ChangeRow>`select url, kind, fields, crawl_no as crawl, at from site_page_changes where ${where}
      order by crawl_no desc, at desc, url limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from site_page_changes where ${where}`.execute(db),
  ])
  return { rows: found.rows, total: Number(counts.rows[0]!.total) }
}

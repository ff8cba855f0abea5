import { sql } from 'kysely'
import type { AppError, Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { StoredCrawlers } from '../rules/crawl/ai-crawlers.ts'
import type { SkippedUrls, UrlOrigin } from './tables.ts'
import './tables.ts'

/** Crawls, their leases and their lists of URLs. */

export type CrawlRef = { workspaceId: string; siteId: string; crawlId: string }
export type Lease = CrawlRef & { lease: string; no: number; prepared: boolean; site: string }

export const leaseSeconds = 30

const here = ({ workspaceId, siteId, crawlId }: CrawlRef) =>
  sql`workspace_id = ${workspaceId} and site_id = ${siteId} and crawl_id = ${crawlId}`

/** @returns null when a crawl is running */
export async function insertCrawl(tx: Tx, { workspaceId, id }: ResourceRef, crawlId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into site_crawls (workspace_id, site_id, id, no)
    select ${workspaceId}, ${id}, ${crawlId}, coalesce(max(no), 0) + 1 from site_crawls
    where workspace_id = ${workspaceId} and site_id = ${id}
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Takes a running crawl that nobody works on. */
export async function leaseCrawl(db: Db, crawl: CrawlRef, lease: string): Promise<Lease | null> {
  const { rows } = await sql<{ no: number; prepared: boolean; site: string }>`
    update site_crawls c set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    from sites s
    where c.workspace_id = ${crawl.workspaceId} and c.site_id = ${crawl.siteId} and c.id = ${crawl.crawlId}
      and s.workspace_id = c.workspace_id and s.id = c.site_id and c.state = 'running'
      and (c.leased_until is null or c.leased_until < now())
    returning c.no, c.prepared, s.url as site`.execute(db)
  return rows[0] ? { ...crawl, lease, ...rows[0] } : null
}

/** @returns false when the crawl ended, was deleted or was taken over */
export async function renewLease(db: Db, lease: Lease): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update site_crawls set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where ${ofLease(lease)}`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseLease(db: Db, lease: Lease) {
  await sql`update site_crawls set lease = null, leased_until = null where ${ofLease(lease)}`.execute(db)
}

const ofLease = ({ workspaceId, siteId, crawlId, lease }: Lease) =>
  sql`workspace_id = ${workspaceId} and site_id = ${siteId} and id = ${crawlId} and lease = ${lease} and state = 'running'`

/** Crawls whose worker died, of all workspaces. `alone`: no other process works, so that every lease is of a dead one. */
export async function findAbandonedOfAllWorkspaces(db: Db, alone: boolean): Promise<CrawlRef[]> {
  const { rows } = await sql<CrawlRef>`
    update site_crawls set lease = null, leased_until = null
    where state = 'running' and (leased_until is null or leased_until < now() or ${alone})
      and (${alone} or coalesce(leased_until, started_at) < now() - interval '5 seconds')
    returning workspace_id as "workspaceId", site_id as "siteId", id as "crawlId"`.execute(db)
  return rows
}

export type NewUrl = {
  key: string
  url: string
  origin: UrlOrigin
  depth: number
  hops?: number
  shape?: string | null
  lastmod?: string | null
}

/** @returns the keys that weren’t in the list */
export async function insertUrls(db: Db, crawl: CrawlRef, urls: readonly NewUrl[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const column = <T>(get: (url: NewUrl) => T) => urls.map(get)
  const { rows } = await sql<{ key: string }>`
    insert into site_crawl_urls (workspace_id, site_id, crawl_id, key, url, origin, depth, hops, shape, lastmod)
    select ${crawl.workspaceId}, ${crawl.siteId}, ${crawl.crawlId}, * from unnest(
      ${column(({ key }) => key)}::uuid[], ${column(({ url }) => url)}::text[], ${column(({ origin }) => origin)}::text[],
      ${column(({ depth }) => depth)}::integer[], ${column(({ hops = 0 }) => hops)}::integer[],
      ${column(({ shape = null }) => shape)}::text[], ${column(({ lastmod = null }) => lastmod)}::text[])
    on conflict (workspace_id, site_id, crawl_id, key) do update
      set lastmod = excluded.lastmod where site_crawl_urls.lastmod is null and excluded.lastmod is not null
    returning key, xmax = 0 as inserted`.execute(db)
  return new Set((rows as { key: string; inserted: boolean }[]).flatMap(({ key, inserted }) => (inserted ? [key] : [])))
}

/** The pages of earlier crawls are fetched again, linked or not. */
export async function insertKnownPages(db: Db, crawl: CrawlRef) {
  await sql`
    insert into site_crawl_urls (workspace_id, site_id, crawl_id, key, url, origin, depth, shape)
    select workspace_id, site_id, ${crawl.crawlId}, key, url, 'page', coalesce(depth, 1), shape from site_pages
    where workspace_id = ${crawl.workspaceId} and site_id = ${crawl.siteId} and state <> 'gone'
    on conflict do nothing`.execute(db)
}

/** How many URLs each of these groups has, and which of these URLs are in the list. */
export async function countShapes(db: Db, crawl: CrawlRef, shapes: readonly string[], keys: readonly string[]) {
  if (shapes.length === 0) return { counts: new Map<string, number>(), known: new Set<string>() }
  const [counts, known] = await Promise.all([
    sql<{ shape: string; total: number }>`
      select shape, count(*) as total from site_crawl_urls
      where ${here(crawl)} and shape = any(${[...shapes]}::text[]) group by shape`.execute(db),
    sql<{ key: string }>`
      select key from site_crawl_urls where ${here(crawl)} and key = any(${[...keys]}::uuid[])`.execute(db),
  ])
  return {
    counts: new Map(counts.rows.map(({ shape, total }) => [shape, Number(total)])),
    known: new Set(known.rows.map(({ key }) => key)),
  }
}

export type NextUrl = {
  key: string
  url: string
  origin: UrlOrigin
  depth: number
  hops: number
  shape: string | null
  lastmod: string | null
}

/** Nearest the start first. */
export async function findNextUrls(db: Db, crawl: CrawlRef, limit: number): Promise<NextUrl[]> {
  const { rows } = await sql<NextUrl>`
    select key, url, origin, depth, hops, shape, lastmod from site_crawl_urls
    where ${here(crawl)} and not done order by depth, position limit ${limit}`.execute(db)
  return rows
}

export async function saveAiCrawlers(db: Db, lease: Lease, crawlers: StoredCrawlers) {
  await sql`update site_crawls set ai_crawlers = ${JSON.stringify(crawlers)}::jsonb where ${ofLease(lease)}`.execute(db)
}

export async function markPrepared(db: Db, lease: Lease) {
  await sql`
    update site_crawls set prepared = true,
      found = (select count(*) from site_crawl_urls where ${here(lease)})
    where ${ofLease(lease)}`.execute(db)
}

/** Counts URLs as fetched. Null when the crawl isn’t this worker’s any more. */
export async function countFetched(
  tx: Tx,
  lease: Lease,
  keys: readonly string[],
  { unchanged, changed, skipped }: { unchanged: number; changed: number; skipped: SkippedUrls },
): Promise<{ fetched: number; found: number } | null> {
  const { rows } = await sql<{ fetched: number; found: number }>`
    update site_crawls set fetched = fetched + ${keys.length}, unchanged = unchanged + ${unchanged},
      changed = changed + ${changed},
      skipped = (select coalesce(jsonb_object_agg(name, total), '{}') from (
        select name, sum(value::integer) as total from (
          select * from jsonb_each_text(skipped) union all select * from jsonb_each_text(${JSON.stringify(skipped)}::jsonb)
        ) each(name, value) group by name) sums)
    where ${ofLease(lease)} returning fetched, found`.execute(tx)
  if (!rows[0]) return null
  await sql`update site_crawl_urls set done = true where ${here(lease)} and key = any(${[...keys]}::uuid[])`.execute(tx)
  return rows[0]
}

export async function countFound(tx: Tx, lease: Lease, found: number) {
  if (found > 0) await sql`update site_crawls set found = found + ${found} where ${ofLease(lease)}`.execute(tx)
}

export type CrawlEnd = {
  state: 'done' | 'failed'
  complete: boolean
  added: number
  removed: number
  error: AppError | null
}

/** @returns false when the crawl isn’t this worker’s any more */
export async function endCrawl(tx: Tx, lease: Lease, { state, complete, added, removed, error }: CrawlEnd) {
  const columns = toErrorColumns(error)
  const { numAffectedRows } = await sql`
    update site_crawls set state = ${state}, complete = ${complete}, added = ${added}, removed = ${removed},
      error = ${columns.error}, failure = ${columns.failure}::jsonb, lease = null, leased_until = null, finished_at = now()
    where ${ofLease(lease)}`.execute(tx)
  if (numAffectedRows === 1n) await deleteUrls(tx, lease)
  return numAffectedRows === 1n
}

export async function cancelCrawl(tx: Tx, { workspaceId, id }: ResourceRef): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update site_crawls set state = 'cancelled', lease = null, leased_until = null, finished_at = now()
    where workspace_id = ${workspaceId} and site_id = ${id} and state = 'running' returning id`.execute(tx)
  for (const row of rows) await deleteUrls(tx, { workspaceId, siteId: id, crawlId: row.id })
  return rows.length > 0
}

const deleteUrls = async (tx: Tx, crawl: CrawlRef) =>
  void (await sql`delete from site_crawl_urls where ${here(crawl)}`.execute(tx))

const maxCrawls = 50

/** Old crawls, with what they changed. */
export async function deleteOldCrawls(tx: Tx, { workspaceId, siteId, no }: CrawlRef & { no: number }) {
  for (const [table, column] of [
    ['site_crawls', 'no'],
    ['site_page_changes', 'crawl_no'],
  ] as const)
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId} and site_id = ${siteId}
      and ${sql.ref(column)} <= ${no - maxCrawls}`.execute(tx)
}

export type CrawlRow = {
  id: string
  no: number
  state: 'running' | 'done' | 'failed' | 'cancelled'
  complete: boolean
  found: number
  fetched: number
  unchanged: number
  skipped: SkippedUrls
  added: number
  changed: number
  removed: number
  error: string | null
  failure: Failure | null
  /** As JSON writes it. */
  started_at: string
  finished_at: string | null
}

/** When a host may be asked next; reserves that moment. Times are in milliseconds. */
export async function reserveHost(
  db: Db,
  host: string,
  { now, gapMs }: { now: number; gapMs: number },
): Promise<number> {
  const { rows } = await sql<{ next_at: Date }>`
    insert into crawl_hosts (host, next_at) values (${host}, ${new Date(now + gapMs)})
    on conflict (host) do update set next_at = greatest(crawl_hosts.next_at, ${new Date(now)}) + make_interval(secs => ${gapMs / 1000})
    returning next_at`.execute(db)
  return rows[0]!.next_at.getTime() - gapMs
}

/** Hosts that nobody asked for a day. */
export async function deleteIdleHosts(db: Db) {
  await sql`delete from crawl_hosts where next_at < now() - interval '1 day'`.execute(db)
}

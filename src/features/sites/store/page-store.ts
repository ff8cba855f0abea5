import { sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { ComparedPage, FetchedUrl, IndexReason } from '../rules/crawl/page-record.ts'
import type { CrawlRef, Lease, NextUrl } from './crawl-store.ts'
import type { SitePageChangesTable } from './tables.ts'
import './tables.ts'

/** Pages as crawls write them. */

const here = ({ workspaceId, siteId }: Pick<CrawlRef, 'workspaceId' | 'siteId'>) =>
  sql`workspace_id = ${workspaceId} and site_id = ${siteId}`

export type KnownPage = ComparedPage & {
  index_reason: IndexReason | null
  error: string | null
  failure: Failure | null
  etag: string | null
  last_modified: string | null
  last_crawl: number
  first_crawl: number
}

export async function findPage(db: Db, crawl: CrawlRef, key: string): Promise<KnownPage | null> {
  const { rows } = await sql<KnownPage>`
    select status, title, h1, canonical, indexable, index_reason, digest, redirect_to, etag, last_modified, last_crawl,
      first_crawl, error, failure
    from site_pages where ${here(crawl)} and key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** Those of these pages that are known, by key. */
export async function findKnownPages(
  db: Db,
  crawl: CrawlRef,
  keys: readonly string[],
): Promise<Map<string, KnownPage>> {
  const { rows } = await sql<KnownPage & { key: string }>`
    select key, status, title, h1, canonical, indexable, index_reason, digest, redirect_to, etag, last_modified, last_crawl,
      first_crawl, error, failure
    from site_pages where ${here(crawl)} and key = any(${[...keys]}::uuid[])`.execute(db)
  return new Map(rows.map(({ key, ...page }) => [key, page]))
}

export type SavedPage = {
  urlKey: string
  fetched: FetchedUrl
  present: boolean | null
  indexable: boolean | null
  reason: IndexReason | null
  contentLinks: string[]
  navigationLinks: string[]
}

/** Inserts or updates a page. What a request didn’t tell stays as it was. */
export async function savePage(tx: Tx, lease: Lease, { key, url, depth, shape, lastmod }: NextUrl, page: SavedPage) {
  const { fetched, present } = page
  const status = 'status' in fetched ? fetched.status : null
  const failed = fetched.kind === 'failed' ? fetched.error : null
  const facts = fetched.kind === 'page' ? fetched.facts : null
  const base = {
    present,
    last_crawl: lease.no,
    fetched_at: new Date(),
    depth,
    shape,
    ...(lastmod === null ? {} : { lastmod }),
    ...toErrorColumns(failed),
    ...(fetched.kind === 'unchanged' ? {} : { status, indexable: page.indexable, index_reason: page.reason }),
    ...(fetched.kind === 'redirect'
      ? { redirect_to: fetched.target }
      : fetched.kind === 'unchanged'
        ? {}
        : { redirect_to: null }),
    // An absent or blocked page has no links; one that failed has those it had.
    ...(present === false || fetched.kind === 'blocked'
      ? { content_links: [], navigation_links: [], etag: null, last_modified: null }
      : {}),
    ...(facts && fetched.kind === 'page'
      ? {
          title: facts.title,
          description: facts.description,
          h1: facts.h1,
          headings: JSON.stringify(facts.headings),
          words: facts.words,
          language: facts.language,
          topic: facts.topic,
          terms: JSON.stringify(facts.terms),
          schema_types: facts.schemaTypes,
          canonical: facts.canonical,
          images: facts.images,
          images_without_alt: facts.imagesWithoutAlt,
          external_links: facts.externalLinks,
          content_links: page.contentLinks,
          navigation_links: page.navigationLinks,
          etag: fetched.etag,
          last_modified: fetched.lastModified,
          digest: facts.digest,
        }
      : {}),
  }
  await tx
    .insertInto('site_pages')
    .values({
      workspace_id: lease.workspaceId,
      site_id: lease.siteId,
      key,
      url,
      url_key: page.urlKey,
      first_crawl: lease.no,
      // Not there before, and not now: a broken link. A redirect is no page that could be missing.
      state: present === false && fetched.kind !== 'redirect' ? 'missing' : 'live',
      ...emptyPage,
      ...base,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'site_id', 'key']).doUpdateSet(base))
    .execute()
}

const emptyPage = {
  status: null,
  redirect_to: null,
  title: null,
  description: null,
  h1: null,
  words: null,
  language: null,
  topic: null,
  canonical: null,
  indexable: null,
  index_reason: null,
  images: null,
  images_without_alt: null,
  external_links: null,
  lastmod: null,
  etag: null,
  last_modified: null,
  digest: null,
}

export type PageChange = Pick<SitePageChangesTable, 'key' | 'kind' | 'url'> & { fields?: string[] }

export async function insertChanges(tx: Tx, { workspaceId, siteId, no }: Lease, changes: readonly PageChange[]) {
  for (let from = 0; from < changes.length; from += 1000)
    await tx
      .insertInto('site_page_changes')
      .values(
        changes.slice(from, from + 1000).map(({ key, kind, url, fields = [] }) => ({
          workspace_id: workspaceId,
          site_id: siteId,
          crawl_no: no,
          ...{ key, kind, url, fields },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'site_id', 'crawl_no', 'key'])
          .doUpdateSet((row) => ({ kind: row.ref('excluded.kind'), fields: row.ref('excluded.fields') })),
      )
      .execute()
}

export type PageState = {
  key: string
  url: string
  state: 'live' | 'missing' | 'gone'
  present: boolean | null
  first_crawl: number
  last_crawl: number
  /** It was there at least once. */
  seen: boolean
}

/** Every page, of at most 20,000 a crawl. */
export async function findPageStates(db: Db, crawl: CrawlRef): Promise<PageState[]> {
  const { rows } = await sql<PageState>`
    select key, url, state, present, first_crawl, last_crawl, digest is not null as seen from site_pages
    where ${here(crawl)}`.execute(db)
  return rows
}

export async function setPageStates(tx: Tx, crawl: CrawlRef, keys: readonly string[], state: PageState['state']) {
  if (keys.length === 0) return
  await sql`update site_pages set state = ${state} where ${here(crawl)} and key = any(${[...keys]}::uuid[])`.execute(tx)
}

/** Counts the pages that link to each, and forgets broken links that nothing has any more. */
export async function countInlinks(tx: Tx, crawl: CrawlRef) {
  await sql`
    with linking as (select key, content_links, navigation_links from site_pages
      where ${here(crawl)} and state <> 'gone' and present is distinct from false),
    links as (
      select target, count(*) as total, count(*) filter (where of_content) as in_content from (
        select unnest(content_links) as target, true as of_content, key from linking
        union all select unnest(navigation_links), false, key from linking) each
      where target <> key group by target)
    update site_pages p set inlinks = coalesce(l.total, 0), content_inlinks = coalesce(l.in_content, 0)
    from site_pages q left join links l on l.target = q.key
    where q.workspace_id = p.workspace_id and q.site_id = p.site_id and q.key = p.key
      and p.workspace_id = ${crawl.workspaceId} and p.site_id = ${crawl.siteId}
      and (p.inlinks, p.content_inlinks) is distinct from (coalesce(l.total, 0), coalesce(l.in_content, 0))`.execute(tx)
  await sql`delete from site_pages where ${here(crawl)} and state = 'missing' and digest is null and inlinks = 0
    and lastmod is null`.execute(tx)
}

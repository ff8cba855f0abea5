import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { StoredCrawlers } from '../rules/crawl/ai-crawlers.ts'
import type { IndexReason } from '../rules/crawl/page-record.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    sites: SitesTable
    site_crawls: SiteCrawlsTable
    site_crawl_urls: SiteCrawlUrlsTable
    site_pages: SitePagesTable
    site_page_changes: SitePageChangesTable
    crawl_hosts: CrawlHostsTable
    site_connections: SiteConnectionsTable
    site_search_texts: SiteSearchTextsTable
    site_search_days: SiteSearchDaysTable
    site_decays: SiteDecaysTable
    site_actions: SiteActionsTable
    site_uploads: SiteUploadsTable
    site_upload_rows: SiteUploadRowsTable
  }
}

export type SitesTable = {
  workspace_id: string
  id: string
  /** A domain, or the start of its URLs (rules/site-url.ts). */
  url: string
  created_by: string | null
  created_at: Generated<Date>
}

/** What a crawl found and didn’t fetch, and why. */
export type SkippedUrls = { traps?: number; robots?: number; files?: number; limit?: number }

export type SiteCrawlsTable = {
  workspace_id: string
  site_id: string
  id: string
  /** The site’s first crawl is 1. */
  no: number
  state: Generated<'running' | 'done' | 'failed' | 'cancelled'>
  /** Every page that was found was fetched: only then can pages be missing. */
  complete: Generated<boolean>
  found: Generated<number>
  fetched: Generated<number>
  /** Of these, pages that said they hadn’t changed. */
  unchanged: Generated<number>
  skipped: JSONColumnType<SkippedUrls, string | undefined, string>
  added: Generated<number>
  changed: Generated<number>
  removed: Generated<number>
  /** The sitemaps and earlier pages are in the list of URLs. */
  prepared: Generated<boolean>
  lease: string | null
  leased_until: Date | null
  error: string | null
  failure: FailureColumn
  /** Null for crawls of versions that didn’t look. */
  ai_crawlers: JSONColumnType<StoredCrawlers, string | null, string | null> | null
  started_at: Generated<Date>
  finished_at: Date | null
}

export type UrlOrigin = 'start' | 'page' | 'sitemap' | 'link' | 'redirect'

/** The URLs of a running crawl. */
export type SiteCrawlUrlsTable = {
  workspace_id: string
  site_id: string
  crawl_id: string
  key: string
  url: string
  origin: UrlOrigin
  depth: number
  /** Redirects in a row that led here. */
  hops: Generated<number>
  shape: string | null
  lastmod: string | null
  done: Generated<boolean>
  position: GeneratedAlways<number>
}

export type SitePagesTable = {
  workspace_id: string
  site_id: string
  /** From the URL (page-key.ts): the same page has the same in every crawl. */
  key: string
  url: string
  /** As plan items write URLs, to find theirs. */
  url_key: string
  /** `missing`: not there in the latest complete crawl. `gone`: not in the two latest. */
  state: Generated<'live' | 'missing' | 'gone'>
  /** Whether it was there in its latest crawl; null when the request didn’t tell. */
  present: boolean | null
  status: number | null
  redirect_to: string | null
  title: string | null
  description: string | null
  h1: string | null
  headings: JSONColumnType<{ type: string; text: string }[], string | undefined, string>
  words: number | null
  language: string | null
  topic: string | null
  terms: JSONColumnType<{ term: string; weight: number }[], string | undefined, string>
  schema_types: Generated<string[]>
  canonical: string | null
  indexable: boolean | null
  index_reason: IndexReason | null
  images: number | null
  images_without_alt: number | null
  external_links: number | null
  /** Keys of the pages it links to in its content, and around it. */
  content_links: Generated<string[]>
  navigation_links: Generated<string[]>
  /** Pages that link to it, and those of them that do in their content. */
  inlinks: Generated<number>
  content_inlinks: Generated<number>
  /** As the sitemap has it. */
  lastmod: string | null
  etag: string | null
  last_modified: string | null
  digest: string | null
  /** Clicks from the start. */
  depth: number | null
  /** The group that limits endless pages count it in (crawl-traps.ts). */
  shape: string | null
  error: string | null
  failure: FailureColumn
  first_crawl: number
  last_crawl: number
  first_seen: Generated<Date>
  fetched_at: Date | null
}

export type SitePageChangesTable = {
  workspace_id: string
  site_id: string
  crawl_no: number
  key: string
  kind: 'added' | 'changed' | 'removed' | 'returned'
  url: string
  fields: Generated<string[]>
  at: Generated<Date>
}

/** When each host may be asked next, by any process for any workspace. */
export type CrawlHostsTable = {
  host: string
  next_at: Date
}

/** `none`: disconnected, with its data kept. */
export type SiteConnectionsTable = {
  workspace_id: string
  site_id: string
  kind: 'oauth' | 'service_account'
  state: 'pending' | 'connected' | 'error' | 'none'
  sealed_credential: string | null
  property: string | null
  /** Of a consent that was asked for. */
  state_hash: Buffer | null
  sealed_verifier: string | null
  requested_property: string | null
  pending_until: Date | null
  error: string | null
  failure: FailureColumn
  /** Months that were read in full: "2026-10 query". */
  months: string[]
  last_day: string | null
  lease: string | null
  leased_until: Date | null
  synced_at: Date | null
  next_at: Date | null
  connected_by: string | null
}

export type SiteSearchTextsTable = {
  workspace_id: string
  site_id: string
  id: Generated<number>
  kind: 'query' | 'page'
  text: string
}

export type SearchDimension = 'date' | 'query' | 'page' | 'query_page'

/** Rows of one dimension are never added to those of another: pages and queries that Google hides would be missing or counted twice. */
export type SiteSearchDaysTable = {
  workspace_id: string
  site_id: string
  dimension: SearchDimension
  day: string
  /** 0 where the dimension has none. */
  query_id: number
  page_id: number
  clicks: number
  impressions: number
  position: number
  /** May still change. */
  partial: boolean
}

/** An export that was uploaded for a site. Its figures are totals of the whole period, except those of days. */
export type SiteUploadsTable = {
  workspace_id: string
  site_id: string
  id: string
  /** The keywords that came with it. Null once they’re deleted. */
  import_id: string | null
  file_name: string
  /** Of what it says, so that the same export is stored once. */
  digest: string
  /** Null when it doesn’t say. */
  from_day: string | null
  to_day: string | null
  period_from: 'days' | 'file' | null
  filters: JSONColumnType<{ name: string; value: string }[], string | undefined, string>
  /** Rows of each dimension. */
  days: number
  queries: number
  pages: number
  pairs: number
  /** Rows of the file that were stored. */
  accepted: number
  rejected: JSONColumnType<{ table: string; line: number; reason: string }[], string | undefined, string>
  rejected_total: number
  created_by: string | null
  created_at: Generated<Date>
}

export type SiteUploadRowsTable = {
  workspace_id: string
  site_id: string
  upload_id: string
  dimension: SearchDimension
  no: number
  /** Each null where the dimension has none. */
  day: string | null
  query: string | null
  page: string | null
  clicks: number
  impressions: number
  position: number
}

export type DecayState = 'open' | 'refreshing' | 'resolved' | 'dismissed'
export type LostQuery = {
  query: string
  clicks: number
  clicks_before: number
  position: number | null
  position_before: number
}

/** Pages that lost clicks beyond chance. A page has one that isn’t resolved. */
export type SiteDecaysTable = {
  workspace_id: string
  site_id: string
  id: string
  page: string
  against: 'before' | 'year'
  /** A share, with its 95% interval. */
  change: number
  low: number
  high: number
  /** In 28 days. */
  clicks: number
  clicks_before: number
  /** Clicks lost by each cause. */
  demand: number
  position: number
  ctr: number
  /** How the same weeks of last year changed. */
  seasonal: number | null
  queries: JSONColumnType<LostQuery[], string | undefined, string>
  since: string
  last_day: string
  state: Generated<DecayState>
  draft_id: string | null
  found_at: Generated<Date>
  changed_at: Generated<Date>
}

/** What somebody did with a page, and what became of it. `verdict` is null until it’s measured. */
export type SiteActionsTable = {
  workspace_id: string
  site_id: string
  id: string
  action: 'published' | 'refreshed' | 'linked' | 'retitled'
  page: string
  title: string | null
  day: string
  document_id: string | null
  verdict: 'gained' | 'lost' | 'unclear' | null
  before: number | null
  after: number | null
  change: number | null
  low: number | null
  high: number | null
  controls: number | null
  controls_change: number | null
  measured_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

import { z } from 'zod'
import { actions, crawlerAccesses, decayStates, indexReasons, robotsStates } from '#features/sites/contract.ts'
import { count, shaped, short, storedFailure, url } from './field-rules.ts'

/** Values of sites in an archive. */
export const siteRowRules = {
  sites: { url: short(500) },
  site_crawls: {
    no: z.int().min(1),
    state: z.enum(['done', 'failed', 'cancelled']),
    found: count,
    fetched: count,
    unchanged: count,
    skipped: shaped(z.record(z.enum(['traps', 'robots', 'files', 'limit']), z.number()).or(z.object({}))),
    added: count,
    changed: count,
    removed: count,
    error: short(2000).nullable(),
    failure: storedFailure,
    ai_crawlers: shaped(
      z
        .strictObject({
          robots_txt: z.enum(robotsStates),
          bots: z
            .array(
              z.strictObject({
                bot: short(100),
                access: z.enum(crawlerAccesses),
                rule: short(300).nullable(),
                line: z.int().min(1).nullable(),
              }),
            )
            .max(100),
        })
        .nullable(),
    ),
  },
  site_pages: {
    url,
    url_key: short(600),
    state: z.enum(['live', 'missing', 'gone']),
    status: count.nullable(),
    redirect_to: url.nullable(),
    title: short(300).nullable(),
    description: short(1000).nullable(),
    h1: short(300).nullable(),
    headings: shaped(z.array(z.object({ type: short(10), text: short(300) })).max(200)),
    words: count.nullable(),
    language: short(35).nullable(),
    topic: short(200).nullable(),
    terms: shaped(z.array(z.object({ term: short(200), weight: z.number() })).max(50)),
    schema_types: z.array(short(100)).max(50),
    canonical: url.nullable(),
    index_reason: z.enum(indexReasons).nullable(),
    images: count.nullable(),
    images_without_alt: count.nullable(),
    external_links: count.nullable(),
    inlinks: count,
    content_inlinks: count,
    lastmod: short(40).nullable(),
    digest: short(40).nullable(),
    depth: count.nullable(),
    error: short(2000).nullable(),
    failure: storedFailure,
    first_crawl: count,
    last_crawl: count,
  },
  site_search_texts: { id: z.int().min(1), kind: z.enum(['query', 'page']), text: short(2000) },
  site_search_days: {
    dimension: z.enum(['date', 'query', 'page', 'query_page']),
    query_id: z.int().min(0),
    page_id: z.int().min(0),
    clicks: count,
    impressions: count,
    position: z.number().min(0).max(1e6),
  },
  site_decays: {
    page: url,
    against: z.enum(['before', 'year']),
    change: z.number(),
    low: z.number(),
    high: z.number(),
    clicks: z.number().min(0),
    clicks_before: z.number().min(0),
    demand: z.number(),
    position: z.number(),
    ctr: z.number(),
    seasonal: z.number().nullable(),
    queries: shaped(
      z
        .array(
          z.object({
            query: short(2000),
            clicks: z.number().min(0),
            clicks_before: z.number().min(0),
            position: z.number().min(0).nullable(),
            position_before: z.number().min(0),
          }),
        )
        .max(20),
    ),
    state: z.enum(decayStates),
  },
  site_actions: {
    action: z.enum(actions),
    page: url,
    title: short(300).nullable(),
    verdict: z.enum(['gained', 'lost', 'unclear']).nullable(),
    before: z.number().min(0).nullable(),
    after: z.number().min(0).nullable(),
    change: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    controls: count.nullable(),
    controls_change: z.number().nullable(),
  },
  site_uploads: {
    file_name: short(200),
    digest: short(64),
    period_from: z.enum(['days', 'file']).nullable(),
    filters: shaped(z.array(z.strictObject({ name: short(200), value: short(200) })).max(20)),
    days: count,
    queries: count,
    pages: count,
    pairs: count,
    accepted: count,
    rejected: shaped(
      z.array(z.strictObject({ table: short(200), line: z.int().min(0), reason: short(3000) })).max(100),
    ),
    rejected_total: count,
  },
  site_upload_rows: {
    dimension: z.enum(['date', 'query', 'page', 'query_page']),
    no: count,
    query: short(2000).nullable(),
    page: url.nullable(),
    clicks: count,
    impressions: count,
    position: z.number().min(0).max(1e9),
  },
  site_page_changes: {
    crawl_no: count,
    kind: z.enum(['added', 'changed', 'removed', 'returned']),
    url,
    fields: z.array(short(20)).max(20),
  },
}

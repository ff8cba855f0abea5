import type { TestServer } from './server.ts'

/** A site with one crawl, two pages and two days of Search Console, as they are stored. Its pages aren't fetched. */
export async function fillSites({ database: { pool } }: TestServer, workspaceId: string) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into sites (workspace_id, id, url) values ($1, gen_random_uuid(), 'https://hollowoak.example/') returning id`,
    [workspaceId],
  )
  const ids = [workspaceId, rows[0]!.id]
  await pool.query(
    `insert into site_crawls (workspace_id, site_id, id, no, state, complete, found, fetched, skipped, added, prepared, finished_at,
       ai_crawlers)
     values ($1, $2, gen_random_uuid(), 1, 'done', true, 2, 2, '{"robots": 1}', 2, true, now(),
       '{"robots_txt": "found", "bots": [{"bot": "GPTBot", "access": "blocked", "rule": "Disallow: /", "line": 2}]}')`,
    ids,
  )
  await pool.query(
    `insert into site_pages (workspace_id, site_id, key, url, url_key, state, present, status, title, h1, headings, words, language,
       topic, terms, schema_types, canonical, indexable, index_reason, images, images_without_alt, external_links, content_links,
       inlinks, content_inlinks, digest, depth, failure, first_crawl, last_crawl, fetched_at)
     values ($1, $2, '00000000-0000-4000-8000-0000000000a1', 'https://hollowoak.example/', 'hollowoak.example/', 'live', true, 200,
         'Hollow Oak', 'Coffee', '[{"type": "h2", "text": "Cold brew"}]', 240, 'en', 'cold brew',
         '[{"term": "cold brew", "weight": 0.8}]', '{Organization}', 'https://hollowoak.example/', true, null, 2, 1, 3,
         '{00000000-0000-4000-8000-0000000000a2}', 0, 0, 'a1', 0, null, 1, 1, now()),
       ($1, $2, '00000000-0000-4000-8000-0000000000a2', 'https://hollowoak.example/ratio', 'hollowoak.example/ratio', 'live', true,
         null, null, null, '[]', null, null, null, '[]', '{}', null, null, 'unread', null, null, null, '{}', 1, 1, null, 1,
         '{"code": "upstream_failed", "reason": "page_timeout"}', 1, 1, now())`,
    ids,
  )
  await pool.query(
    `insert into site_page_changes (workspace_id, site_id, crawl_no, key, kind, url, fields)
     values ($1, $2, 1, '00000000-0000-4000-8000-0000000000a1', 'added', 'https://hollowoak.example/', '{}')`,
    ids,
  )
  await pool.query(
    `insert into site_search_texts (workspace_id, site_id, id, kind, text)
     values ($1, $2, 1, 'query', 'cold brew ratio'), ($1, $2, 2, 'page', 'https://hollowoak.example/ratio')`,
    ids,
  )
  await pool.query(
    `insert into site_search_days (workspace_id, site_id, dimension, day, query_id, page_id, clicks, impressions, position, partial)
     values ($1, $2, 'date', '2026-11-20', 0, 0, 12, 300, 6.5, false), ($1, $2, 'query', '2026-11-20', 1, 0, 9, 210, 5.5, false),
       ($1, $2, 'query_page', '2026-11-20', 1, 2, 9, 210, 5.5, false), ($1, $2, 'date', '2026-11-21', 0, 0, 2, 40, 6.5, true)`,
    ids,
  )
  await pool.query(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       seasonal, queries, since, last_day)
     values ($1, $2, gen_random_uuid(), 'https://hollowoak.example/ratio', 'before', -0.48, -0.61, -0.33, 992, 1904, -70, -742, -100,
       0.05, '[{"query": "cold brew ratio", "clicks": 9, "clicks_before": 30, "position": 9.3, "position_before": 4.1}]', '2026-10-12',
       '2026-11-20')`,
    ids,
  )
  await pool.query(
    `insert into site_actions (workspace_id, site_id, id, action, page, title, day, verdict, before, after, change, low, high, controls,
       controls_change, measured_at)
     values ($1, $2, gen_random_uuid(), 'published', 'https://hollowoak.example/ratio', 'Cold brew ratio', '2026-10-03', 'gained', 100,
       150, 0.41, 0.18, 0.67, 40, 0.06, now())`,
    ids,
  )
  await pool.query(
    `with upload as (
       insert into site_uploads (workspace_id, site_id, id, file_name, digest, from_day, to_day, period_from, filters, days, queries, pages,
         pairs, accepted, rejected, rejected_total)
       values ($1, $2, gen_random_uuid(), 'Performance-on-Search.zip', 'd1', '2026-08-21', '2026-11-20', 'days',
         '[{"name": "Search type", "value": "Web"}]', 1, 1, 1, 1, 3, '[{"table": "Pages.csv", "line": 4, "reason": "not a URL"}]', 1)
       returning id)
     insert into site_upload_rows (workspace_id, site_id, upload_id, dimension, no, day, query, page, clicks, impressions, position)
     select $1, $2, upload.id, r.* from upload, (values
       ('date', 1, date '2026-11-20', null, null, 12, 300, 6.5),
       ('query', 2, null, 'cold brew ratio', null, 9, 210, 5.5),
       ('page', 3, null, null, 'https://hollowoak.example/ratio', 9, 210, 5.5),
       ('query_page', 4, null, 'cold brew ratio', 'https://hollowoak.example/ratio', 9, 210, 5.5)) r`,
    ids,
  )
  await pool.query(
    `insert into site_visit_logs (workspace_id, site_id, id, file_name, digest, from_day, to_day, lines, visits, added, unread, elsewhere)
     values ($1, $2, gen_random_uuid(), 'access.log.1.gz', 'v1', '2026-11-19', '2026-11-20', 900, 12, 12, 1, 0)`,
    ids,
  )
  await pool.query(
    `insert into site_visit_days (workspace_id, site_id, day, seen) values ($1, $2, '2026-11-20', '\\x000000000001')`,
    ids,
  )
  await pool.query(
    `insert into site_bot_visits (workspace_id, site_id, day, bot, kind, path, status, visits, last_at)
     values ($1, $2, '2026-11-20', 'GPTBot', 'page', '/ratio', 200, 12, '2026-11-20T10:00:00Z')`,
    ids,
  )
  await pool.query(
    `insert into site_referral_exports (workspace_id, site_id, file_name, from_day, to_day, all_sessions, total, rejected)
     values ($1, $2, 'traffic.csv', '2026-11-01', '2026-11-20', 400, 12, 0)`,
    ids,
  )
  await pool.query(
    `insert into site_referral_rows (workspace_id, site_id, no, assistant, source, page, sessions)
     values ($1, $2, 1, 'ChatGPT', 'chatgpt.com', '/ratio', 9)`,
    ids,
  )
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  coordinatorReasons,
  distributedTables,
  distributionColumn,
} from '../../src/platform/database/distribution/table-classes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/**
 * Workspace data is keyed by workspace first, so that tables can be distributed across servers
 * (docs/guides/past-one-machine.md). Exceptions are listed here with their reason, and outdated ones have to be
 * removed.
 */

const byLink = 'a link or token is all that is known of it'
const byId = 'the address of a call names the id alone: its workspace is looked up by it, once a call'
const ofPerson = 'it is of a person, whatever the workspace'

/** Unique indexes and primary keys that don't start with the workspace. */
const exceptions: Record<string, string> = {
  access_tokens_pkey: ofPerson,
  access_tokens_token_hash_key: byLink,
  answer_runs_id: byId,
  answer_watches_id: byId,
  blog_addresses_slug: 'an address is given to one workspace of all',
  content_plans_id: byId,
  data_feeds_id_key: byLink,
  destinations_id: byId,
  digest_comments_pkey: ofPerson,
  digest_entries_pkey: 'a mail is for an address, over all its workspaces',
  documents_id: byId,
  domains_domain: 'a name is given to one workspace of all',
  event_keys_pkey: 'one row: the collector’s key of the installation',
  humanizer_runs_id: byId,
  image_files_to_remove_pkey: 'files without an owner wait here to be removed',
  images_pkey: 'a picture’s address names the id alone',
  invitations_token_hash_key: byLink,
  keyword_lists_id: byId,
  listener_runs_id: byId,
  listeners_feed: byLink,
  listeners_id: byId,
  lookups_id: byId,
  notifications_once: ofPerson,
  notifications_pkey: ofPerson,
  plan_review_links_id: byLink,
  posts_pkey: 'a post’s address names the id alone, and visitors have no workspace',
  publications_id: byId,
  rank_trackers_id: byId,
  released_domains_pkey: 'a name is given to one workspace of all',
  reports_id: byId,
  review_links_id: byLink,
  shares_id_key: byLink,
  site_connections_state: 'Google sends back the state alone',
  site_crawls_id: byId,
  site_decays_id: byId,
  site_uploads_id: byId,
  sites_id: byId,
  user_documents_place: ofPerson,
  user_documents_gone_pkey: 'a queue of what a mirror still has to hear',
  writing_batches_id: byId,
  webhook_deliveries_once: 'a run is told once; runs have ids of their own',
  workspace_transfers_import_at_work: ofPerson,
  workspace_transfers_pkey: byId,
}

/**
 * Tables without data of a single workspace: people, money, the installation, and those that depend on a row that has
 * one.
 */
const elsewhere = new Set(
  `audit_log codes crawl_hosts digest_readers digests entitlement_changes entitlements event_counts event_ids event_inbox events
  idempotency_keys incident_updates incidents index_now_urls installation model_catalogue model_pacing one_time_tokens payment_customers payment_events payment_invoices
  payment_looks payment_mails payment_orders payment_subscriptions plans post_likes post_versions rate_counts selling_prices
  sign_in_codes source_cache status_outcomes status_samples transfer_files_to_remove two_factors usage user_plans users vendor_pacing
  worker_beats workspaces`.split(/\s+/),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('keys of workspace tables start with the workspace', async () => {
  const { rows } = await server.database.pool.query(`
    select i.relname as index from pg_index x
      join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and x.indisunique and x.indkey[0] <> w.attnum
    order by 1`)
  expect(rows.map(({ index }) => index)).toEqual(Object.keys(exceptions).sort())
})

test('every table without a workspace is listed with a reason', async () => {
  const { rows } = await server.database.pool.query(`
    select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped)
    order by 1`)
  expect(rows.map(({ table }) => table)).toEqual([...elsewhere].sort())
})

test('every table is either distributed or stays on the coordinator with a reason', async () => {
  const { rows } = await server.database.pool.query(`
    select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely_%'
    order by 1`)
  const classed = [...distributedTables.map(({ name }) => name), ...coordinatorReasons.keys()]
  expect(classed.sort()).toEqual(rows.map(({ table }) => table))
})

test('distributed tables have no triggers, no unique index without the workspace, and one owner on the coordinator', async () => {
  for (const { name, parent, key } of distributedTables) {
    const { rows } = await server.database.pool.query(
      `select (select count(*)::integer from pg_trigger where tgrelid = $1::regclass and not tgisinternal) as triggers,
         (select count(*)::integer from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attname = $2
            where x.indrelid = $1::regclass and x.indisunique and not a.attnum = any (x.indkey)) as unique,
         (select count(*)::integer from pg_constraint where confrelid = $1::regclass) as referrers,
         (select array_agg(pg_get_constraintdef(oid)) from pg_constraint where conrelid = $1::regclass and contype = 'f') as keys`,
      [name, distributionColumn],
    )
    expect([name, rows[0]]).toEqual([
      name,
      {
        triggers: 0,
        unique: 0,
        referrers: 0,
        // Rows on other servers can't refer to a table of the coordinator: statements of the same transaction delete them.
        keys: process.env.DISTRIBUTED_TESTS
          ? null
          : [`FOREIGN KEY (workspace_id, ${key}) REFERENCES ${parent}(workspace_id, id) ON DELETE CASCADE`],
      },
    ])
    expect(coordinatorReasons.has(parent)).toBe(true)
  }
})

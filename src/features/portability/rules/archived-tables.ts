import { archivedBatchTables } from './archived-batch-tables.ts'
import { rankTables } from './archived-rank-tables.ts'
import { planReviewTables, reviewTables } from './archived-review-tables.ts'
import { siteTables } from './archived-site-tables.ts'
import { type ArchivedTable, atWork, importer, keysMade, secret, units } from './archived-table.ts'

export type { ArchivedTable } from './archived-table.ts'

/**
 * Tables of a workspace archive in import order, and columns that need special treatment. Columns not named here are copied unchanged.
 * A test compares this list with the database schema, so that new tables and columns can't be forgotten.
 */

export const archivedTables: ArchivedTable[] = [
  {
    name: 'workspaces',
    scope: 'id',
    order: ['id'],
    excluded: { owner_id: 'the importer owns the workspace' },
    importValues: { owner_id: importer },
  },
  { name: 'imports', scope: 'workspace_id', order: ['id'], people: ['created_by'], excluded: keysMade },
  { name: 'import_rows', scope: 'workspace_id', order: ['import_id', 'line'], refs: { import_id: 'imports' } },
  {
    name: 'reports',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { import_id: 'imports' },
    excluded: { payer_id: units, units_period: units, units_returned: units },
    // A retry uses credits of the importer's plan.
    importValues: { units_returned: 'true' },
    exportValues: {
      status: `case when t.status in ('queued', 'running', 'partial') then 'cancelled' else t.status end`,
      finished_at: `case when t.status in ('queued', 'running', 'partial') then coalesce(t.finished_at, t.created_at) else t.finished_at end`,
      // Staff-only error details contain settings and hosts.
      sources: `(select coalesce(jsonb_agg(s.state - 'error_details' order by s.at), '[]') from jsonb_array_elements(t.sources) with ordinality s(state, at))`,
    },
  },
  {
    name: 'report_asks',
    scope: 'workspace_id',
    order: ['report_id', 'source', 'term'],
    refs: { report_id: 'reports' },
  },
  {
    name: 'report_rows',
    scope: 'workspace_id',
    order: ['report_id', 'key'],
    refs: { report_id: 'reports' },
    internalIds: {
      parent_id: 'a row of the same report; read with it alone',
      cluster_id: 'a topic of the same report; read with it alone',
    },
  },
  { name: 'report_discussions', scope: 'workspace_id', order: ['report_id', 'url'], refs: { report_id: 'reports' } },
  { name: 'report_pages', scope: 'workspace_id', order: ['report_id', 'url'], refs: { report_id: 'reports' } },
  {
    name: 'report_features',
    scope: 'workspace_id',
    order: ['report_id', 'source', 'position'],
    refs: { report_id: 'reports' },
  },
  {
    name: 'report_clusters',
    scope: 'workspace_id',
    order: ['report_id', 'id'],
    refs: { report_id: 'reports' },
    internalIds: { parent_id: 'a parent topic of the same report; read with it alone' },
  },
  { name: 'report_terms', scope: 'workspace_id', order: ['report_id', 'term'], refs: { report_id: 'reports' } },
  {
    name: 'outlines',
    scope: 'workspace_id',
    order: ['id'],
    people: ['updated_by'],
    refs: { report_id: 'reports' },
    internalIds: { cluster_id: 'a topic of the same report; read with it alone' },
  },
  {
    name: 'shares',
    scope: 'workspace_id',
    order: ['report_id'],
    people: ['created_by'],
    refs: { report_id: 'reports' },
    excluded: { password_hash: secret },
    only: {
      where: 't.password_hash is null',
      reason:
        'Reports shared with a password stay unshared until you share them again, because the password isn’t exported.',
    },
  },
  {
    name: 'report_mailings',
    scope: 'workspace_id',
    order: ['report_id'],
    people: ['created_by'],
    refs: { report_id: 'reports' },
    excluded: { next_at: 'emailed reports are paused until someone resumes them here' },
    importValues: { paused: 'true' },
  },
  {
    name: 'report_mail_recipients',
    scope: 'workspace_id',
    order: ['report_id', 'email'],
    refs: { report_id: 'reports' },
    excluded: Object.fromEntries(
      ['state', 'attempt', 'retry_at', 'claimed_at', 'sent_at'].map((name) => [name, 'emails of this server']),
    ),
  },
  { name: 'brand_voices', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  {
    name: 'documents',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by', 'owner_id'],
    refs: { report_id: 'reports', brand_voice_id: 'brand_voices' },
    exportValues: { status: `case when t.status = 'writing' then 'partial' else t.status end` },
  },
  ...reviewTables,
  {
    name: 'document_versions',
    scope: 'workspace_id',
    order: ['document_id', 'version'],
    people: ['by'],
    refs: { document_id: 'documents' },
  },
  {
    name: 'generations',
    scope: 'workspace_id',
    order: ['document_id', 'id'],
    people: ['started_by'],
    refs: { document_id: 'documents' },
    excluded: { payer_id: units, units_returned: units, leased_until: atWork, batch_item_id: atWork },
    importValues: { payer_id: importer, units_returned: 'true' },
    exportValues: {
      status: `case when t.status = 'running' then 'cut' else t.status end`,
      ended_at: `case when t.status = 'running' then t.started_at else t.ended_at end`,
    },
  },
  {
    name: 'humanizer_runs',
    scope: 'workspace_id',
    order: ['id'],
    people: ['started_by'],
    refs: { document_id: 'documents', voice_id: 'brand_voices' },
    excluded: { payer_id: units, units_returned: units, leased_until: atWork },
    importValues: { payer_id: importer, units_returned: 'true' },
    exportValues: {
      status: `case when t.status = 'running' then 'cut' else t.status end`,
      ended_at: `case when t.status = 'running' then t.started_at else t.ended_at end`,
    },
  },
  {
    name: 'posts',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { document_id: 'documents' },
    excluded: { search: 'an index, rebuilt from the text' },
    importValues: {
      search: `setweight(to_tsvector('simple', r.title), 'A') || setweight(to_tsvector('simple', array_to_string(r.tags, ' ')), 'A')
        || setweight(to_tsvector('simple', r.excerpt), 'B') || setweight(to_tsvector('simple', left(r.body_md, 200000)), 'D')`,
    },
  },
  {
    name: 'post_versions',
    scope: { column: 'post_id', table: 'posts' },
    order: ['post_id', 'version'],
    people: ['by'],
  },
  {
    name: 'destinations',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: { sealed_credentials: secret, can: 'checked again here', checked_at: 'checked again here' },
    importValues: {
      can: `case when r.kind = 'blog' then '{"drafts": true, "publish": true, "media": true}'::jsonb end`,
    },
  },
  {
    name: 'publications',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { destination_id: 'destinations', document_id: 'documents' },
    excluded: {
      attempt: atWork,
      lease_until: atWork,
      scheduled: atWork,
      publish_at: 'what is scheduled stays on this server',
    },
    exportValues: { state: `case when t.state = 'scheduled' then 'draft' else t.state end` },
  },
  {
    name: 'lookups',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: { payer_id: units },
    importValues: { payer_id: importer },
    only: { where: `t.status = 'done'`, reason: 'Lookups in progress aren’t exported.' },
  },
  { name: 'keyword_views', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  { name: 'keyword_lists', scope: 'workspace_id', order: ['id'], people: ['created_by'], excluded: keysMade },
  {
    name: 'keyword_list_items',
    scope: 'workspace_id',
    order: ['list_id', 'key'],
    people: ['added_by'],
    refs: { list_id: 'keyword_lists', from_id: ['reports', 'lookups', 'listeners', 'imports'] },
  },
  {
    name: 'content_plans',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { report_id: 'reports', list_id: 'keyword_lists', import_id: 'imports' },
    excluded: keysMade,
  },
  {
    name: 'plan_items',
    scope: 'workspace_id',
    order: ['plan_id', 'id'],
    people: ['owner_id'],
    refs: { plan_id: 'content_plans', document_id: 'documents', brief_id: 'documents' },
    internalIds: {
      parent_id: 'an item of the same plan; read with it alone',
    },
    excluded: {
      publication_id: 'publishing elsewhere is set up on each server',
      page_id: 'pages of a site are read again on each server',
    },
  },
  {
    name: 'plan_keywords',
    scope: 'workspace_id',
    order: ['plan_id', 'key'],
    refs: { plan_id: 'content_plans', item_id: 'plan_items' },
  },
  {
    name: 'plan_links',
    scope: 'workspace_id',
    order: ['plan_id', 'from_id', 'to_id'],
    refs: { plan_id: 'content_plans', from_id: 'plan_items', to_id: 'plan_items' },
  },
  { name: 'plan_weights', scope: 'workspace_id', order: ['workspace_id'] },
  ...planReviewTables,
  ...archivedBatchTables,
  ...siteTables,
  {
    name: 'listeners',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { last_run_id: 'listener_runs' },
    excluded: {
      sealed_secret: secret,
      feed_key: 'the secret part of its feed URLs',
      take_at: atWork,
      by_hand: atWork,
      running: atWork,
      tries: atWork,
      counted_runs: 'counted again on import',
      paused_limit: 'depends on the owner’s plan on this server',
    },
    // Imported paused: two servers would send every alert twice, and an active listener counts toward the plan.
    importValues: { sealed_secret: `:secret`, feed_key: 'gen_random_uuid()', status: `'paused'`, next_run_at: 'null' },
  },
  { name: 'listener_runs', scope: 'workspace_id', order: ['listener_id', 'no'], refs: { listener_id: 'listeners' } },
  {
    name: 'listener_items',
    scope: 'workspace_id',
    order: ['listener_id', 'source', 'first_run'],
    refs: { listener_id: 'listeners' },
  },
  {
    name: 'listener_changes',
    scope: 'workspace_id',
    order: ['listener_id', 'source', 'no', 'kind'],
    refs: { listener_id: 'listeners' },
  },
  ...rankTables,
  {
    name: 'answer_watches',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: {
      take_at: atWork,
      by_hand: atWork,
      running: atWork,
      tries: atWork,
      attempt: atWork,
      next_run_at: 'watches of AI answers are paused until someone resumes them here',
    },
    importValues: { status: `'paused'` },
  },
  {
    name: 'answer_periods',
    scope: 'workspace_id',
    order: ['watch_id', 'no'],
    refs: { watch_id: 'answer_watches' },
    exportValues: { finished_at: 'coalesce(t.finished_at, t.started_at)' },
  },
  {
    name: 'answer_runs',
    scope: 'workspace_id',
    order: ['watch_id', 'id'],
    refs: { watch_id: 'answer_watches' },
    only: {
      where: `t.state not in ('open', 'asking')`,
      reason: 'AI answers that were being asked for aren’t exported.',
    },
  },
  {
    name: 'report_mail_extras',
    scope: 'workspace_id',
    order: ['report_id', 'no'],
    refs: { report_id: 'reports', ref_id: ['rank_trackers', 'answer_watches', 'sites', 'content_plans', 'listeners'] },
  },
  { name: 'images', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  { name: 'brands', scope: 'workspace_id', order: ['workspace_id'], refs: { logo: 'images' } },
]

/** Tables with workspace data that aren't exported, with the reason. */
export const excludedTables: Record<string, string> = {
  site_crawl_urls: 'The URLs of a running crawl.',
  site_connections: 'Connections have secrets of this server. Connect Search Console again.',
  writing_batch_calls: 'The requests a batch made on this server.',
  plan_changes: 'What undoing the latest changes of a plan needs, on this server alone.',
  report_columns: 'A copy of big reports’ rows by column: rebuilt from the rows on import.',
  report_listings: 'The search index of report lists: rebuilt on import.',
  report_counts: 'Report counts by type: counted again on import.',
  report_budgets:
    'Spending limits of reports apply here. A retry after import plans its calls again. What a report cost is exported.',
  report_calls: 'The calls a report planned and made on this server.',
  report_tasks: 'Requests waiting in a vendor’s queue are collected here.',
  rank_tasks: 'Rank checks waiting in a vendor’s queue are collected here.',
  keyword_embeddings:
    'What keywords mean to the AI model of this workspace, which isn’t exported either. It’s read again when needed.',
  document_live_sessions: 'Changes while several people write in a document. Its saved text is exported.',
  document_live_updates: 'Changes while several people write in a document. Its saved text is exported.',
  document_live_people: 'Who has a document open on this server.',
  import_files: 'Uploaded files can be read differently on this server. What was imported from them is exported.',
  members: 'Members are listed in members.json. Invite them again after the import.',
  invitations: 'Invitations contain secret links. Invite people again.',
  ownership_offers: 'Ownership offers are between people on this server.',
  access_tokens: 'Sessions and API keys are secrets. Create new keys.',
  workspace_models: 'The workspace’s own AI model is stored with an encrypted key. Set it up again.',
  blog_addresses: 'The blog’s address belongs to this server. An imported workspace gets a new one.',
  domains: 'A custom domain is verified on the server it points to. Add it again. Branding is exported.',
  released_domains: 'Records that protect names on this server from takeover.',
  workspace_visits: 'When people last looked at the workspace belongs to them, not to the workspace.',
  notifications: 'Notifications belong to people, not to the workspace.',
  digest_entries: 'Queued emails are sent from this server.',
  digest_comments: 'Queued emails are sent from this server.',
  webhook_deliveries: 'Delivery logs belong to this server.',
  event_endpoints: 'Webhooks have secrets, and another server must not send twice. Add them again.',
  publication_images: 'Where images are on other sites; they are found again there.',
  google_connections: 'A consent is of one person on this server. Connect Google again.',
  data_feeds: 'The addresses of feeds are of this server. Create them again.',
  outgoing_events: 'Events are sent from this server.',
  event_deliveries: 'Delivery logs belong to this server.',
  user_documents: 'Preferences and drafts belong to a person and are in their account export.',
  user_documents_gone: 'Pending updates for the mirror of people’s documents.',
  post_likes: 'Who liked a post is stored with this server’s secret. The number of likes is exported.',
  image_files_to_remove: 'Files about to be deleted on this server.',
  event_keys: 'This server’s event collector key.',
  events: 'Collected events belong to this server.',
  workspace_transfers: 'The workspace’s export and import history.',
}

/** Other things that aren't exported, for the archive's README. */
export const otherExclusions = [
  'Plans, credits, invoices and payments belong to accounts, not workspaces. Importing a workspace gives nobody credits.',
  'This server’s audit log.',
]

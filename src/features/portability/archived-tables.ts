/**
 * Tables of a workspace archive in import order, and columns that need special treatment. Columns not named here are copied unchanged.
 * A test compares this list with the database schema, so that new tables and columns can't be forgotten.
 */

export type ArchivedTable = {
  name: string
  /** How rows belong to the workspace: by column, or by their parent row. */
  scope: 'id' | 'workspace_id' | { column: string; table: string }
  /** Export order. */
  order: string[]
  /** Columns with user ids, which are mapped by email on import. */
  people?: string[]
  /** Columns that reference another exported table, and which. Dangling references are exported as null. */
  refs?: Record<string, string | string[]>
  /** Ids used only within their own report or run, with the reason. */
  internalIds?: Record<string, string>
  /** Columns that aren't exported, with the reason. */
  excluded?: Record<string, string>
  /** Values set on import: SQL expressions over the row `r`. */
  importValues?: Record<string, string>
  /** Values written on export: SQL expressions over the row `t`. */
  exportValues?: Record<string, string>
  /** Filter of exported rows: SQL over the row `t`, with the reason. */
  only?: { where: string; reason: string }
}

const secret = 'a secret of this server'
const atWork = 'running work isn’t exported'
const units = 'credits belong to the plan that paid, and are neither exported nor refunded elsewhere'
/** Placeholder for the importing user's id. */
const importer = ':importer'

export const archivedTables: ArchivedTable[] = [
  {
    name: 'workspaces',
    scope: 'id',
    order: ['id'],
    excluded: { owner_id: 'the importer owns the workspace' },
    importValues: { owner_id: importer },
  },
  { name: 'imports', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
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
  { name: 'report_clusters', scope: 'workspace_id', order: ['report_id', 'id'], refs: { report_id: 'reports' } },
  { name: 'report_terms', scope: 'workspace_id', order: ['report_id', 'term'], refs: { report_id: 'reports' } },
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
  { name: 'brand_voices', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  {
    name: 'documents',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    refs: { report_id: 'reports', brand_voice_id: 'brand_voices' },
    exportValues: { status: `case when t.status = 'writing' then 'partial' else t.status end` },
  },
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
    excluded: { payer_id: units, units_returned: units, leased_until: atWork },
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
    name: 'lookups',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: { payer_id: units },
    importValues: { payer_id: importer },
    only: { where: `t.status = 'done'`, reason: 'Lookups in progress aren’t exported.' },
  },
  { name: 'keyword_lists', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  {
    name: 'keyword_list_items',
    scope: 'workspace_id',
    order: ['list_id', 'key'],
    people: ['added_by'],
    refs: { list_id: 'keyword_lists', from_id: ['reports', 'lookups', 'listeners', 'imports'] },
  },
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
  { name: 'images', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  { name: 'brands', scope: 'workspace_id', order: ['workspace_id'], refs: { logo: 'images' } },
]

/** Tables with workspace data that aren't exported, with the reason. */
export const excludedTables: Record<string, string> = {
  report_columns: 'A copy of big reports’ rows by column: rebuilt from the rows on import.',
  report_listings: 'The search index of report lists: rebuilt on import.',
  report_counts: 'Report counts by type: counted again on import.',
  report_budgets:
    'Spending limits of reports apply here. A retry after import plans its calls again. What a report cost is exported.',
  report_calls: 'The calls a report planned and made on this server.',
  report_tasks: 'Requests waiting in a vendor’s queue are collected here.',
  members: 'Members are listed in members.json. Invite them again after the import.',
  invitations: 'Invitations contain secret links. Invite people again.',
  ownership_offers: 'Ownership offers are between people on this server.',
  access_tokens: 'Sessions and API keys are secrets. Create new keys.',
  workspace_models: 'The workspace’s own AI model is stored with an encrypted key. Set it up again.',
  domains: 'A custom domain is verified on the server it points to. Add it again. Branding is exported.',
  released_domains: 'Records that protect names on this server from takeover.',
  notifications: 'Notifications belong to people, not to the workspace.',
  digest_entries: 'Queued emails are sent from this server.',
  webhook_deliveries: 'Delivery logs belong to this server.',
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

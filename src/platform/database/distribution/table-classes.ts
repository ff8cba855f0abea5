/**
 * Where the rows of each table are on an installation that is distributed with Citus (decision 124), and why. What isn't
 * distributed is on the coordinator, as in plain PostgreSQL.
 */

export type DistributedTable = {
  name: string
  /** The table on the coordinator whose rows own these. Deleting one deletes them, as the foreign key did. */
  parent: string
  /** The column that has the id of the parent. */
  key: string
}

/** All by workspace, and colocated: the rows of a workspace are on one server, so a statement of one workspace asks one. */
export const distributionColumn = 'workspace_id'

const ofReport = (name: string): DistributedTable => ({ name, parent: 'reports', key: 'report_id' })

export const distributedTables: readonly DistributedTable[] = [
  ofReport('report_rows'),
  ofReport('report_columns'),
  ofReport('report_asks'),
  ofReport('report_clusters'),
  ofReport('report_pages'),
  ofReport('report_terms'),
  ofReport('report_discussions'),
  ofReport('report_features'),
]

export const isDistributed = (table: string) => distributedTables.some(({ name }) => name === table)

/** Why tables stay on the coordinator. */
const reasons = {
  person: 'It is of a person, whatever the workspace, and triggers on it report changes of access to all processes.',
  money: 'It is of accounts, plans and payments, which belong to no workspace.',
  installation: 'It is of the installation, not of a workspace.',
  queue: 'It is written and emptied all the time by its own keys, and is small.',
  parent: 'Tables on the coordinator and distributed ones refer to it, and a trigger maintains lists from it.',
  address: 'Calls know no more than an address, a link or a token, and it must be unique everywhere.',
  small: 'A workspace has few rows of it, and they are joined with tables of the coordinator.',
  later:
    'It grows with use, but statements join it with tables of the coordinator or read it for all workspaces, so it stays until they are changed.',
} as const

const coordinatorTables: Record<keyof typeof reasons, string> = {
  person: `access_tokens audit_log digest_comments digest_entries digest_readers digests google_connections members notifications one_time_tokens
    ownership_offers sign_in_codes two_factors user_documents users workspace_visits`,
  money: `codes entitlement_changes entitlements payment_customers payment_events payment_invoices payment_looks payment_mails
    payment_orders payment_subscriptions plans selling_prices usage user_plans`,
  installation: `crawl_hosts event_counts event_keys incident_updates incidents index_now_urls installation model_catalogue
    status_outcomes status_samples worker_beats`,
  queue: `document_live_people document_live_sessions document_live_updates event_ids event_inbox events idempotency_keys
    image_files_to_remove model_pacing rate_counts source_cache
    transfer_files_to_remove user_documents_gone vendor_pacing`,
  parent:
    'documents imports keyword_lists listeners rank_trackers report_counts report_listings reports sites workspaces',
  address: `blog_addresses data_feeds domains images invitations post_likes post_versions plan_review_links posts released_domains review_links
    shares workspace_transfers`,
  small: `answer_periods answer_watches brand_voices brands content_plans destinations document_comments document_proposals
    document_reviews document_suggestions event_endpoints humanizer_runs keyword_views lookups outlines plan_changes plan_comments
    plan_items plan_links plan_weights publications publication_images rank_runs rank_tasks report_budgets report_calls report_mail_extras
    report_mail_recipients report_mailings report_tasks site_actions site_connections site_crawls site_decays
    site_referral_exports site_uploads site_visit_logs workspace_models writing_batch_calls writing_batch_items writing_batches`,
  later: `activity_entries answer_runs document_versions event_deliveries generations import_files import_rows keyword_embeddings
    keyword_list_items listener_changes listener_items listener_runs outgoing_events plan_keywords rank_checks rank_keywords
    site_bot_visits site_crawl_urls site_page_changes site_pages site_referral_rows site_search_days site_search_texts
    site_upload_rows site_visit_days webhook_deliveries`,
}

/** The reason of each table that stays on the coordinator. */
export const coordinatorReasons: ReadonlyMap<string, string> = new Map(
  Object.entries(coordinatorTables).flatMap(([reason, names]) =>
    names.split(/\s+/).map((name) => [name, reasons[reason as keyof typeof reasons]] as const),
  ),
)

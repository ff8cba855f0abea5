/**
 * Every place of the database that keeps a text, and where it ends up: what the test of stored XSS goes by. A column that is in
 * none of the three lists below fails it, so that a new one is thought of.
 */

/** Words of others that are shown. `mark` begins what stored-xss-seed.ts writes into it, `on` are the pages that show it. */
export type ShownField = { columns: string[]; mark: string; by: string; on: string[] }

const shown = (columns: string, mark: string, by: string, on: string): ShownField => ({
  columns: columns.split(' '),
  mark,
  by,
  on: on.split(', '),
})

export const shownFields: ShownField[] = [
  shown('users.first_name', 'fn', 'signing up', 'users, settings, team, invitation'),
  shown('users.last_name', 'ln', 'signing up', 'users, settings, team'),
  shown('access_tokens.name', 'kn', '/user/keys/add', 'keys'),
  shown('workspaces.name', 'wn', '/user/workspace/add', 'workspace, overview, invitation, mail of an invitation'),
  shown('plans.label', 'pl', '/__admin/plans/update', 'plans, pricing, audit'),
  shown('audit_log.details', 'pl', '/__admin/plans/update', 'audit'),

  shown('imports.file_name', 'if', 'a file', 'imports'),
  shown('imports.columns', 'ih', 'the headers of a file', 'imports'),
  shown('import_rows.text import_rows.key', 'ik', 'the rows of a file', 'topics, volumes'),
  shown('keyword_lists.name', 'nl', '/lists/add', 'lists, list'),
  shown('keyword_list_items.text keyword_list_items.key', 'it', '/lists/add', 'list'),
  shown('keyword_list_items.from_label', 'io', '/lists/add', 'list'),

  shown('reports.query', 'qu', '/reports/new', 'reports, overview, shared report, mapped report'),
  shown('reports.sources', 'er', 'what a vendor complains of', 'refused report'),
  shown('reports.overview report_rows.text report_rows.key', 'ks', 'suggestions', 'keywords, questions, shared report'),
  shown('report_discussions.title', 'dt', 'titles in forums', 'discussions, shared report'),
  shown('report_pages.title', 'pt', 'titles of results', 'pages, shared report'),
  shown('report_pages.snippet', 'sn', 'snippets of results', 'pages'),
  shown('report_pages.headings', 'hd', 'headings of pages', 'pages'),
  shown('report_clusters.name report_clusters.pillar', 'ik', 'the rows of a file', 'topics'),

  shown('lookups.question', 'tk', '/extra/trends', 'trends'),
  shown('lookups.answer', 'wa', 'titles of articles', 'trends'),
  shown(
    'listeners.keyword',
    'lk',
    '/search_listener/add',
    'listeners, listener heard, notifications, digest, listener feed',
  ),
  shown('listeners.exclude', 'lf', '/search_listener/add', 'listener settings'),
  shown('listener_items.texts listener_items.keys', 'ls', 'suggestions', 'listener heard'),
  shown('listener_changes.keys', 'ks', 'suggestions of an earlier run', 'listener changes'),
  shown('listeners.include', 'li', '/search_listener/add', 'listener settings'),
  shown(
    'listeners.webhook webhook_deliveries.url',
    'wh',
    '/search_listener/add',
    'listener deliveries, listener settings',
  ),
  shown('workspace_models.base_url', 'mu', '/ai/models/save', 'models'),
  shown('user_documents.content', 'df', '/user/documents/put', 'new document'),
  shown('report_terms.term report_pages.terms', 'pwned', 'words of pages', 'report terms'),
  shown('report_discussions.url report_pages.url', 'pwned', 'addresses of results', 'pages, discussions'),
  shown('posts.sources', 'pt', 'titles of results', 'cited post'),
  shown('notifications.data', 'lk', 'a run', 'notifications'),

  shown('documents.title document_versions.title', 'ti', '/ai/new', 'documents, document'),
  shown('documents.content_md document_versions.content_md', 'dc', '/ai/update', 'document, document file'),
  shown('documents.outline document_versions.outline', 'ol', '/ai/new', 'document'),
  shown('documents.citations document_versions.citations', 'pt', 'titles of results', 'cited document'),
  shown('documents.error', 'er', 'what a model complains of', 'refused document'),
  shown('brand_voices.name', 'vn', '/ai/voices/add', 'voices, new document'),
  shown('workspace_models.model', 'mm', '/ai/models/save', 'models'),
  shown('humanizer_runs.text humanizer_runs.sentences', 'hu', '/humanize', 'humanized'),

  shown('images.name', 'im', '/images/update', 'images'),
  shown('images.alt', 'al', '/imageupload', 'images'),
  shown('posts.title', 'po', '/__cms/add', 'blog, posts, post'),
  shown('posts.excerpt', 'ex', '/__cms/add', 'blog, post'),
  shown('posts.body_md', 'bo', '/__cms/add', 'post, own post, edited post'),
  shown('posts.tags', 'tg', '/__cms/add', 'blog, post, own post'),
  shown('posts.seo', 'st', '/__cms/add', 'post'),
  shown('post_versions.content', 'po', '/__cms/add', 'edited post'),
  shown('brands.name', 'br', '/cname/addupdate', 'domain, mapped report, own post'),
  shown('domains.records', 'dn', 'a name server', 'domain'),

  shown('incidents.title', 'ic', '/__skylark/incidents/add', 'status, staff status'),
  shown('incident_updates.message', 'iu', '/__skylark/incidents/add', 'status, staff status'),
  shown('incident_updates.message', 'mt', '/__skylark/updown', 'maintenance'),
  shown('events.event event_counts.name', 'ev', '/v1/public/batch', 'events'),
  shown('events.uid', 'eu', '/v1/public/batch', 'events'),
  shown('events.path', 'el', '/v1/public/batch', 'events'),
  shown('events.group_id', 'eg', '/v1/public/batch', 'events'),
]

/** Fields whose text no page shows as stored, with the reason. */
export const keptFields: Record<string, string> = {
  'access_tokens.user_agent': 'shown as the name of the browser it is known as, or none',
  'audit_log.subject':
    'staff see it in the table of the log: written with each plan and workspace, seen by the mark of its details',
  'brand_voices.samples': 'read by the writer alone; no call answers them',
  'documents.briefing': 'goes to the writer; the draft of one is seen on the page of a new document',
  'documents.provenance': 'the model’s name, seen where it is set',
  'documents.score': 'words of the pages that are missing, seen among the terms of the report',
  'domains.error': 'the sentence beside the records, which have what was found',
  'events.address': 'exported, not shown',
  'events.alias': 'shown in the place of a user who is not known',
  'events.host': 'exported, not shown',
  'events.message_id': 'tells messages apart',
  'events.origin': 'exported, not shown',
  'events.query': 'exported, not shown',
  'events.referrer': 'exported, not shown',
  'events.properties': 'shown cut, after the group and the traits',
  'events.traits': 'shown cut, after the group',
  'generations.error': 'of which its document keeps a copy',
  'generations.model': 'of which its document keeps a copy',
  'generations.output': 'what a restart goes on from',
  'humanizer_runs.facts': 'words of the text, seen in it',
  'humanizer_runs.frozen': 'words of the text, seen in it',
  'humanizer_runs.model': 'the model’s name, seen where it is set',
  'humanizer_runs.reading_after': 'words of the text, seen in it',
  'humanizer_runs.reading_before': 'words of the text, seen in it',
  'humanizer_runs.tone': 'goes to the writer',
  'idempotency_keys.answer': 'sealed; answered as JSON to who has sent it',
  'idempotency_keys.key': 'tells calls apart',
  'import_rows.data': 'numbers and dates that were read out of cells',
  'report_asks.term': 'what was asked already',
  'report_asks.urls': 'what was answered already',
  'report_pages.content': 'what the writer reads; passages of it are quoted in documents',
  'report_columns.labels':
    'what the rows of a big report are sorted and filtered by; the texts are shown from the rows',
  'report_listings.words': 'what lists of reports are searched by; the query is shown from the report',
  'report_features.title': 'of a box of the results page only its kind is shown',
  'reports.trend': 'numbers are shown, not the title of the article that they are of',
  'source_cache.answer': 'what a vendor said, until a report takes it',
  'source_cache.key': 'what was asked already',
  'listener_runs.sources': 'of a source that failed our own sentence is shown; what the vendor said is not',
  'imports.left_out':
    'names of the tables that were left out of a file, shown as text beside the import; the corpus has no such file',
  'report_tasks.term': 'what was asked already',
  'report_tasks.task_id': 'the vendor’s own number of a task, sent back to it',
  'users.affiliate': 'goes to the provider of payments',
  'payment_orders.affiliate': 'goes to the provider of payments',
}

/** Words of ours, by what keeps others' out; the test finds none of the corpus in them. */
export const ourFields: Record<string, string[]> = {
  'one of our own words, checked on the way in or made here': getColumns(`
    access_tokens.kind access_tokens.scopes access_tokens.address audit_log.action audit_log.address codes.interval digests.state
    document_versions.cause documents.status documents.template domains.status domains.target
    entitlement_changes.cause entitlement_changes.change entitlement_changes.interval entitlement_changes.plan
    entitlement_changes.reference entitlement_changes.source entitlement_changes.what entitlements.interval entitlements.plan
    entitlements.reference entitlements.source entitlements.what event_counts.type event_keys.public_key event_keys.workspace_id
    events.type generations.kind generations.prompt_version generations.provider generations.status humanizer_runs.notice
    humanizer_runs.prompt_version humanizer_runs.provider humanizer_runs.status humanizer_runs.strength
    image_files_to_remove.names images.files imports.kind imports.rejected incidents.kind installation.key installation.value
    invitations.role keyword_list_items.from_kind kysely_migration.name kysely_migration.timestamp kysely_migration_lock.id
    listener_changes.kind listener_changes.source listener_items.passes listener_items.source listeners.frequency listeners.heard
    listeners.status listeners.wanted_sources lookups.kind lookups.provider lookups.status members.role notifications.kind
    one_time_tokens.purpose payment_events.outcome payment_events.provider payment_events.subject_kind payment_looks.kind
    payment_looks.provider payment_mails.key payment_mails.kind payment_mails.provider payment_orders.feature
    payment_orders.interval payment_orders.provider payment_orders.state payment_customers.provider payment_invoices.provider
    payment_invoices.status payment_subscriptions.feature payment_subscriptions.interval payment_subscriptions.pending_feature
    payment_subscriptions.pending_interval payment_subscriptions.provider payment_subscriptions.status plans.allowances
    plans.name plans.price post_likes.visitor posts.old_slugs posts.status rate_counts.bucket report_asks.source report_calls.endpoint
    report_calls.source report_tasks.source report_discussions.source
    report_features.source report_features.type report_pages.fetched report_pages.source report_rows.heard report_rows.intent
    report_rows.sources report_rows.type report_rows.volume_provider report_clusters.intent report_columns.name report_terms.kind reports.missing
    reports.stage reports.status reports.type reports.wanted_sources report_listings.status report_listings.type report_counts.status
    report_counts.type selling_prices.feature selling_prices.label
    selling_prices.price shares.sections status_outcomes.component status_samples.component status_samples.grain
    transfer_files_to_remove.file_key usage.tool user_plans.interval user_plans.plan users.email_prefs users.access_reset
    webhook_deliveries.state workspace_models.provider workspace_transfers.file_key workspace_transfers.kind
    workspace_transfers.stage workspace_transfers.status idempotency_keys.caller`),
  'sealed, hashed or the last four signs of a secret': getColumns(`
    access_tokens.last4 codes.last4 codes.sealed listeners.sealed_secret shares.password_hash two_factors.sealed_secret
    users.password_hash workspace_models.key_hint workspace_models.sealed_key`),
  "an email address: letters, digits and _ + . - ' before the @": getColumns(`
    audit_log.actor_email digest_entries.email digest_readers.email digests.email invitations.email listeners.notify_emails
    one_time_tokens.email one_time_tokens.data payment_orders.email users.email users.pending_email`),
  'a country, a language, a time zone or a currency, checked': getColumns(`
    humanizer_runs.language listeners.country listeners.language posts.lang report_rows.cpc_currency reports.country
    reports.language users.timezone payment_invoices.currency payment_orders.currency payment_subscriptions.currency`),
  'a colour of six digits': getColumns('brands.color workspaces.color'),
  'letters, digits and hyphens alone': getColumns(
    'posts.slug user_documents.path user_documents_gone.path domains.domain',
  ),
  'an address without quotes, brackets or spaces (kit/url-checks.ts)': getColumns('posts.cover report_pages.domain'),
  'a sentence of ours; a mail server’s or receiver’s status at most': getColumns(`
    digests.error humanizer_runs.error reports.error webhook_deliveries.error workspace_transfers.error
    workspace_transfers.outcome brand_voices.traits report_rows.modifier report_rows.monthly documents.model`),
  'told by Google, signed': getColumns('users.google_subject'),
  'told by Stripe or Coinbase, signed, about what we sold under names of our own': getColumns(`
    payment_customers.customer_id payment_events.id payment_events.subject_id payment_events.type payment_invoices.description
    payment_invoices.id payment_invoices.number payment_invoices.pdf_url payment_invoices.subscription_id payment_invoices.url
    payment_looks.id payment_mails.subscription_id payment_orders.payment_id payment_orders.provider_id
    payment_orders.receipt_url payment_orders.subscription_id payment_orders.url payment_subscriptions.customer_id
    payment_subscriptions.id payment_subscriptions.unpaid_invoice_id payment_subscriptions.unpaid_url`),
}

function getColumns(names: string): string[] {
  return names.trim().split(/\s+/)
}

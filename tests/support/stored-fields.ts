/**
 * Every text column and where its content is displayed, for the test of stored XSS. A new column has to be added to one
 * of the three lists, or the test fails.
 */

/**
 * Columns with user content that is displayed. `mark` is the start of the text written by stored-xss-seed.ts, and `on`
 * lists the pages that show it.
 */
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

  shown('reports.query', 'qu', '/reports/new', 'reports, overview'),
  shown('shares.title', 'st', '/reports/share', 'shared report, mapped report'),
  shown('reports.title', 'rt', '/reports/update', 'reports'),
  shown('reports.tags', 'tg', '/reports/update', 'reports'),
  shown('reports.note', 'rn', '/reports/update', 'reports'),
  shown('reports.sources', 'er', 'what a vendor complains of', 'refused report'),
  shown('reports.overview report_rows.text report_rows.key', 'ks', 'suggestions', 'keywords, questions, shared report'),
  shown('report_asks.questions', 'ks', 'suggestions', 'questions, shared report'),
  shown('report_discussions.title', 'dt', 'titles in forums', 'discussions, shared report'),
  shown('report_discussions.excerpt', 'sn', 'texts of posts in forums', 'discussions, shared report'),
  shown('reports.trend', 'wa', 'titles of articles', 'report trend'),
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
  shown('rank_keywords.text', 'rk', '/ranks/add', 'rank tracker'),
  shown('workspace_models.base_url', 'mu', '/ai/models/save', 'models'),
  shown('user_documents.content', 'df', '/user/documents/put', 'new document'),
  shown('report_terms.term report_pages.terms', 'pwned', 'words of pages', 'report terms'),
  shown('report_discussions.url report_pages.url', 'pwned', 'addresses of results', 'pages, discussions'),
  shown('posts.sources', 'pt', 'titles of results', 'cited post'),
  shown('notifications.data', 'lk', 'a run', 'notifications'),

  shown('documents.title document_versions.title', 'ti', '/ai/new', 'documents, document, guest page'),
  shown('document_reviews.note', 'rv', '/ai/review', 'guest page'),
  shown('document_comments.quote', 'cq', '/ai/comments/add', 'guest page'),
  shown('document_comments.text', 'cx', '/ai/comments/add', 'guest page'),
  shown('document_comments.author_name', 'cn', '/ai/comments/add', 'guest page'),
  shown('plan_comments.text', 'px', '/plan/comments/add', 'guest plan'),
  shown('plan_comments.author_name', 'pn', '/plan/comments/add', 'guest plan'),
  shown('document_suggestions.after', 'sg', '/ai/update as a guest', 'guest page'),
  shown('document_proposals.author_name', 'gn', '/ai/update as a guest', 'guest page'),
  shown('documents.content_md document_versions.content_md', 'dc', '/ai/update', 'document, document file, guest page'),
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
  shown('posts.author', 'pa', '/__cms/add', 'post'),
  shown('posts.cover_alt', 'ca', '/__cms/add', 'post'),
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
  'blog_addresses.slug': 'letters, digits and hyphens of a workspace’s name, in URLs',
  'brand_voices.samples': 'read by the writer alone; no call answers them',
  'model_catalogue.model': 'text of the staff’s page of models',
  'model_catalogue.source': 'text of the staff’s page of models, never a link',
  'writing_batches.name': 'text of the page of a batch: given, or the title of its first document',
  'writing_batches.chain': 'names of steps',
  'writing_batches.options': 'a strength, and the name of a model',
  'writing_batches.provider': 'names of providers',
  'writing_batches.model': 'the model’s name, seen where it is set',
  'writing_batches.model_key': 'tells models apart',
  'writing_batches.price': 'numbers and a date',
  'writing_batches.estimate': 'numbers, and the name of the model',
  'writing_batches.overlap_pairs': 'ids and numbers',
  'writing_batches.error': 'what a model complains of, shown as text as that of a document',
  'writing_batch_items.title': 'titles of documents, seen there',
  'writing_batch_items.input': 'what documents are created from',
  'writing_batch_items.draft': 'citations of a document that is being written, of which it keeps a copy',
  'writing_batch_items.checks': 'sentences of a document, shown as text',
  'writing_batch_items.error': 'of which its document keeps a copy',
  'model_pacing.key': 'tells models apart',
  'answer_watches.brand': 'text of the pages of AI answers; its domains are checked',
  'answer_watches.competitors': 'text of the pages of AI answers; their domains are checked',
  'answer_watches.prompts': 'text of the pages of AI answers',
  'answer_runs.text': 'what an engine said: text of the dialog of an answer, never Markdown or HTML',
  'answer_runs.citations': 'pages an engine cites: http(s) links of the dialog of an answer, checked when stored',
  'answer_runs.readings': 'sentences of an answer, text of its dialog',
  'answer_runs.model': 'as an engine names it: text of the dialog of an answer',
  'rank_keywords.url': 'address of a result, text of the page of a tracker, never a link',
  'rank_keywords.previous_url': 'address of a result, text of the page of a tracker, never a link',
  'rank_keywords.features': 'names of SERP features; a vendor’s own name is shown as text',
  'rank_checks.url': 'address of a result, text of the page of a tracker, never a link',
  'sites.url': 'a domain or the start of URLs, without quotes, brackets or spaces; text of the pages of sites',
  'site_crawls.skipped': 'numbers',
  'site_crawls.ai_crawlers': 'lines of robots.txt: text of the pages of a site and of AI answers, never a link',
  'site_crawls.error': 'why a page couldn’t be read, shown by its reason',
  'site_crawl_urls.url': 'URLs as the URL standard writes them; no page shows those at work',
  'site_crawl_urls.shape': 'groups URLs; no call answers it',
  'site_crawl_urls.lastmod': 'no call answers it',
  'site_pages.url': 'text of the pages of a site, and a link to http or https alone, as the URL standard writes it',
  'site_pages.url_key': 'tells URLs apart',
  'site_pages.redirect_to': 'text of the pages of a site, as the URL standard writes it',
  'site_pages.canonical': 'text of the pages of a site, as the URL standard writes it',
  'site_pages.title': 'text of the pages of a site, rendered as the titles of a report’s pages are',
  'site_pages.h1': 'text of the pages of a site, rendered as its title is',
  'site_pages.description': 'no call answers it',
  'site_pages.headings': 'no call answers it',
  'site_pages.topic': 'text of the pages of a site: words of pages',
  'site_pages.terms': 'no call answers it',
  'site_pages.language': 'a language tag, checked',
  'site_pages.schema_types': 'letters, digits and : / . # -, checked',
  'site_pages.shape': 'groups URLs; no call answers it',
  'site_pages.lastmod': 'text of the pages of a site',
  'site_pages.etag': 'sent back to the site alone',
  'site_pages.last_modified': 'sent back to the site alone',
  'site_pages.error': 'why a page couldn’t be read, shown by its reason',
  'site_page_changes.url': 'text of the changes of a site, as the URL standard writes it',
  'site_connections.property': 'text of the page of a site; one of those Google named',
  'site_connections.requested_property': 'compared with what Google names',
  'site_connections.months': 'numbers of months, and names of dimensions',
  'site_connections.error': 'a sentence of ours, shown by its reason',
  'site_decays.page': 'text of the decays of a site, from Search Console',
  'site_decays.queries': 'text of the decays of a site, from Search Console',
  'site_actions.page': 'text of the outcomes of a site, as the URL standard writes it',
  'site_actions.title': 'text of the outcomes of a site',
  'site_uploads.file_name': 'text of the page of a site',
  'site_uploads.filters': 'text of the page of a site, as the export has it',
  'site_uploads.rejected': 'text of the result of an upload',
  'site_upload_rows.query': 'text of the page of a site, rendered as a report’s keywords are',
  'site_upload_rows.page': 'text of the page of a site, as the URL standard writes it',
  'site_visit_logs.file_name': 'text of the AI visits of a site',
  'site_bot_visits.bot': 'a name of our list',
  'site_bot_visits.path': 'text of the AI visits of a site',
  'site_referral_exports.file_name': 'text of the AI visits of a site',
  'site_referral_rows.assistant': 'a name of our list',
  'site_referral_rows.source': 'text of the AI visits of a site',
  'site_referral_rows.page': 'text of the AI visits of a site',
  'site_search_texts.text': 'queries and URLs, text of the page of a site, rendered as a report’s keywords are',
  'crawl_hosts.host': 'no call answers it',
  'content_plans.language': 'a language tag',
  'keyword_lists.language': 'a language tag, checked',
  'content_plans.name': 'text of the pages of plans, rendered as the names of lists are',
  'content_plans.source_label': 'text of the page of a plan: the query of a report, seen there',
  'plan_changes.before': 'what undoing restores; no call answers it',
  'plan_items.history': 'states and times',
  'plan_items.title': 'text of the pages of plans',
  'plan_items.url': 'shown as text, never as a link; checked when stored',
  'plan_items.url_key': 'tells URLs apart',
  'plan_keywords.key': 'tells keywords apart',
  'plan_keywords.text': 'text of the pages of plans: keywords of a report, seen there',
  'plan_keywords.volume_provider': 'names of providers',
  'plan_links.anchor': 'text of the pages of plans',
  'plan_weights.weights': 'numbers',
  'documents.briefing': 'goes to the writer; the draft of one is seen on the page of a new document',
  'documents.provenance': 'the model’s name, seen where it is set',
  'documents.score': 'words of the pages that are missing, seen among the terms of the report',
  'domains.error': 'the sentence beside the records, which have what was found',
  'outlines.headings': 'written with the outline of a document, which is shown in the same way',
  'activity_entries.kind': 'one of our names',
  'activity_entries.subject': 'one of our names',
  'activity_entries.actor_kind': 'one of our names',
  'activity_entries.title': 'a title, text of the activity page, rendered as the titles of documents are',
  'activity_entries.actor_name': 'the name of a guest or an API key, text of the activity page',
  'document_versions.key_name': 'the name of an API key, text of the activity page',
  'document_comments.key_name': 'the name of an API key, text beside the author’s name',
  'plan_comments.key_name': 'the name of an API key, text beside the author’s name',
  'content_plans.key_name': 'the name of an API key, text of the activity page',
  'document_suggestions.key_name': 'the name of an API key, text of the activity page',
  'reports.key_name': 'the name of an API key, text of the activity page',
  'activity_entries.state': 'one of our names',
  'activity_entries.text': 'the start of a comment, text of the activity page',
  'activity_entries.destination': 'one of our names',
  'activity_entries.url': 'where a post is; no page shows it',
  'document_reviews.by_name': 'the name of a guest or member, shown as a comment’s author is',
  'document_comments.mentions': 'names of members, text of comments that has them too',
  'plan_comments.mentions': 'names of members, text of comments that has them too',
  'document_comments.prefix': 'what stands before a passage; an attribute of the guest page, to find it',
  'document_comments.suffix': 'what stands after a passage; an attribute of the guest page, to find it',
  'document_proposals.base_md': 'a version of a document, compared with what a guest made of it',
  'document_suggestions.before': 'a passage of a document, shown as the one that replaces it',
  'plan_comments.item_title': 'the title of an item of a plan',
  'plan_comments.resolver_name': 'the name of a guest or member, shown as the author’s is',
  'document_comments.resolver_name': 'the name of a guest or member, shown as the author’s is',
  'destinations.url': 'text of the settings page of destinations, a link only as http or https; checked when stored',
  'destinations.defaults': 'fields of a form',
  'destinations.found': 'what a site’s API is called; no page shows it',
  'destinations.collections': 'names of fields of a site, options of a form',
  'destinations.error': 'the sentence shown is ours; it quotes a site’s words as text',
  'publications.attempt': 'what is being sent; no page shows it',
  'publications.fields': 'fields of a form',
  'publications.scheduled': 'what is sent later; no page shows it',
  'publications.sent': 'the text of a document, compared with the one on a site',
  'publications.slug': 'a field of a form; it may come from a site',
  'publications.title': 'the title of a document',
  'publications.url': 'comes from a site; a link only as http or https',
  'publications.error': 'the sentence shown is ours; it quotes a site’s words as text',
  'publications.remote_id': 'sent back to the site; no page shows it',
  'publication_images.remote_id': 'sent back to the site; no page shows it',
  'publication_images.url': 'sent back to the site; no page shows it',
  'event_deliveries.url': 'tells deliveries apart; no page shows it',
  'event_endpoints.shown_url': 'text of the settings page of webhooks, never a link; checked when stored',
  'data_feeds.title': 'the query or name of its source, which is shown in the same way',
  'index_now_urls.host': 'sent to search engines; no page shows it',
  'index_now_urls.url': 'sent to search engines; no page shows it',
  'outgoing_events.data': 'sent to other tools; no page shows it',
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
  'report_mailings.title': 'text of an email and of the page it’s printed from, as the title of a shared report',
  'report_mailings.message': 'text of an email, escaped by the template like the names of workspaces',
  'report_mail_recipients.name': 'text of an email and the field of a dialog, once it’s opened',
  'report_asks.term': 'what was asked already',
  'report_asks.urls': 'text and checked links in a keyword’s drawer, which loads when it’s opened',
  'keyword_views.filter': 'words in the fields of a filter, once a view is chosen',
  'keyword_views.name': 'items of a menu, once it’s opened',
  'reports.meaning': 'names of models, seen where these are set, beside numbers and states',
  'workspace_models.embedding_model': 'a field of the page of models, as the model’s name is',
  'report_clusters.facts': 'sites of result pages, seen in the address of a page',
  'report_rows.given_topic': 'the name its topic takes',
  'report_rows.given_parent': 'the name its parent topic takes',
  'report_pages.content': 'what the writer reads; passages of it are quoted in documents',
  'report_columns.labels':
    'what the rows of a big report are sorted and filtered by; the texts are shown from the rows',
  'report_listings.words': 'what lists of reports are searched by; the query is shown from the report',
  'report_features.title': 'of a box of the results page only its kind is shown',
  'report_terms.uses': 'numbers are shown, and ranks in place of addresses',
  'vendor_pacing.vendor': 'tells vendors apart',
  'source_cache.answer': 'what a vendor said, until a report takes it',
  'source_cache.key': 'what was asked already',
  'listener_runs.sources': 'of a source that failed our own sentence is shown; what the vendor said is not',
  'imports.unread':
    'headers and cells that can’t be read, shown as text beside the import; every cell of the corpus can',
  'imports.reading': 'the first rows of a file, shown as text once someone changes how it’s read',
  'imports.left_out':
    'names of the tables that were left out of a file, shown as text beside the import; the corpus has no such file',
  'report_tasks.term': 'what was asked already',
  'report_tasks.task_id': 'the vendor’s own number of a task, sent back to it',
  'rank_tasks.task_id': 'the vendor’s own number of a task, sent back to it',
  'users.affiliate': 'goes to the provider of payments',
  'payment_orders.affiliate': 'goes to the provider of payments',
}

/** Columns with our own content, and what keeps user content out. The test finds none of the attempts in them. */
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
    invitations.role keyword_list_items.from_kind keyword_list_items.numbers keyword_views.columns keyword_views.sort kysely_migration.name kysely_migration.timestamp kysely_migration_lock.id
    listener_changes.kind listener_changes.source listener_items.passes listener_items.source listeners.frequency listeners.heard
    listeners.status listeners.wanted_sources lookups.kind lookups.provider lookups.status members.role notifications.kind
    one_time_tokens.purpose payment_events.outcome payment_events.provider payment_events.subject_kind payment_looks.kind
    payment_looks.provider payment_mails.key payment_mails.kind payment_mails.provider payment_orders.feature
    payment_orders.interval payment_orders.provider payment_orders.state payment_customers.provider payment_invoices.provider
    payment_invoices.status payment_subscriptions.feature payment_subscriptions.interval payment_subscriptions.pending_feature
    payment_subscriptions.pending_interval payment_subscriptions.provider payment_subscriptions.status plans.allowances
    content_plans.source_kind model_catalogue.provider plan_items.intent plan_items.role plan_items.state plan_keywords.intent plan_links.state
    plans.name plans.price post_likes.visitor posts.old_slugs posts.status rate_counts.bucket report_asks.source report_asks.features report_calls.endpoint
    report_calls.source report_tasks.source report_discussions.source
    report_features.source report_features.type report_pages.fetched report_pages.source report_rows.heard report_rows.performances report_rows.intent
    report_rows.sources report_rows.type report_rows.volume_provider report_rows.difficulty_provider report_rows.cpc_provider report_clusters.intent report_clusters.kind report_columns.name report_terms.kind reports.missing
    reports.stage reports.status reports.type reports.wanted_sources reports.strictness report_listings.status report_listings.type report_counts.status
    report_counts.type selling_prices.feature selling_prices.label
    selling_prices.price shares.sections review_links.may plan_review_links.may plan_comments.author_kind document_comments.author_kind document_suggestions.state document_reviews.state document_reviews.by_kind report_mailings.frequency report_mailings.sections report_mail_recipients.state status_outcomes.component status_samples.component status_samples.grain
    selling_prices.price shares.sections review_links.may document_comments.author_kind document_reviews.state document_reviews.by_kind report_mailings.frequency report_mailings.sections report_mail_extras.kind report_mail_recipients.state status_outcomes.component status_samples.component status_samples.grain
    transfer_files_to_remove.file_key usage.tool user_plans.interval user_plans.plan users.email_prefs users.access_reset
    destinations.kind destinations.can publications.state publications.remote_hash
    answer_watches.engines answer_watches.frequency answer_watches.status answer_runs.engine answer_runs.state answer_runs.failure
    rank_trackers.device rank_trackers.frequency rank_trackers.source rank_trackers.status rank_keywords.reason rank_keywords.failure rank_checks.state rank_checks.reason
    digest_comments.kind data_feeds.kind data_feeds.section event_endpoints.kind event_endpoints.events event_deliveries.state outgoing_events.type outgoing_events.subject
    webhook_deliveries.state workspace_models.provider workspace_transfers.file_key workspace_transfers.kind
    workspace_transfers.stage workspace_transfers.status idempotency_keys.caller
    site_connections.kind site_connections.state site_connections.failure site_search_texts.kind site_search_days.dimension site_visit_logs.digest site_bot_visits.kind site_uploads.digest site_uploads.period_from site_upload_rows.dimension site_decays.against site_decays.state site_actions.action site_actions.verdict
    site_crawls.state site_crawl_urls.origin site_pages.state site_pages.index_reason site_pages.digest site_page_changes.kind
    site_page_changes.fields site_crawls.failure site_pages.failure
    documents.failure domains.failure generations.failure humanizer_runs.failure reports.failure report_pages.failure
    destinations.failure publications.failure event_deliveries.failure webhook_deliveries.failure workspace_transfers.failure writing_batches.failure writing_batch_items.failure
    writing_batches.status writing_batches.reason writing_batch_items.status writing_batch_items.step writing_batch_calls.state
    writing_batch_calls.step`),
  'sealed, hashed or the last four signs of a secret': getColumns(`
    access_tokens.last4 codes.last4 codes.sealed destinations.sealed_credentials event_endpoints.sealed_secret event_endpoints.sealed_url listeners.sealed_secret shares.password_hash review_links.password_hash plan_review_links.password_hash two_factors.sealed_secret
    site_connections.sealed_credential site_connections.sealed_verifier google_connections.sealed_token google_connections.sealed_pending
    users.password_hash workspace_models.key_hint workspace_models.sealed_key`),
  "an email address: letters, digits and _ + . - ' before the @": getColumns(`
    audit_log.actor_email digest_entries.email digest_readers.email digests.email invitations.email listeners.notify_emails
    report_mail_recipients.email one_time_tokens.email one_time_tokens.data payment_orders.email users.email users.pending_email`),
  'a country, a language, a time zone or a currency, checked': getColumns(`
    humanizer_runs.language listeners.country listeners.language posts.lang rank_trackers.country rank_trackers.language answer_watches.country answer_watches.language report_rows.cpc_currency reports.country
    reports.language users.timezone payment_invoices.currency payment_orders.currency payment_subscriptions.currency`),
  'a color of six digits': getColumns('brands.color workspaces.color'),
  'domains and folders, checked (kit/site-target.ts)': getColumns(
    'rank_trackers.domain rank_trackers.competitors rank_keywords.competitors',
  ),
  'letters, digits and hyphens alone': getColumns(
    'posts.slug user_documents.path user_documents_gone.path domains.domain',
  ),
  'an address without quotes, brackets or spaces (kit/url-checks.ts)': getColumns('posts.cover report_pages.domain'),
  'a sentence of ours; a mail server’s or receiver’s status at most': getColumns(`
    digests.error humanizer_runs.error reports.error event_deliveries.error webhook_deliveries.error workspace_transfers.error
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

import type { ArchivedTable } from './archived-table.ts'

/** Sites with their crawls, pages and searches. */
export const siteTables: ArchivedTable[] = [
  { name: 'sites', scope: 'workspace_id', order: ['id'], people: ['created_by'] },
  {
    name: 'site_crawls',
    scope: 'workspace_id',
    order: ['site_id', 'no'],
    refs: { site_id: 'sites' },
    excluded: {
      lease: 'running work isn’t exported',
      leased_until: 'running work isn’t exported',
      prepared: 'running work isn’t exported',
    },
    only: { where: `t.state <> 'running'`, reason: 'Crawls at work aren’t exported.' },
  },
  {
    name: 'site_pages',
    scope: 'workspace_id',
    order: ['site_id', 'key'],
    refs: { site_id: 'sites' },
    internalIds: { key: 'from the page’s URL, the same everywhere' },
    excluded: {
      content_links: 'found again by the next crawl',
      navigation_links: 'found again by the next crawl',
      etag: 'asked for again by the next crawl',
      last_modified: 'asked for again by the next crawl',
      shape: 'found again by the next crawl',
    },
  },
  {
    name: 'site_search_texts',
    scope: 'workspace_id',
    order: ['site_id', 'id'],
    refs: { site_id: 'sites' },
  },
  {
    name: 'site_search_days',
    scope: 'workspace_id',
    order: ['site_id', 'dimension', 'day', 'query_id', 'page_id'],
    refs: { site_id: 'sites' },
  },
  {
    name: 'site_decays',
    scope: 'workspace_id',
    order: ['site_id', 'id'],
    refs: { site_id: 'sites', draft_id: 'documents' },
  },
  {
    name: 'site_actions',
    scope: 'workspace_id',
    order: ['site_id', 'id'],
    people: ['created_by'],
    refs: { site_id: 'sites', document_id: 'documents' },
  },
  {
    name: 'site_uploads',
    scope: 'workspace_id',
    order: ['site_id', 'id'],
    people: ['created_by'],
    refs: { site_id: 'sites', import_id: 'imports' },
  },
  {
    name: 'site_upload_rows',
    scope: 'workspace_id',
    order: ['upload_id', 'dimension', 'no'],
    refs: { site_id: 'sites', upload_id: 'site_uploads' },
  },
  {
    name: 'site_page_changes',
    scope: 'workspace_id',
    order: ['site_id', 'crawl_no', 'key'],
    refs: { site_id: 'sites' },
    internalIds: { key: 'from the page’s URL, the same everywhere' },
  },
]

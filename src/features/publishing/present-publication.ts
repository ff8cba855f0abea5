import { fromErrorColumns } from '#platform/stored-error.ts'
import type { Publication } from './contract.ts'
import type { ListedPublication } from './store/publication-store.ts'

export const presentPublication = (row: ListedPublication): Publication => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  destination_id: row.destination_id,
  document_id: row.document_id,
  kind: row.kind,
  remote_id: row.remote_id,
  url: row.url,
  state: row.state,
  title: row.title,
  slug: row.slug,
  excerpt: row.fields.excerpt ?? '',
  tags: row.fields.tags ?? [],
  categories: row.fields.categories ?? [],
  meta_title: row.fields.meta_title ?? '',
  meta_description: row.fields.meta_description ?? '',
  cover_id: row.fields.cover_id ?? null,
  version: row.version,
  remote_changed: row.remote_changed,
  busy: row.lease_until !== null,
  publish_at: row.publish_at?.toISOString() ?? null,
  published_at: row.published_at?.toISOString() ?? null,
  checked_at: row.remote_checked_at?.toISOString() ?? null,
  ...fromErrorColumns(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

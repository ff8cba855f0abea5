import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { SisterPage } from '../rules/decay/refresh-notes.ts'
import './tables.ts'
import '#features/publishing/store/tables.ts'

/** The document that a page was published from, which still has its destination. */
export async function findPublishedDocument(db: Db, workspaceId: string, page: string): Promise<string | null> {
  const { rows } = await sql<{ document_id: string }>`
    select document_id from publications
    where workspace_id = ${workspaceId} and document_id is not null and state = 'published'
      and rtrim(url, '/') = rtrim(${page}, '/')
    order by published_at desc nulls last limit 1`.execute(db)
  return rows[0]?.document_id ?? null
}

/** Pages to link to, those with most links first. */
export async function findSisterPages(db: Db, { workspaceId, id }: ResourceRef): Promise<SisterPage[]> {
  const { rows } = await sql<SisterPage>`
    select url, title, topic from site_pages
    where workspace_id = ${workspaceId} and site_id = ${id} and indexable and state = 'live' and topic is not null
    order by inlinks desc limit 2000`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { StoredCrawlers } from '../rules/crawl/ai-crawlers.ts'
import type { CrawlRow } from './crawl-store.ts'
import './tables.ts'

/** Sites as people see them. */

export type SiteRow = {
  workspace_id: string
  id: string
  url: string
  created_at: Date
  /** The latest crawl. */
  crawl: CrawlRow | null
  pages: number
  /** Uploaded exports of Search Console. */
  uploads: number
  /** Of the latest crawl that read robots.txt. `at` as JSON writes it. */
  ai_crawlers: (StoredCrawlers & { at: string }) | null
  connection: {
    state: 'pending' | 'connected' | 'error' | 'none'
    property: string | null
    last_day: string | null
    error: string | null
    failure: Failure | null
  } | null
}

const siteColumns = sql`s.workspace_id, s.id, s.url, s.created_at,
  (select to_jsonb(c) from (select id, no, state, complete, found, fetched, unchanged, skipped, added, changed, removed, error,
      failure, started_at, finished_at from site_crawls c
    where c.workspace_id = s.workspace_id and c.site_id = s.id order by no desc limit 1) c) as crawl,
  (select c.ai_crawlers || jsonb_build_object('at', c.started_at) from site_crawls c
    where c.workspace_id = s.workspace_id and c.site_id = s.id and c.ai_crawlers is not null order by no desc limit 1) as ai_crawlers,
  (select count(*) from site_pages p where p.workspace_id = s.workspace_id and p.site_id = s.id and p.state = 'live'
    and p.present is distinct from false and p.digest is not null) as pages,
  (select count(*) from site_uploads u where u.workspace_id = s.workspace_id and u.site_id = s.id) as uploads,
  (select to_jsonb(c) from (select state, property, last_day, error, failure from site_connections c
    where c.workspace_id = s.workspace_id and c.site_id = s.id) c) as connection`

export async function findSites(db: Db, workspaceId: string): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    select ${siteColumns} from sites s where s.workspace_id = ${workspaceId} order by s.created_at, s.id`.execute(db)
  return rows
}

export async function findSite(db: Db, { workspaceId, id }: ResourceRef): Promise<SiteRow | null> {
  const { rows } = await sql<SiteRow>`
    select ${siteColumns} from sites s where s.workspace_id = ${workspaceId} and s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** @returns false when the workspace has this site */
export async function insertSite(
  tx: Tx,
  { workspaceId, id, url, userId }: ResourceRef & { url: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sites (workspace_id, id, url, created_by) values (${workspaceId}, ${id}, ${url}, ${userId})
    on conflict (workspace_id, url) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Counts while others can’t add: holds the workspace’s row. */
export async function countSites(tx: Tx, workspaceId: string): Promise<number> {
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(tx)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from sites where workspace_id = ${workspaceId}`.execute(tx)
  return Number(rows[0]!.total)
}

export async function deleteSite(tx: Tx, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    delete from sites where workspace_id = ${workspaceId} and id = ${id} returning url`.execute(tx)
  return rows[0]?.url ?? null
}

export async function locateSite(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('sites')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The site of a crawl, or of a site’s own id. */
export async function findSiteOfEvents(db: Db, workspaceIds: string[], id: string): Promise<ResourceRef | null> {
  if (workspaceIds.length === 0) return null
  const { rows } = await sql<ResourceRef>`
    select workspace_id as "workspaceId", id from sites where workspace_id = any(${workspaceIds}::uuid[]) and id = ${id}
    union all
    select workspace_id, site_id from site_crawls where workspace_id = any(${workspaceIds}::uuid[]) and id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

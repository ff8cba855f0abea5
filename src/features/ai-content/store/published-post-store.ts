import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Posts that are read for suggestions; older ones are left out. */
const maxPosts = 500

/** The workspace's public posts, newest first, except those of one document. */
export const findPublishedPosts = (db: Db, workspaceId: string, exceptDocumentId: string | null) =>
  db
    .selectFrom('posts')
    .select(['title', 'slug'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(status = 'published' or (status = 'scheduled' and publish_at <= now()))`)
    .$if(exceptDocumentId !== null, (query) =>
      query.where(sql<boolean>`document_id is distinct from ${exceptDocumentId}`),
    )
    .orderBy('publish_at', 'desc')
    .limit(maxPosts)
    .execute()

/** Paths of the workspace's blog on this server: the current one, and those that redirect to it. */
export async function findBlogPaths(db: Db, workspaceId: string): Promise<{ path: string; earlier: string[] }> {
  const rows = await db
    .selectFrom('blog_addresses')
    .select(['slug', 'retired_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute()
  const toPath = (slug: string) => `/b/${encodeURIComponent(slug)}`
  const current = rows.find(({ retired_at }) => retired_at === null)
  if (!current) return { path: toPath(workspaceId), earlier: [] }
  const earlier = rows.filter((row) => row !== current).map(({ slug }) => toPath(slug))
  return { path: toPath(current.slug), earlier: [...earlier, toPath(workspaceId)] }
}

import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import type { Db } from '#platform/database/database.ts'
import type { OwnPages } from '../rules/scoring/internal-links.ts'
import { findBlogPaths, findPublishedPosts } from '../store/published-post-store.ts'

export type GetOwnPages = (workspaceId: string, documentId: string | null) => Promise<OwnPages | null>

/**
 * The workspace's published posts, newest first, without those of the document itself. Null if there are none.
 * @param hosts knows the blog's URL on the workspace's own domain
 */
export const createOwnPages =
  ({ db, hosts, publicUrl }: { db: Db; hosts: MappedHosts; publicUrl: string }): GetOwnPages =>
  async (workspaceId, documentId) => {
    const posts = await findPublishedPosts(db, workspaceId, documentId)
    if (posts.length === 0) return null
    const { path, earlier } = await findBlogPaths(db, workspaceId)
    const home = (await hosts.face(workspaceId)).blog ?? publicUrl + path
    const pages = posts.map(({ title, slug }) => ({
      title,
      url: `${home}/${encodeURIComponent(slug)}`,
      path: `${path}/${encodeURIComponent(slug)}`,
    }))
    return { home, path, earlier_paths: earlier, pages }
  }

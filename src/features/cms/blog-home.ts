import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { type GetBlogBranding, getBlog } from './blog-address.ts'
import type { BlogAddresses } from './blog-addresses.ts'
import type { Blog } from './contract.ts'
import { blogPath } from './rules/present-post.ts'
import type { BlogId } from './store/store.ts'

type Dependencies = { db: Database; publicUrl: string; getBranding: GetBlogBranding; addresses: BlogAddresses }

/** The blog that a post belongs to, as its writers see it: with the URL it gets when something is published. */
export function createBlogHome({ db, publicUrl, getBranding, addresses }: Dependencies) {
  return { getHome, readBlog }

  /** The URL of a blog. */
  async function getHome(blog: BlogId, on: Db = db): Promise<string> {
    if (blog === null) return publicUrl + blogPath(null)
    return (await getBranding(blog)).blog ?? publicUrl + blogPath(await addresses.propose(blog, on))
  }

  async function readBlog(id: BlogId): Promise<Blog> {
    if (id === null) return getBlog(publicUrl, null)
    const [workspace, branding] = await Promise.all([addresses.find(id), getBranding(id)])
    if (!workspace) throw new AppError('not_found', 'This blog doesn’t exist.', { reason: 'blog_missing' })
    const slug = workspace.slug ?? (await addresses.propose(id))
    return { ...getBlog(publicUrl, { ...workspace, slug }, branding), slug: workspace.slug }
  }
}

import { createHash, randomBytes } from 'node:crypto'
import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { ReadReplica } from '#platform/database/read-replica.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { type GetBlogBranding, getBlog } from './blog-address.ts'
import type { BlogAddresses } from './blog-addresses.ts'
import { createBlogCache } from './blog-cache.ts'
import type { Blog, PostHead } from './contract.ts'
import { throwMissing } from './post-errors.ts'
import { readPreviewToken } from './preview-token.ts'
import { createPostRenderer } from './render-post.ts'
import { type HeadFacts, presentLive } from './rules/present-post.ts'
import { relatedPosts } from './rules/related-posts.ts'
import { isWorkspaceId } from './rules/reserved-slugs.ts'
import { findSlugOwner } from './store/blog-address-store.ts'
import { countLikes, findLikes, toggleLike } from './store/like-store.ts'
import {
  type BlogId,
  findAdjacent,
  findIndexable,
  findLiveHead,
  findLivePost,
  findLivePosts,
  findMovedTo,
  findNeighbors,
  findPostByPreview,
  findTags,
  nextDueInMs,
} from './store/store.ts'

export type Readers = ReturnType<typeof createReaders>

/** Identifies a like: the signed-in user, else the visitor cookie. */
export type Visitor = { userId: string } | { cookie: string }

const likeRate = { max: 120, windowSeconds: 3600 }
const maxNeighbors = 300
const relatedShown = 3
const tagsShown = 30
/** Maximum URLs of a sitemap by its protocol. */
const sitemapEntries = 50_000

const toKey = (visitor: Visitor) =>
  'userId' in visitor
    ? `user:${visitor.userId}`
    : `cookie:${createHash('sha256').update(visitor.cookie).digest('base64url')}`

/** Reading blogs: published posts only. */
export function createReaders({
  db,
  replica,
  threads,
  signals,
  secrets,
  rates,
  publicUrl,
  getBranding,
  addresses,
  findImageWidths,
}: {
  db: Database
  replica: ReadReplica | null
  threads: Threads
  signals: Signals
  secrets: Secrets
  rates: RateLimiter
  publicUrl: string
  getBranding: GetBlogBranding
  addresses: BlogAddresses
  /** Sizes of the images in a text. */
  findImageWidths: Images['widthsIn']
}) {
  /** The cache is cleared when a post changes. What it's filled with from then on must have that change. */
  const read = <T>(work: (from: Database) => Promise<T>) => (replica ? replica.readCurrent('blog', work) : work(db))
  const renderPost = createPostRenderer({ threads, findImageWidths })
  const cache = createBlogCache((blog) => nextDueInMs(db, blog))
  const stop = signals.subscribe('blogs', 'changed', cache.clear)

  return {
    close: stop,

    /** The blog that a call names: by its slug, current or earlier, or by its workspace's id. @throws AppError not_found */
    async resolve({ workspace_id, blog }: { workspace_id?: string; blog?: string }): Promise<BlogId> {
      if (workspace_id !== undefined || blog === undefined) return workspace_id ?? null
      if (isWorkspaceId(blog)) return blog.toLowerCase()
      const slug = blog.toLowerCase()
      const owner = await cache.read(null, `slug ${slug}`, () => findSlugOwner(db, slug))
      return owner ?? throwNoBlog()
    },

    blog: (blog: BlogId): Promise<Blog> => cache.read(blog, 'blog', () => readBlog(blog)),

    /** A published post by its id, without its text. @throws AppError not_found */
    head: (blog: BlogId, id: string) =>
      cache.read(blog, `head ${id}`, async () => {
        const [row, of] = await Promise.all([read((from) => findLiveHead(from, blog, id)), readBlog(blog)])
        return row ? { post: presentLive(row, of.url), blog: of } : throwMissing()
      }),

    /** @throws AppError not_found: missing or unpublished; with `details.moved_to` when its slug changed */
    async get(blog: BlogId, slug: string, visitor: Visitor | null) {
      const { post, related, beside, of } = await cache.read(blog, `post ${slug}`, async () => {
        const [found, of] = await Promise.all([read((from) => findWithNeighbors(from, blog, slug)), readBlog(blog)])
        if (!found) return throwNotFound(blog, slug, of)
        const { row, others, beside } = found
        const near = relatedPosts({ ...row, opening: row.body_md.slice(0, 2000) }, others, row.lang, relatedShown)
        const toHead = (other: HeadFacts) => presentLive(other, of.url)
        return {
          post: await renderPost(row, of.url),
          related: near.map(toHead),
          beside: { previous: beside.previous && toHead(beside.previous), next: beside.next && toHead(beside.next) },
          of,
        }
      })
      const [likes, fresh] = await Promise.all([findLikes(db, post._id, visitor && toKey(visitor)), withLikes(related)])
      return { post: { ...post, ...likes }, related: fresh, ...beside, blog: of }
    },

    async list(blog: BlogId, filter: { tag?: string; q?: string; page: number; limit: number }) {
      const load = async () => {
        const [of, [{ items, total }, tags]] = await Promise.all([
          readBlog(blog),
          read((from) => Promise.all([findLivePosts(from, blog, filter), findTags(from, blog, tagsShown)])),
        ])
        return { of, items: items.map((row) => presentLive(row, of.url)), total, tags }
      }
      // Searches are unbounded, so only lists without one are cached.
      const { of, items, total, tags } = filter.q
        ? await load()
        : await cache.read(blog, `list ${JSON.stringify(filter)}`, load)
      return { items: await withLikes(items), total, page: filter.page, limit: filter.limit, tags, blog: of }
    },

    sitemap: (blog: BlogId) =>
      cache.read(blog, 'sitemap', async () => {
        const [of, rows] = await Promise.all([
          readBlog(blog),
          read((from) => findIndexable(from, blog, sitemapEntries)),
        ])
        const entries = rows.map((row) => ({
          url: `${of.url}/${encodeURIComponent(row.slug)}`,
          updated_at: row.updated_at.toISOString(),
        }))
        return { blog: of, entries }
      }),

    /** @throws AppError not_found: invalid signature or expired */
    async preview(token: string) {
      const id = readPreviewToken(secrets, token, Date.now())
      const row = id ? await findPostByPreview(db, id) : undefined
      if (!row)
        throw new AppError('not_found', 'This preview link has expired or is incomplete. Links work for 14 days.', {
          reason: 'preview_expired',
        })
      const of = await readBlog(row.workspace_id)
      return { post: { ...(await renderPost(row, of.url)), liked: false }, blog: of }
    },

    /** Toggles a like. @throws AppError not_found, rate_limited */
    async like(postId: string, visitor: Visitor, clientAddress: string) {
      if ('cookie' in visitor) await rates.countAddress('like', clientAddress, likeRate)
      const answer = await db.transaction().execute((tx) => toggleLike(tx, postId, toKey(visitor)))
      return answer ?? throwMissing()
    },
  }

  async function throwNotFound(blog: BlogId, slug: string, of: Blog): Promise<never> {
    const movedTo = await findMovedTo(db, blog, slug)
    if (movedTo === null) return throwMissing()
    throw new AppError('not_found', `This post moved to the slug “${movedTo}”.`, {
      reason: 'post_moved',
      params: { slug: movedTo },
      details: { moved_to: movedTo, path: of.path },
    })
  }

  /** @throws AppError not_found: no such workspace */
  async function readBlog(workspaceId: BlogId): Promise<Blog> {
    if (workspaceId === null) return getBlog(publicUrl, null)
    const [workspace, branding] = await Promise.all([addresses.find(workspaceId), getBranding(workspaceId)])
    return workspace ? getBlog(publicUrl, workspace, branding) : throwNoBlog()
  }

  async function withLikes(items: PostHead[]): Promise<PostHead[]> {
    const likes = await countLikes(
      db,
      items.map(({ _id }) => _id),
    )
    return items.map((item) => ({ ...item, likes: likes.get(item._id) ?? item.likes }))
  }
}

async function findWithNeighbors(db: Database, blog: BlogId, slug: string) {
  const row = await findLivePost(db, blog, slug)
  if (!row) return null
  const [others, beside] = await Promise.all([findNeighbors(db, blog, row, maxNeighbors), findAdjacent(db, blog, row)])
  return { row, others, beside }
}

function throwNoBlog(): never {
  throw new AppError('not_found', 'This blog doesn’t exist.', { reason: 'blog_missing' })
}

export const newVisitorCookie = () => randomBytes(16).toString('base64url')

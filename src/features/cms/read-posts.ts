import { createHash, randomBytes } from 'node:crypto'
import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Threads } from '#platform/worker-threads.ts'
import type { Article } from './article-html.ts'
import type { ArticleTask } from './article-thread.ts'
import { createBlogCache } from './blog-cache.ts'
import type { Blog, PostHead } from './contract.ts'
import { presentLive, type ReaderPost } from './present-post.ts'
import { readPreviewToken } from './preview-token.ts'
import { relatedPosts } from './related-posts.ts'
import { type GetBlogBranding, getBlog, throwMissing } from './service.ts'
import {
  type BlogId,
  countLikes,
  findBlogOwner,
  findIndexable,
  findLikes,
  findLivePost,
  findLivePosts,
  findMovedTo,
  findNeighbours,
  findPostByPreview,
  findTags,
  nextDueInMs,
  type PostRow,
  toggleLike,
} from './store.ts'

export type Readers = ReturnType<typeof createReaders>

/** Identifies a like: the signed-in user, else the visitor cookie. */
export type Visitor = { userId: string } | { cookie: string }

const likeRate = { most: 120, windowSeconds: 3600 }
const neighboursRead = 300
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
  threads,
  signals,
  secrets,
  rates,
  publicUrl,
  getBranding,
  pictures,
}: {
  db: Database
  threads: Threads
  signals: Signals
  secrets: Secrets
  rates: RateLimiter
  publicUrl: string
  getBranding: GetBlogBranding
  /** Sizes of the images in a text. */
  pictures: Images['widthsIn']
}) {
  const cache = createBlogCache((blog) => nextDueInMs(db, blog))
  const stop = signals.subscribe('blogs', 'changed', cache.clear)

  return {
    close: stop,

    blog: (workspaceId: BlogId): Promise<Blog> => cache.read(workspaceId, 'blog', () => readBlog(workspaceId)),

    /** @throws AppError not_found: missing or unpublished; with `details.moved_to` when its slug changed */
    async get(blog: BlogId, slug: string, visitor: Visitor | null) {
      const { post, related, of } = await cache.read(blog, `post ${slug}`, async () => {
        const [row, of] = await Promise.all([findLivePost(db, blog, slug), readBlog(blog)])
        if (!row) return throwNotFound(blog, slug)
        const others = await findNeighbours(db, blog, row, neighboursRead)
        const near = relatedPosts({ ...row, opening: row.body_md.slice(0, 2000) }, others, row.lang, relatedShown)
        return { post: await readerPost(row, of.url), related: near.map((other) => presentLive(other, of.url)), of }
      })
      const [likes, fresh] = await Promise.all([findLikes(db, post._id, visitor && toKey(visitor)), withLikes(related)])
      return { post: { ...post, ...likes }, related: fresh, blog: of }
    },

    async list(blog: BlogId, filter: { tag?: string; q?: string; page: number; limit: number }) {
      const load = async () => {
        const [of, { items, total }, tags] = await Promise.all([
          readBlog(blog),
          findLivePosts(db, blog, filter),
          findTags(db, blog, tagsShown),
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
        const [of, rows] = await Promise.all([readBlog(blog), findIndexable(db, blog, sitemapEntries)])
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
      return { post: { ...(await readerPost(row, of.url)), liked: false }, blog: of }
    },

    /** Toggles a like. @throws AppError not_found, rate_limited */
    async like(postId: string, visitor: Visitor, clientAddress: string) {
      if ('cookie' in visitor) await rates.countAddress('like', clientAddress, likeRate)
      const answer = await db.transaction().execute((tx) => toggleLike(tx, postId, toKey(visitor)))
      return answer ?? throwMissing()
    },
  }

  async function throwNotFound(blog: BlogId, slug: string): Promise<never> {
    const movedTo = await findMovedTo(db, blog, slug)
    if (movedTo === null) return throwMissing()
    throw new AppError('not_found', `This post moved to the slug “${movedTo}”.`, {
      reason: 'post_moved',
      params: { slug: movedTo },
      details: { moved_to: movedTo },
    })
  }

  /** @throws AppError not_found: no such workspace */
  async function readBlog(workspaceId: BlogId): Promise<Blog> {
    if (workspaceId === null) return getBlog(publicUrl, null)
    const [workspace, branding] = await Promise.all([findBlogOwner(db, workspaceId), getBranding(workspaceId)])
    if (!workspace) throw new AppError('not_found', 'This blog doesn’t exist.', { reason: 'blog_missing' })
    return getBlog(publicUrl, workspace, branding)
  }

  async function withLikes(items: PostHead[]): Promise<PostHead[]> {
    const likes = await countLikes(
      db,
      items.map(({ _id }) => _id),
    )
    return items.map((item) => ({ ...item, likes: likes.get(item._id) ?? item.likes }))
  }

  /** Renders in a worker thread. A post beyond its limits is shown as plain Markdown, cached like any other. */
  async function render(row: PostRow): Promise<Article> {
    const task: ArticleTask = {
      markdown: row.body_md,
      sources: new Set(row.sources.map(({ n }) => n)),
      foreign: row.workspace_id !== null,
      pictures: await pictures(row.body_md),
    }
    try {
      return await threads.run<Article>(new URL('./article-thread.ts', import.meta.url), task, {
        pool: 'texts',
        turn: row.workspace_id ?? 'own blog',
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_large') throw error
      return { html: `<pre tabindex="0">${escapeHtml(row.body_md)}</pre>`, headings: [] }
    }
  }

  async function readerPost(row: PostRow, home: string): Promise<ReaderPost> {
    const { html, headings } = await render(row)
    return {
      ...presentLive(row, home),
      body_md: row.body_md,
      body_html: html,
      headings,
      seo: row.seo,
      sources: row.sources,
    }
  }
}

export const newVisitorCookie = () => randomBytes(16).toString('base64url')

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)

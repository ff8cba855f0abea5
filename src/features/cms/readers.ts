import { createHash, randomBytes } from 'node:crypto'
import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Signals } from '#platform/signals.ts'
import { articleHtml } from './article-html.ts'
import { createBlogCache } from './blog-cache.ts'
import type { Blog, PostHead } from './contract.ts'
import { presentLive, type ReaderPost } from './present.ts'
import { readPreviewToken } from './preview-token.ts'
import { relatedPosts } from './related.ts'
import { blogOf, type FaceOf, missing } from './service.ts'
import {
  type BlogId,
  countLikes,
  findBlogOwner,
  findIndexable,
  findLikes,
  findLivePost,
  findLivePosts,
  findNeighbours,
  findPostByPreview,
  findTags,
  nextDueInMs,
  type PostRow,
  toggleLike,
} from './store.ts'

export type Readers = ReturnType<typeof createReaders>

/** Who likes: someone signed in, else whoever has the cookie. */
export type Visitor = { userId: string } | { cookie: string }

const likeRate = { most: 120, windowSeconds: 3600 }
const neighboursRead = 300
const relatedShown = 3
const tagsShown = 30
/** What one sitemap may hold. */
const sitemapEntries = 50_000

const keyOf = (visitor: Visitor) =>
  'userId' in visitor
    ? `user:${visitor.userId}`
    : `cookie:${createHash('sha256').update(visitor.cookie).digest('base64url')}`

/** What readers of blogs get: posts that are published by now, and nothing else. */
export function createReaders({
  db,
  signals,
  secrets,
  rates,
  publicUrl,
  face,
  pictures,
}: {
  db: Database
  signals: Signals
  secrets: Secrets
  rates: RateLimiter
  publicUrl: string
  face: FaceOf
  /** How wide the pictures a text names come. */
  pictures: Images['widthsIn']
}) {
  const cache = createBlogCache((blog) => nextDueInMs(db, blog))
  const stop = signals.subscribe('blogs', 'changed', cache.clear)

  return {
    close: stop,

    blog: (workspaceId: BlogId): Promise<Blog> => cache.read(workspaceId, 'blog', () => readBlog(workspaceId)),

    /** @throws AppError not_found: there is none, or it is not published yet */
    async get(blog: BlogId, slug: string, visitor: Visitor | null) {
      const { post, related, of } = await cache.read(blog, `post ${slug}`, async () => {
        const [row, of] = await Promise.all([findLivePost(db, blog, slug), readBlog(blog)])
        if (!row) return missing()
        const others = await findNeighbours(db, blog, row, neighboursRead)
        const near = relatedPosts({ ...row, opening: row.body_md.slice(0, 2000) }, others, row.lang, relatedShown)
        return { post: await readerPost(row, of.url), related: near.map((other) => presentLive(other, of.url)), of }
      })
      const [likes, fresh] = await Promise.all([findLikes(db, post._id, visitor && keyOf(visitor)), withLikes(related)])
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
      // Words people look for are without end: only what everybody reads is kept.
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

    /** @throws AppError not_found: not our link, or its time is over */
    async preview(token: string) {
      const id = readPreviewToken(secrets, token, Date.now())
      const row = id ? await findPostByPreview(db, id) : undefined
      if (!row)
        throw new AppError(
          'not_found',
          'This preview link leads nowhere: its 14 days are over, or it was copied incompletely.',
        )
      const of = await readBlog(row.workspace_id)
      return { post: { ...(await readerPost(row, of.url)), liked: false }, blog: of }
    },

    /** Likes, or takes that back. @throws AppError not_found, rate_limited */
    async like(postId: string, visitor: Visitor, clientAddress: string) {
      if ('cookie' in visitor) await rates.countAddress('like', clientAddress, likeRate)
      const answer = await db.transaction().execute((tx) => toggleLike(tx, postId, keyOf(visitor)))
      return answer ?? missing()
    },
  }

  /** @throws AppError not_found: no such workspace */
  async function readBlog(workspaceId: BlogId): Promise<Blog> {
    if (workspaceId === null) return blogOf(publicUrl, null)
    const [workspace, looks] = await Promise.all([findBlogOwner(db, workspaceId), face(workspaceId)])
    if (!workspace) throw new AppError('not_found', 'There is no such blog.')
    return blogOf(publicUrl, workspace, looks)
  }

  async function withLikes(items: PostHead[]): Promise<PostHead[]> {
    const likes = await countLikes(
      db,
      items.map(({ _id }) => _id),
    )
    return items.map((item) => ({ ...item, likes: likes.get(item._id) ?? item.likes }))
  }

  async function readerPost(row: PostRow, home: string): Promise<ReaderPost> {
    const { html, headings } = articleHtml(
      row.body_md,
      new Set(row.sources.map(({ n }) => n)),
      row.workspace_id !== null,
      await pictures(row.body_md),
    )
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

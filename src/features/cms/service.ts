import { randomUUIDv7 } from 'node:crypto'
import { countWords, plainBlocks } from '#features/ai-content/markdown-text.ts'
import type { ShownBrand } from '#features/domains/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { Queue } from '#platform/queue.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Blog, Post, PostSeo, PostSource, PostStatus } from './contract.ts'
import { dueJob } from './jobs.ts'
import { blogPath, presentHead, presentPost } from './present-post.ts'
import { previewToken } from './preview-token.ts'
import { toSlug } from './slug.ts'
import {
  type BlogId,
  deletePost,
  findPost,
  findPosts,
  findVersion,
  findVersions,
  insertPost,
  insertVersion,
  isSlugTaken,
  locatePost,
  lockPost,
  type PostRow,
  publishDue,
  retireSlug,
  savePost,
} from './store.ts'
import type { PostContent } from './tables.ts'

export type Posts = ReturnType<typeof createPosts>

export type SeoInput = {
  title?: string | null
  description?: string | null
  canonical?: string | null
  noindex?: boolean
}

export type PostInput = {
  slug?: string
  title?: string
  excerpt?: string
  body_md?: string
  cover?: string | null
  tags?: string[]
  lang?: string
  status?: PostStatus
  publish_at?: string | null
  seo?: SeoInput
}

/** A document's content for publishing. */
export type Manuscript = {
  documentId: string
  title: string
  contentMd: string
  lang: string
  sources: PostSource[]
}

type Filter = { status?: PostStatus; q?: string; page: number; limit: number }

/** Writing posts, for staff and workspace editors. Reading is in read-posts.ts. */
export function createPosts({
  db,
  queue,
  signals,
  secrets,
  publicUrl,
  getBranding,
}: {
  db: Database
  queue: Queue
  signals: Signals
  secrets: Secrets
  publicUrl: string
  getBranding: GetBlogBranding
}) {
  const ownBlogUrl = publicUrl + blogPath(null)
  return {
    /** Creates a post on the server's own blog. @throws AppError conflict: slug taken; invalid_input: publish_at */
    async add(userId: string, input: PostInput & { slug: string; title: string }, keepAnswer: KeepAnswer) {
      return writePost(async (tx) => {
        const content = mergePost(null, input)
        const answer = { post: present(await create(tx, null, null, userId, content, []), ownBlogUrl) }
        await keepAnswer(tx, answer)
        return answer
      }, input.slug)
    },

    /** Optimistic locking by `version`. @throws AppError not_found; conflict: slug taken, or saved by someone else (`details.version`) */
    async update(userId: string, id: string, { version, ...input }: PostInput & { version?: number }) {
      return writePost(async (tx) => {
        const row = (await lockPost(tx, null, { id })) ?? throwMissing()
        if (version !== undefined && version !== row.version) throw versionConflict(row)
        return { post: present(await change(tx, row, userId, mergePost(row, input), row.sources), ownBlogUrl) }
      }, input.slug)
    },

    async get(key: { id: string } | { slug: string }) {
      const row = (await findPost(db, null, key)) ?? throwMissing()
      return { post: present(row, ownBlogUrl), versions: await findVersions(db, row.id) }
    },

    async version(id: string, number: number) {
      const row = (await findPost(db, null, { id })) ?? throwMissing()
      const found = await findVersion(db, row.id, number)
      if (!found)
        throw new AppError('not_found', `This post has no version ${number}.`, {
          field: 'version',
          reason: 'version_missing',
          params: { version: number },
        })
      const { content, version, by, at } = found
      return { version: { ...content, version, by, at: at.toISOString() } }
    },

    async list(blog: BlogId, filter: Filter) {
      const [{ items, total, counts }, home] = await Promise.all([findPosts(db, blog, filter), getHome(blog)])
      return {
        items: items.map((row) => presentHead(row, home)),
        total,
        counts,
        page: filter.page,
        limit: filter.limit,
      }
    },

    /** Posts published from a document on any of these blogs. */
    async ofDocument(blogs: BlogId[], documentId: string): Promise<Post[]> {
      const found = await Promise.all(
        blogs.map(async (blog) => ({ row: await findPost(db, blog, { documentId }), home: await getHome(blog) })),
      )
      return found.flatMap(({ row, home }) => (row ? [present(row, home)] : []))
    },

    /**
     * Publishes a document or updates its post. Without a slug, a free one is made from the title; without an excerpt, the first
     * paragraph is used.
     */
    async publish(
      userId: string,
      blog: BlogId,
      manuscript: Manuscript,
      input: Pick<PostInput, 'slug' | 'excerpt' | 'tags' | 'publish_at'> & { status: PostStatus },
      keepAnswer: KeepAnswer,
    ) {
      const { documentId, title, contentMd, lang, sources } = manuscript
      const home = await getHome(blog)
      return writePost(async (tx) => {
        const row = (await lockPost(tx, blog, { documentId })) ?? null
        const content = mergePost(row, {
          ...input,
          title,
          lang,
          body_md: withoutTitle(contentMd, title),
          slug: input.slug ?? row?.slug ?? (await freeSlug(tx, blog, title)),
          excerpt: input.excerpt ?? row?.excerpt ?? getOpening(contentMd, title),
        })
        const written = row
          ? await change(tx, row, userId, content, sources)
          : await create(tx, blog, documentId, userId, content, sources)
        const answer = { post: present(written, home) }
        await keepAnswer(tx, answer)
        return answer
      }, input.slug)
    },

    locate: (workspaceIds: string[], id: string) => locatePost(db, workspaceIds, id),

    /** Makes a post a draft again. Idempotent. @throws AppError not_found */
    async unpublish(userId: string, blog: BlogId, id: string) {
      const home = await getHome(blog)
      return writePost(async (tx) => {
        const row = (await lockPost(tx, blog, { id })) ?? throwMissing()
        if (row.status === 'draft') return { post: present(row, home) }
        return { post: present(await change(tx, row, userId, mergePost(row, { status: 'draft' }), row.sources), home) }
      }, undefined)
    },

    /** @throws AppError not_found */
    async remove(blog: BlogId, id: string) {
      if (!(await deletePost(db, blog, id))) throwMissing()
      signals.publish('blogs', 'changed')
    },

    async publishDue(id: string) {
      if (await publishDue(db, id)) signals.publish('blogs', 'changed')
    },
  }

  async function getHome(blog: BlogId): Promise<string> {
    return blog === null ? ownBlogUrl : ((await getBranding(blog)).blog ?? publicUrl + blogPath(blog))
  }

  function present(row: PostRow, home: string): Post {
    return presentPost(row, home, `${publicUrl}/blog/preview/${previewToken(secrets, row.id, Date.now())}`)
  }

  async function writePost<T>(work: (tx: Db) => Promise<T>, slug: string | undefined): Promise<T> {
    try {
      const answer = await db.transaction().execute(work)
      signals.publish('blogs', 'changed')
      return answer
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== '23505') throw error
      if (constraint === 'posts_slug' && slug !== undefined)
        throw new AppError('conflict', `Another post has the slug “${slug}” already. Choose another.`, {
          field: 'slug',
          reason: 'slug_taken',
          params: { slug },
        })
      throw new AppError('conflict', 'This document was just published. Reload to see it.', {
        reason: 'just_published',
        retryable: true,
      })
    }
  }

  async function create(
    tx: Db,
    blog: BlogId,
    documentId: string | null,
    userId: string,
    content: PostContent,
    sources: PostSource[],
  ) {
    const id = randomUUIDv7()
    const words = countWords(content.body_md)
    await insertPost(tx, { id, blog, documentId, createdBy: userId, content: { ...content, words, sources } })
    return saveVersion(tx, blog, id, 1, userId, content)
  }

  async function change(tx: Db, row: PostRow, userId: string, content: PostContent, sources: PostSource[]) {
    const version = row.version + 1
    const words = countWords(content.body_md)
    await savePost(tx, row.workspace_id, row.id, version, { ...content, words, sources })
    const wasPublic = row.publish_at !== null && row.publish_at.getTime() <= Date.now()
    if (wasPublic && content.slug !== row.slug) await retireSlug(tx, row.workspace_id, row.id, row.slug, content.slug)
    return saveVersion(tx, row.workspace_id, row.id, version, userId, content)
  }

  async function saveVersion(tx: Db, blog: BlogId, id: string, version: number, userId: string, content: PostContent) {
    await insertVersion(tx, id, version, content, userId)
    if (content.status === 'scheduled')
      await queue.send(tx, dueJob, { post_id: id }, { startAfter: new Date(content.publish_at!) })
    return (await findPost(tx, blog, { id }))!
  }

  /** The first free slug of "brew", "brew-2", "brew-3"… */
  async function freeSlug(tx: Db, blog: BlogId, title: string) {
    const requested = toSlug(title) || 'post'
    for (let n = 1; ; n++) {
      const slug = n === 1 ? requested : `${requested}-${n}`
      if (!(await isSlugTaken(tx, blog, slug))) return slug
    }
  }
}

/** Merges a change into a post. Fields that are left out don't change; `publish_at` follows from the status. */
function mergePost(row: PostRow | null, input: PostInput): PostContent {
  const seo = input.seo ?? {}
  const previousSeo: PostSeo = row?.seo ?? { title: null, description: null, canonical: null, noindex: false }
  const either = (given: string | null | undefined, before: string | null) =>
    given === undefined ? before : given || null
  const content: PostContent = {
    slug: input.slug ?? row!.slug,
    title: input.title ?? row!.title,
    excerpt: input.excerpt ?? row?.excerpt ?? '',
    body_md: input.body_md ?? row?.body_md ?? '',
    cover: either(input.cover, row?.cover ?? null),
    tags: input.tags ?? row?.tags ?? [],
    lang: input.lang ?? row?.lang ?? 'en',
    status: input.status ?? row?.status ?? 'draft',
    publish_at: null,
    seo: {
      title: either(seo.title, previousSeo.title),
      description: either(seo.description, previousSeo.description),
      canonical: either(seo.canonical, previousSeo.canonical),
      noindex: seo.noindex ?? previousSeo.noindex,
    },
  }
  return { ...content, publish_at: getPublishTime(content.status, input.publish_at, row?.publish_at ?? null) }
}

/** ISO 8601. @throws AppError invalid_input: scheduled without a time, or published with a future time */
function getPublishTime(status: PostStatus, given: string | null | undefined, before: Date | null): string | null {
  const now = Date.now()
  const requested = given ? new Date(given) : null
  if (status === 'draft') return (requested ?? (given === null ? null : before))?.toISOString() ?? null
  if (status === 'scheduled') {
    const at = requested ?? (given === null ? null : before)
    if (!at) throw new AppError('invalid_input', 'publish_at is missing.', { field: 'publish_at', reason: 'missing' })
    return at.toISOString()
  }
  if (requested && requested.getTime() > now)
    throw new AppError('invalid_input', 'publish_at is in the future. Use the status "scheduled".', {
      field: 'publish_at',
      reason: 'in_the_future',
    })
  const earlier = before && before.getTime() <= now ? before : null
  return (requested ?? earlier ?? new Date(now)).toISOString()
}

/** Removes a first heading that repeats the title, which pages show above the text. */
function withoutTitle(markdown: string, title: string) {
  const text = markdown.trimStart()
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  const isTitle = /^#[ \t]/.test(line) && headingText(line) === title.trim().toLowerCase()
  return isTitle ? text.slice(line.length).trimStart() : markdown
}

/** "Cold brew" of "# Cold brew ##". */
function headingText(line: string): string {
  let end = line.length
  while (end > 1 && /[\s#]/.test(line[end - 1]!)) end--
  return line.slice(1, end).trim().toLowerCase()
}

const excerptLength = 220

/** The first paragraph of over 40 characters, cut at a word. */
function getOpening(markdown: string, title: string): string {
  const prose = withoutTitle(markdown, title)
    .split(/\n{2,}/)
    .filter((block) => !/^\s*(?:#|```|~~~|\||!\[|>|[-*+] |\d+[.)] )/.test(block))
  const first = prose.flatMap((block) => plainBlocks(block).join(' ')).find((text) => text.length > 40) ?? ''
  if (first.length <= excerptLength) return first
  return `${first.slice(0, excerptLength).replace(/\s+\S*$/, '')}…`
}

export const throwMissing = (): never => {
  throw new AppError('not_found', 'This post doesn’t exist.', { reason: 'post_missing' })
}

const versionConflict = (row: PostRow) =>
  new AppError('conflict', `Someone else saved this post. The current version is ${row.version}.`, {
    field: 'version',
    reason: 'saved_by_another',
    params: { version: row.version },
    details: { version: row.version },
  })

/** A workspace's branding, and its blog's URL on a custom domain. */
export type GetBlogBranding = (workspaceId: string) => Promise<{ brand: ShownBrand | null; blog: string | null }>

export function getBlog(
  publicUrl: string,
  workspace: { id: string; name: string } | null,
  getBranding: Awaited<ReturnType<GetBlogBranding>> = { brand: null, blog: null },
): Blog {
  const path = blogPath(workspace?.id ?? null)
  return {
    workspace_id: workspace?.id ?? null,
    name: getBranding.brand?.name ?? workspace?.name ?? 'Earshot',
    url: getBranding.blog ?? publicUrl + path,
    path,
    brand: getBranding.brand,
  }
}

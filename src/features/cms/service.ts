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

/** A document as it is published. */
export type Manuscript = {
  documentId: string
  title: string
  contentMd: string
  lang: string
  sources: PostSource[]
}

type Filter = { status?: PostStatus; q?: string; page: number; limit: number }

/** Writing posts: what staff and the editors of a workspace do. Readers have readers.ts. */
export function createPosts({
  db,
  queue,
  signals,
  secrets,
  publicUrl,
  face,
}: {
  db: Database
  queue: Queue
  signals: Signals
  secrets: Secrets
  publicUrl: string
  face: FaceOf
}) {
  const ownHome = publicUrl + blogPath(null)
  return {
    /** A new post of the installation's own blog. @throws AppError conflict: the slug is used; invalid_input: publish_at */
    async add(userId: string, input: PostInput & { slug: string; title: string }, keepAnswer: KeepAnswer) {
      return writing(async (tx) => {
        const content = merged(null, input)
        const answer = { post: present(await create(tx, null, null, userId, content, []), ownHome) }
        await keepAnswer(tx, answer)
        return answer
      }, input.slug)
    },

    /** @throws AppError not_found; conflict: the slug is used, or another version is the present one (`details.version`) */
    async update(userId: string, id: string, { version, ...input }: PostInput & { version?: number }) {
      return writing(async (tx) => {
        const row = (await lockPost(tx, null, { id })) ?? missing()
        if (version !== undefined && version !== row.version) throw stale(row)
        return { post: present(await change(tx, row, userId, merged(row, input), row.sources), ownHome) }
      }, input.slug)
    },

    async get(key: { id: string } | { slug: string }) {
      const row = (await findPost(db, null, key)) ?? missing()
      return { post: present(row, ownHome), versions: await findVersions(db, row.id) }
    },

    async version(id: string, number: number) {
      const row = (await findPost(db, null, { id })) ?? missing()
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

    /** What was published from a document, in any of these blogs. */
    async ofDocument(blogs: BlogId[], documentId: string): Promise<Post[]> {
      const found = await Promise.all(
        blogs.map(async (blog) => ({ row: await findPost(db, blog, { documentId }), home: await getHome(blog) })),
      )
      return found.flatMap(({ row, home }) => (row ? [present(row, home)] : []))
    },

    /**
     * Publishes a document, or changes what was published from it. Without a slug its title makes one that is free; without an
     * excerpt its first paragraph serves.
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
      return writing(async (tx) => {
        const row = (await lockPost(tx, blog, { documentId })) ?? null
        const content = merged(row, {
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

    /** A draft again. What is one already stays as it is. @throws AppError not_found */
    async takeDown(userId: string, blog: BlogId, id: string) {
      const home = await getHome(blog)
      return writing(async (tx) => {
        const row = (await lockPost(tx, blog, { id })) ?? missing()
        if (row.status === 'draft') return { post: present(row, home) }
        return { post: present(await change(tx, row, userId, merged(row, { status: 'draft' }), row.sources), home) }
      }, undefined)
    },

    /** @throws AppError not_found */
    async remove(blog: BlogId, id: string) {
      if (!(await deletePost(db, blog, id))) missing()
      signals.publish('blogs', 'changed')
    },

    async publishDue(id: string) {
      if (await publishDue(db, id)) signals.publish('blogs', 'changed')
    },
  }

  async function getHome(blog: BlogId): Promise<string> {
    return blog === null ? ownHome : ((await face(blog)).blog ?? publicUrl + blogPath(blog))
  }

  function present(row: PostRow, home: string): Post {
    return presentPost(row, home, `${publicUrl}/blog/preview/${previewToken(secrets, row.id, Date.now())}`)
  }

  async function writing<T>(work: (tx: Db) => Promise<T>, slug: string | undefined): Promise<T> {
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
    return saved(tx, blog, id, 1, userId, content)
  }

  async function change(tx: Db, row: PostRow, userId: string, content: PostContent, sources: PostSource[]) {
    const version = row.version + 1
    const words = countWords(content.body_md)
    await savePost(tx, row.workspace_id, row.id, version, { ...content, words, sources })
    const wasPublic = row.publish_at !== null && row.publish_at.getTime() <= Date.now()
    if (wasPublic && content.slug !== row.slug) await retireSlug(tx, row.workspace_id, row.id, row.slug, content.slug)
    return saved(tx, row.workspace_id, row.id, version, userId, content)
  }

  async function saved(tx: Db, blog: BlogId, id: string, version: number, userId: string, content: PostContent) {
    await insertVersion(tx, id, version, content, userId)
    if (content.status === 'scheduled')
      await queue.send(tx, dueJob, { post_id: id }, { startAfter: new Date(content.publish_at!) })
    return (await findPost(tx, blog, { id }))!
  }

  /** "brew", "brew-2", "brew-3": the first that no post of the blog has. */
  async function freeSlug(tx: Db, blog: BlogId, title: string) {
    const wanted = toSlug(title) || 'post'
    for (let n = 1; ; n++) {
      const slug = n === 1 ? wanted : `${wanted}-${n}`
      if (!(await isSlugTaken(tx, blog, slug))) return slug
    }
  }
}

/** What a post becomes: what is left out stays; its time follows from its status. */
function merged(row: PostRow | null, input: PostInput): PostContent {
  const seo = input.seo ?? {}
  const was: PostSeo = row?.seo ?? { title: null, description: null, canonical: null, noindex: false }
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
      title: either(seo.title, was.title),
      description: either(seo.description, was.description),
      canonical: either(seo.canonical, was.canonical),
      noindex: seo.noindex ?? was.noindex,
    },
  }
  return { ...content, publish_at: timeOf(content.status, input.publish_at, row?.publish_at ?? null) }
}

/** @throws AppError invalid_input: scheduled without a time, or published with one that lies ahead */
function timeOf(status: PostStatus, given: string | null | undefined, before: Date | null): string | null {
  const now = Date.now()
  const wanted = given ? new Date(given) : null
  if (status === 'draft') return (wanted ?? (given === null ? null : before))?.toISOString() ?? null
  if (status === 'scheduled') {
    const at = wanted ?? (given === null ? null : before)
    if (!at) throw new AppError('invalid_input', 'publish_at is missing.', { field: 'publish_at', reason: 'missing' })
    return at.toISOString()
  }
  if (wanted && wanted.getTime() > now)
    throw new AppError('invalid_input', 'publish_at is in the future. Use the status "scheduled".', {
      field: 'publish_at',
      reason: 'in_the_future',
    })
  const earlier = before && before.getTime() <= now ? before : null
  return (wanted ?? earlier ?? new Date(now)).toISOString()
}

/** The title stands over the text: a first heading that repeats it goes. */
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

/** The first paragraph that says something, cut at a word. */
function getOpening(markdown: string, title: string): string {
  const prose = withoutTitle(markdown, title)
    .split(/\n{2,}/)
    .filter((block) => !/^\s*(?:#|```|~~~|\||!\[|>|[-*+] |\d+[.)] )/.test(block))
  const first = prose.flatMap((block) => plainBlocks(block).join(' ')).find((text) => text.length > 40) ?? ''
  if (first.length <= excerptLength) return first
  return `${first.slice(0, excerptLength).replace(/\s+\S*$/, '')}…`
}

export const missing = (): never => {
  throw new AppError('not_found', 'This post doesn’t exist.', { reason: 'post_missing' })
}

const stale = (row: PostRow) =>
  new AppError('conflict', `Someone else saved this post. The current version is ${row.version}.`, {
    field: 'version',
    reason: 'saved_by_another',
    params: { version: row.version },
    details: { version: row.version },
  })

/** How a workspace's pages look, and the address of its blog where it has one of its own. */
export type FaceOf = (workspaceId: string) => Promise<{ brand: ShownBrand | null; blog: string | null }>

export function getBlog(
  publicUrl: string,
  workspace: { id: string; name: string } | null,
  face: Awaited<ReturnType<FaceOf>> = { brand: null, blog: null },
): Blog {
  const path = blogPath(workspace?.id ?? null)
  return {
    workspace_id: workspace?.id ?? null,
    name: face.brand?.name ?? workspace?.name ?? 'Earshot',
    url: face.blog ?? publicUrl + path,
    path,
    brand: face.brand,
  }
}

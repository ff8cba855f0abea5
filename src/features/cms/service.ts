import type { GetTextStats } from '#features/ai-content/checks/text-stats.ts'
import { requireApproval } from '#features/review/require-approval.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { ActingMember, StoreResponse } from '#platform/http/context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { GetBlogBranding } from './blog-address.ts'
import type { BlogAddresses } from './blog-addresses.ts'
import { createBlogHome } from './blog-home.ts'
import type { Post, PostStatus } from './contract.ts'
import { mergePost, type PostInput } from './merge-post.ts'
import { createPostChanges, isPublic, type PostChange } from './post-changes.ts'
import { throwMissing, throwVersionMissing, versionConflict } from './post-errors.ts'
import { previewToken } from './preview-token.ts'
import { createDocumentPublishing } from './publish-document.ts'
import { blogPath, presentHead, presentPost } from './rules/present-post.ts'
import {
  type BlogId,
  deletePost,
  findLatestAuthor,
  findPost,
  findPosts,
  locatePost,
  lockPost,
  type PostRow,
  publishDue,
} from './store/store.ts'
import { findVersion, findVersions, thinPostVersions } from './store/version-store.ts'
import { createPostWriter } from './write-post.ts'

export type Posts = ReturnType<typeof createPosts>

type Dependencies = {
  db: Database
  queue: Queue
  signals: Signals
  secrets: Secrets
  publicUrl: string
  getTextStats: GetTextStats
  getBranding: GetBlogBranding
  addresses: BlogAddresses
  /** A post was created, changed or deleted. */
  onChanged(tx: Tx, change: PostChange): Promise<void>
}

type PostDetails = Pick<PostInput, 'slug' | 'excerpt' | 'cover' | 'cover_alt' | 'author' | 'tags'>

type Filter = { status?: PostStatus; q?: string; page: number; limit: number }

/** Writing posts, for staff and workspace editors. Reading is in read-posts.ts. */
export function createPosts(dependencies: Dependencies) {
  const { db, queue, signals, secrets, publicUrl, getTextStats, getBranding, addresses, onChanged } = dependencies
  const ownBlogUrl = publicUrl + blogPath(null)
  const { getHome, readBlog } = createBlogHome({ db, publicUrl, getBranding, addresses })
  const emitChange = createPostChanges({ getHome, onChanged })
  const writer = createPostWriter({
    ...{ db, queue, signals },
    onChanged: (tx, before, after, by) =>
      emitChange(tx, after, {
        ...{ wasPublic: before !== null && isPublic(before), isNowPublic: isPublic(after), by },
        formerSlug: before?.slug,
      }),
  })

  return {
    ...createDocumentPublishing({ db, writer, addresses, getTextStats, getHome, present }),

    /** @throws AppError conflict: the workspace publishes approved documents only */
    requireApproval: (document: ResourceRef, version: number) => requireApproval(db, document, version),

    /** The author this person named last on a blog. */
    latestAuthor: (blog: BlogId, userId: string) => findLatestAuthor(db, blog, userId),

    /** A blog as its writers see it, with the URL it gets when something is published. */
    blog: (id: BlogId) => readBlog(id),

    /** @throws AppError invalid_input: reserved; conflict: taken */
    async changeAddress(workspaceId: string, slug: string) {
      await addresses.change(workspaceId, slug)
      return { blog: await readBlog(workspaceId) }
    },

    /** Thins autosaved versions. */
    thinVersions: () => thinPostVersions(db),

    /** Creates a post on the server's own blog. @throws AppError conflict: slug taken; invalid_input: publish_at */
    async add(by: ActingMember, input: PostInput & { slug: string; title: string }, storeResponse: StoreResponse) {
      const words = await countOwnWords(input.body_md ?? '')
      return writer.write(async (tx) => {
        const draft = { content: mergePost(null, input), words, sources: [] }
        const row = await writer.create(tx, { blog: null, documentId: null, by }, draft)
        const answer = { post: present(row, ownBlogUrl) }
        await storeResponse(tx, answer)
        return answer
      }, input.slug)
    },

    /** Optimistic locking by `version`. @throws AppError not_found; conflict: slug taken, or saved by someone else (`details.version`) */
    async update(by: ActingMember, id: string, { version, ...input }: PostInput & { version?: number }) {
      const written = input.body_md === undefined ? null : await countOwnWords(input.body_md)
      return writer.write(async (tx) => {
        const row = (await lockPost(tx, null, { id })) ?? throwMissing()
        if (version !== undefined && version !== row.version) throw versionConflict(row)
        const draft = { content: mergePost(row, input), words: written ?? row.words, sources: row.sources }
        return { post: present(await writer.change(tx, row, by, draft), ownBlogUrl) }
      }, input.slug)
    },

    async get(key: { id: string } | { slug: string }) {
      const row = (await findPost(db, null, key)) ?? throwMissing()
      return { post: present(row, ownBlogUrl), versions: await findVersions(db, row.id) }
    },

    async version(id: string, number: number) {
      const row = (await findPost(db, null, { id })) ?? throwMissing()
      const found = (await findVersion(db, row.id, number)) ?? throwVersionMissing(number)
      const { content, version, by, at } = found
      return { version: { cover_alt: '', author: null, ...content, version, by, at: at.toISOString() } }
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

    locate: (workspaceIds: string[], id: string) => locatePost(db, workspaceIds, id),

    /** Changes a post of a workspace's blog, but neither its text nor its status. @throws AppError not_found; conflict: slug taken */
    async updateOwn(by: ActingMember, blog: string, id: string, input: PostDetails) {
      return writer.write(async (tx) => {
        const row = (await lockPost(tx, blog, { id })) ?? throwMissing()
        const draft = { content: mergePost(row, input), words: row.words, sources: row.sources }
        const written = await writer.change(tx, row, by, draft)
        return { post: present(written, await getHome(blog, tx)) }
      }, input.slug)
    },

    /** Makes a post a draft again. Idempotent. @throws AppError not_found */
    async unpublish(by: ActingMember, blog: BlogId, id: string) {
      const home = await getHome(blog)
      return writer.write(async (tx) => {
        const row = (await lockPost(tx, blog, { id })) ?? throwMissing()
        if (row.status === 'draft') return { post: present(row, home) }
        const { words, sources } = row
        const draft = { content: mergePost(row, { status: 'draft' }), words, sources }
        return { post: present(await writer.change(tx, row, by, draft), home) }
      }, undefined)
    },

    /** @throws AppError not_found */
    async remove(by: ActingMember, blog: BlogId, id: string) {
      await db.transaction().execute(async (tx) => {
        const row = (await lockPost(tx, blog, { id })) ?? throwMissing()
        if (!(await deletePost(tx, blog, id))) throwMissing()
        await emitChange(tx, row, { wasPublic: isPublic(row), isNowPublic: false, by, status: 'deleted' })
      })
      signals.publish('blogs', 'changed')
    },

    async publishDue(id: string) {
      const isDone = await db.transaction().execute(async (tx) => {
        const due = await publishDue(tx, id)
        const row = due && (await findPost(tx, due.workspace_id, { id }))
        if (row) await emitChange(tx, row, { wasPublic: false, isNowPublic: true, by: null })
        return row !== undefined
      })
      if (isDone) signals.publish('blogs', 'changed')
    },
  }

  async function countOwnWords(markdown: string): Promise<number> {
    return (await getTextStats({ text: markdown }, null)).words
  }

  function present(row: PostRow, home: string): Post {
    return presentPost(row, home, `${publicUrl}/blog/preview/${previewToken(secrets, row.id, Date.now())}`)
  }
}

import type { GetTextStats } from '#features/ai-content/checks/text-stats.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { ActingMember, StoreResponse } from '#platform/http/context.ts'
import type { BlogAddresses } from './blog-addresses.ts'
import type { Post, PostSource, PostStatus } from './contract.ts'
import { mergePost, type PostInput } from './merge-post.ts'
import { getOpening, withoutTitle } from './rules/post-excerpt.ts'
import { isReservedSlug } from './rules/reserved-slugs.ts'
import { toSlug } from './rules/slug.ts'
import { type BlogId, findPost, isSlugTaken, lockPost, type PostRow } from './store/store.ts'
import type { PostWriter } from './write-post.ts'

/** A document's content for publishing. */
export type Manuscript = {
  documentId: string
  title: string
  contentMd: string
  lang: string
  sources: PostSource[]
}

type Dependencies = {
  db: Database
  writer: PostWriter
  addresses: BlogAddresses
  getTextStats: GetTextStats
  /** The URL of a blog. */
  getHome(blog: BlogId, on?: Db): Promise<string>
  present(row: PostRow, home: string): Post
}

export function createDocumentPublishing({ db, writer, addresses, getTextStats, getHome, present }: Dependencies) {
  return {
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
      by: ActingMember,
      blog: BlogId,
      manuscript: Manuscript,
      input: Pick<PostInput, 'slug' | 'excerpt' | 'cover' | 'cover_alt' | 'author' | 'tags' | 'publish_at'> & {
        status: PostStatus
      },
      storeResponse: StoreResponse,
    ) {
      const { documentId, title, contentMd, lang, sources } = manuscript
      const body = withoutTitle(contentMd, title)
      const { words } = await getTextStats({ text: body }, blog)
      return writer.write(async (tx) => {
        const row = (await lockPost(tx, blog, { documentId })) ?? null
        const content = mergePost(row, {
          ...input,
          title,
          lang,
          body_md: body,
          slug: input.slug ?? row?.slug ?? (await freeSlug(tx, blog, title)),
          excerpt: input.excerpt ?? row?.excerpt ?? getOpening(contentMd, title),
        })
        const draft = { content, words, sources }
        const written = row
          ? await writer.change(tx, row, by, draft)
          : await writer.create(tx, { blog, documentId, by }, draft)
        if (blog !== null && content.status !== 'draft') await addresses.ensure(tx, blog)
        const answer = { post: present(written, await getHome(blog, tx)) }
        await storeResponse(tx, answer)
        return answer
      }, input.slug)
    },
  }
}

/** The first free slug of "brew", "brew-2", "brew-3"… */
async function freeSlug(tx: Db, blog: BlogId, title: string) {
  const requested = toSlug(title) || 'post'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? requested : `${requested}-${n}`
    if (!isReservedSlug(slug) && !(await isSlugTaken(tx, blog, slug))) return slug
  }
}

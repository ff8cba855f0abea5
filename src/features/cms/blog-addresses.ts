import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { reservedSlug } from './post-errors.ts'
import { isReservedSlug } from './rules/reserved-slugs.ts'
import { toSlug } from './rules/slug.ts'
import {
  deleteBlogSlug,
  findBlogOwner,
  findBlogSlugs,
  findTakenSlugs,
  hasLivePosts,
  insertSlug,
  lockCurrentSlug,
  retireBlogSlug,
  wasBlogPublic,
} from './store/blog-address-store.ts'

const maxProposed = 60
/** Earlier addresses that redirect. A limit, since no other workspace can use them. */
const maxEarlier = 20

export type BlogAddresses = ReturnType<typeof createBlogAddresses>

/**
 * The slugs of workspaces' blogs. A blog gets one when a post of it is published for the first time; until then one is proposed from
 * the workspace's name. A slug that was public stays with its workspace and redirects.
 */
export function createBlogAddresses({ db, signals }: { db: Database; signals: Signals }) {
  return {
    /** As readers see it: null until something is published. */
    async find(workspaceId: string) {
      const found = await findBlogOwner(db, workspaceId)
      // Posts from before slugs existed, or from an imported workspace.
      if (found && found.slug === null && (await hasLivePosts(db, workspaceId)))
        return { ...found, slug: await ensure(db, workspaceId) }
      return found
    },

    /** As its writers see it: the slug, or the one it would get now. */
    async propose(workspaceId: string, on: Db = db): Promise<string> {
      const found = await findBlogOwner(on, workspaceId)
      return found?.slug ?? (await findFree(on, found?.name ?? ''))
    },

    ensure,

    /** @throws AppError invalid_input: reserved; conflict: taken, or too many earlier ones */
    async change(workspaceId: string, slug: string) {
      if (isReservedSlug(slug)) throw reservedSlug(slug)
      await db.transaction().execute(async (tx) => {
        const current = await lockCurrentSlug(tx, workspaceId)
        if (current?.slug === slug) return
        const slugs = await findBlogSlugs(tx, workspaceId)
        const isEarlier = slugs.some((one) => one.slug === slug)
        if (current && (await wasBlogPublic(tx, workspaceId))) {
          if (!isEarlier && slugs.length > maxEarlier)
            throw new AppError('conflict', `A blog can have up to ${maxEarlier} earlier addresses.`, {
              field: 'slug',
              reason: 'too_many_blog_slugs',
              params: { max: maxEarlier },
            })
          await retireBlogSlug(tx, workspaceId, current.slug)
        } else if (current) await deleteBlogSlug(tx, workspaceId, current.slug)
        if (isEarlier) await deleteBlogSlug(tx, workspaceId, slug)
        if (!(await insertSlug(tx, workspaceId, slug)))
          throw new AppError('conflict', `Another blog has or had the address “${slug}”. Choose another.`, {
            field: 'slug',
            reason: 'blog_slug_taken',
            params: { slug },
          })
      })
      signals.publish('blogs', 'changed')
    },
  }

  /** The blog's slug, stored now if it has none yet. */
  async function ensure(tx: Db, workspaceId: string): Promise<string> {
    for (;;) {
      const found = await findBlogOwner(tx, workspaceId)
      if (!found) throw new AppError('not_found', 'This blog doesn’t exist.', { reason: 'blog_missing' })
      if (found.slug !== null) return found.slug
      const slug = await findFree(tx, found.name)
      if (await insertSlug(tx, workspaceId, slug)) return slug
    }
  }
}

/** The first of "hollow-oak", "hollow-oak-2"… that no workspace has or had. */
async function findFree(db: Db, name: string): Promise<string> {
  const slug = toSlug(name, maxProposed) || 'blog'
  const base = isReservedSlug(slug) ? `${slug}-blog` : slug
  const taken = await findTakenSlugs(db, base)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

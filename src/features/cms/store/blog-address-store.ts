import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import '#features/workspaces/store/tables.ts'
import { live } from './store.ts'
import './tables.ts'

/** Slugs of workspaces' blogs. A slug belongs to one workspace until that workspace is deleted. */

export function findBlogOwner(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspaces as w')
    .leftJoin('blog_addresses as a', (join) => join.onRef('a.workspace_id', '=', 'w.id').on('a.retired_at', 'is', null))
    .select(['w.id', 'w.name', 'a.slug'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst()
}

/** The workspace that has or had a slug. Across workspaces, since a public address names only the blog. */
export async function findSlugOwner(db: Db, slug: string): Promise<string | null> {
  const found = await db.selectFrom('blog_addresses').select('workspace_id').where('slug', '=', slug).executeTakeFirst()
  return found?.workspace_id ?? null
}

export const findBlogSlugs = (db: Db, workspaceId: string) =>
  db
    .selectFrom('blog_addresses')
    .select(['slug', 'retired_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute()

/** Locks the blog's current address until the transaction ends. */
export const lockCurrentSlug = (tx: Db, workspaceId: string) =>
  tx
    .selectFrom('blog_addresses')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Of all workspaces: which of "brew", "brew-2", "brew-3"… are in use. */
export async function findTakenSlugs(db: Db, base: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blog_addresses')
    .select('slug')
    // A slug has no character that means something in a pattern.
    .where((is) => is.or([is('slug', '=', base), is('slug', 'like', `${base}-%`)]))
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** False when the slug is taken, or the blog has a current one. */
export async function insertSlug(tx: Db, workspaceId: string, slug: string): Promise<boolean> {
  const result = await tx
    .insertInto('blog_addresses')
    .values({ workspace_id: workspaceId, slug, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function retireBlogSlug(tx: Db, workspaceId: string, slug: string) {
  await tx
    .updateTable('blog_addresses')
    .set({ retired_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute()
}

export async function deleteBlogSlug(tx: Db, workspaceId: string, slug: string) {
  await tx.deleteFrom('blog_addresses').where('workspace_id', '=', workspaceId).where('slug', '=', slug).execute()
}

/** Whether a post of the blog was ever public. */
export async function wasBlogPublic(db: Db, workspaceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(publish_at <= now() or old_slugs <> '{}')`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasLivePosts(db: Db, workspaceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(live)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PostAuthor, PostSource, PostStatus } from '../contract.ts'
import type { PostContent } from './tables.ts'
import './tables.ts'

/** Posts, their versions and likes. A blog id is a workspace's id, or null for the server's own blog. */

export type BlogId = string | null

const columns = [
  'id',
  'workspace_id',
  'document_id',
  'slug',
  'title',
  'excerpt',
  'body_md',
  'words',
  'cover',
  'cover_alt',
  'author',
  'tags',
  'lang',
  'status',
  'publish_at',
  'seo',
  'sources',
  'version',
  'likes',
  'created_at',
  'updated_at',
] as const

/** Columns without the text. */
const headColumns = [
  'id',
  'workspace_id',
  'slug',
  'title',
  'excerpt',
  'words',
  'cover',
  'cover_alt',
  'author',
  'tags',
  'lang',
  'status',
  'publish_at',
  'likes',
  'updated_at',
] as const

/** `is not distinct from`, since null is a blog too. */
const inBlog = (blog: BlogId) => sql<boolean>`workspace_id is not distinct from ${blog}::uuid`

/** Published, or scheduled and due: by the clock, not by the job. */
export const live = sql<boolean>`(status = 'published' or (status = 'scheduled' and publish_at <= now()))`
/** The status that presentHead shows. */
const statusNow = sql<PostStatus>`case when status = 'scheduled' and publish_at <= now() then 'published' else status end`

export type PostValues = PostContent & { sources: PostSource[]; words: number }

/** PostgreSQL limits an index entry to 1 MB, which a long text with 3-byte letters can exceed. */
const searchedCharacters = 200_000

const toColumns = (content: PostValues) => ({
  slug: content.slug,
  title: content.title,
  excerpt: content.excerpt,
  body_md: content.body_md,
  words: content.words,
  cover: content.cover,
  cover_alt: content.cover_alt ?? '',
  author: content.author ? JSON.stringify(content.author) : null,
  tags: content.tags,
  lang: content.lang,
  status: content.status,
  publish_at: content.publish_at ? new Date(content.publish_at) : null,
  seo: JSON.stringify(content.seo),
  sources: JSON.stringify(content.sources),
  search: sql<string>`
    setweight(to_tsvector('simple', ${content.title}), 'A') ||
    setweight(to_tsvector('simple', ${content.tags.join(' ')}), 'A') ||
    setweight(to_tsvector('simple', ${content.excerpt}), 'B') ||
    setweight(to_tsvector('simple', ${content.body_md.slice(0, searchedCharacters).toWellFormed()}), 'D')`,
})

export async function insertPost(
  db: Db,
  post: { id: string; blog: BlogId; documentId: string | null; createdBy: string; content: PostValues },
) {
  await db
    .insertInto('posts')
    .values({
      id: post.id,
      workspace_id: post.blog,
      document_id: post.documentId,
      created_by: post.createdBy,
      ...toColumns(post.content),
    })
    .execute()
}

export async function savePost(tx: Db, blog: BlogId, id: string, version: number, content: PostValues) {
  await tx
    .updateTable('posts')
    .set({ ...toColumns(content), version, updated_at: sql`now()` })
    .where(inBlog(blog))
    .where('id', '=', id)
    .execute()
}

type Key = { id: string } | { slug: string } | { documentId: string }

function byKey(db: Db, blog: BlogId, key: Key) {
  const query = db.selectFrom('posts').select(columns).where(inBlog(blog))
  if ('id' in key) return query.where('id', '=', key.id)
  if ('slug' in key) return query.where('slug', '=', key.slug)
  return query.where('document_id', '=', key.documentId)
}

export const findPost = (db: Db, blog: BlogId, key: Key) => byKey(db, blog, key).executeTakeFirst()

/** As findPost, and locks the row until the transaction ends. */
export const lockPost = (tx: Db, blog: BlogId, key: Key) => byKey(tx, blog, key).forUpdate().executeTakeFirst()

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPost>>>

export const findLivePost = (db: Db, blog: BlogId, slug: string) =>
  byKey(db, blog, { slug }).where(live).executeTakeFirst()

export const findLiveHead = (db: Db, blog: BlogId, id: string) =>
  db
    .selectFrom('posts')
    .select([...headColumns])
    .where(inBlog(blog))
    .where(live)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Saves a public slug for redirects. The current slug is removed from the list, so a redirect takes one step and can't loop. If several
 * posts had the slug, the last one keeps it.
 */
export async function retireSlug(tx: Db, blog: BlogId, id: string, retired: string, present: string) {
  await tx
    .updateTable('posts')
    .set({ old_slugs: sql`array_remove(old_slugs, ${retired})` })
    .where(inBlog(blog))
    .where('id', '!=', id)
    .where(sql<boolean>`${retired} = any(old_slugs)`)
    .execute()
  await tx
    .updateTable('posts')
    .set({ old_slugs: sql`array_remove(array_remove(old_slugs, ${retired}) || ${retired}::text, ${present})` })
    .where(inBlog(blog))
    .where('id', '=', id)
    .execute()
}

/** The current slug of the live post that had this slug before. */
export async function findMovedTo(db: Db, blog: BlogId, slug: string): Promise<string | null> {
  const found = await db
    .selectFrom('posts')
    .select('slug')
    .where(inBlog(blog))
    .where(live)
    .where(sql<boolean>`${slug} = any(old_slugs)`)
    .executeTakeFirst()
  return found?.slug ?? null
}

/** The workspace whose blog has this post, if it is one of these. */
export async function locatePost(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('posts')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

/** Versions and likes are deleted by cascade. False when it doesn't exist. */
export async function deletePost(db: Db, blog: BlogId, id: string): Promise<boolean> {
  const result = await db.deleteFrom('posts').where(inBlog(blog)).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** By id alone, since a signed preview link names only the post. */
export const findPostByPreview = (db: Db, id: string) =>
  db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst()

/** Every post of a workspace's blog, whatever its status. */
export const findAllPosts = (db: Db, workspaceId: string) =>
  db.selectFrom('posts').select(columns).where('workspace_id', '=', workspaceId).orderBy('id').execute()

/** A tsquery with prefix matching for up to 8 words. Null without a word. */
function searchQuery(q: string) {
  const words = q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)
  return words
    ? words
        .slice(0, 8)
        .map((word) => `'${word}':*`)
        .join(' & ')
    : null
}

/** Newest first; with `q`, best match first. */
export async function findLivePosts(
  db: Db,
  blog: BlogId,
  filter: { tag?: string; q?: string; page: number; limit: number },
) {
  let query = db.selectFrom('posts').where(inBlog(blog)).where(live)
  if (filter.tag)
    query = query.where(sql<boolean>`exists (select from unnest(tags) as tag where lower(tag) = lower(${filter.tag}))`)
  const search = filter.q ? searchQuery(filter.q) : null
  if (filter.q)
    query = query.where(search ? sql<boolean>`search @@ to_tsquery('simple', ${search})` : sql<boolean>`false`)
  let ordered = query.select([...headColumns])
  if (search) ordered = ordered.orderBy(sql`ts_rank_cd(search, to_tsquery('simple', ${search}))`, 'desc')
  const [items, { total }] = await Promise.all([
    ordered
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total: Number(total) }
}

/** For writers: all statuses, last changed first, with counts by status. */
export async function findPosts(
  db: Db,
  blog: BlogId,
  filter: { status?: PostStatus; q?: string; page: number; limit: number },
) {
  let query = db.selectFrom('posts').where(inBlog(blog))
  const search = filter.q?.trim()
  if (search)
    query = query.where(
      sql<boolean>`(strpos(lower(title), lower(${search})) > 0 or strpos(slug, lower(${search})) > 0
        or exists (select from unnest(tags) as tag where lower(tag) = lower(${search})))`,
    )
  const counted = await query
    .select([statusNow.as('state'), (eb) => eb.fn.countAll<number>().as('posts')])
    .groupBy('state')
    .execute()
  const counts = { draft: 0, scheduled: 0, published: 0 }
  for (const { state, posts } of counted) counts[state] = Number(posts)
  const shown = filter.status ? query.where(sql<boolean>`${statusNow} = ${filter.status}`) : query
  const items = await shown
    .select([...headColumns])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute()
  return {
    items,
    counts,
    total: filter.status ? counts[filter.status] : counts.draft + counts.scheduled + counts.published,
  }
}

/** Newest live posts in the same language, as candidates for related posts. */
export function findNeighbors(db: Db, blog: BlogId, post: { id: string; lang: string }, limit: number) {
  return db
    .selectFrom('posts')
    .select([...headColumns, sql<string>`left(body_md, 2000)`.as('opening')])
    .where(inBlog(blog))
    .where(live)
    .where('id', '!=', post.id)
    .where('lang', '=', post.lang)
    .orderBy('publish_at', 'desc')
    .limit(limit)
    .execute()
}

/** The live posts published just before and just after a post. */
export async function findAdjacent(db: Db, blog: BlogId, post: { id: string }) {
  const step = (sign: '<' | '>', order: 'asc' | 'desc') =>
    db
      .selectFrom('posts')
      .select([...headColumns])
      .where(inBlog(blog))
      .where(live)
      .where(sql<boolean>`(publish_at, id) ${sql.raw(sign)} (select publish_at, id from posts where id = ${post.id})`)
      .orderBy('publish_at', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst()
  const [previous, next] = await Promise.all([step('<', 'desc'), step('>', 'asc')])
  return { previous: previous ?? null, next: next ?? null }
}

/** The author of a person's latest post on a blog, for their next one. */
export async function findLatestAuthor(db: Db, blog: BlogId, userId: string): Promise<PostAuthor | null> {
  const found = await db
    .selectFrom('posts')
    .select('author')
    .where(inBlog(blog))
    .where('created_by', '=', userId)
    .where('author', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.author ?? null
}

/** Tags of live posts, most used first, in their most common spelling. */
export async function findTags(db: Db, blog: BlogId, limit: number): Promise<{ tag: string; posts: number }[]> {
  const { rows } = await sql<{ tag: string; posts: number }>`
    select mode() within group (order by tag) as tag, count(*)::int as posts
    from posts, unnest(tags) as tag
    where ${inBlog(blog)} and ${live}
    group by lower(tag) order by posts desc, lower(tag) limit ${limit}`.execute(db)
  return rows
}

/** Posts for the sitemap. Posts with another canonical URL are left out. */
export function findIndexable(db: Db, blog: BlogId, limit: number) {
  return db
    .selectFrom('posts')
    .select(['slug', 'updated_at'])
    .where(inBlog(blog))
    .where(live)
    .where(sql<boolean>`not (seo->>'noindex')::boolean and seo->>'canonical' is null`)
    .orderBy('publish_at', 'desc')
    .limit(limit)
    .execute()
}

/** Milliseconds until the next scheduled post of a blog goes live; null when none is. */
export async function nextDueInMs(db: Db, blog: BlogId): Promise<number | null> {
  const found = await db
    .selectFrom('posts')
    .select(sql<number | null>`extract(epoch from min(publish_at) - now()) * 1000`.as('ms'))
    .where(inBlog(blog))
    .where('status', '=', 'scheduled')
    .where('publish_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found?.ms === null || found?.ms === undefined ? null : Number(found.ms)
}

/** Publishes a due post. Answers its blog; undefined when it isn't due. */
export function publishDue(db: Db, id: string) {
  return db
    .updateTable('posts')
    .set({ status: 'published' })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('publish_at', '<=', sql<Date>`now()`)
    .returning('workspace_id')
    .executeTakeFirst()
}

/** Whether a post of the blog has this slug. */
export async function isSlugTaken(db: Db, blog: BlogId, slug: string): Promise<boolean> {
  return (
    (await db.selectFrom('posts').select('id').where(inBlog(blog)).where('slug', '=', slug).executeTakeFirst()) !==
    undefined
  )
}

import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { PostSource, PostStatus } from './contract.ts'
import type { PostContent } from './tables.ts'
import '#features/workspaces/tables.ts'
import './tables.ts'

/** Posts, their versions and likes. A blog is a workspace's, or with null the installation's own. */

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

/** Without the text. */
const headColumns = [
  'id',
  'workspace_id',
  'slug',
  'title',
  'excerpt',
  'words',
  'cover',
  'tags',
  'lang',
  'status',
  'publish_at',
  'likes',
  'updated_at',
] as const

/** `is not distinct from`: null is a blog of its own. */
const inBlog = (blog: BlogId) => sql<boolean>`workspace_id is not distinct from ${blog}::uuid`

/** Published, or scheduled for a time that has come: the clock decides, not the job. */
const live = sql<boolean>`(status = 'published' or (status = 'scheduled' and publish_at <= now()))`
/** As `presentStatus` says it. */
const statusNow = sql<PostStatus>`case when status = 'scheduled' and publish_at <= now() then 'published' else status end`

export type Written = PostContent & { sources: PostSource[]; words: number }

/** PostgreSQL refuses an index entry of more than 1 MB, which a long text in a script of three bytes a letter can come to. */
const searchedCharacters = 200_000

const written = (content: Written) => ({
  slug: content.slug,
  title: content.title,
  excerpt: content.excerpt,
  body_md: content.body_md,
  words: content.words,
  cover: content.cover,
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
  post: { id: string; blog: BlogId; documentId: string | null; createdBy: string; content: Written },
) {
  await db
    .insertInto('posts')
    .values({
      id: post.id,
      workspace_id: post.blog,
      document_id: post.documentId,
      created_by: post.createdBy,
      ...written(post.content),
    })
    .execute()
}

export async function savePost(tx: Db, blog: BlogId, id: string, version: number, content: Written) {
  await tx
    .updateTable('posts')
    .set({ ...written(content), version, updated_at: sql`now()` })
    .where(inBlog(blog))
    .where('id', '=', id)
    .execute()
}

export async function insertVersion(tx: Db, postId: string, version: number, content: PostContent, by: string) {
  await tx
    .insertInto('post_versions')
    .values({ post_id: postId, version, content: JSON.stringify(content), by })
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

/** The same, holding its row until the transaction ends. */
export const lockPost = (tx: Db, blog: BlogId, key: Key) => byKey(tx, blog, key).forUpdate().executeTakeFirst()

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPost>>>

export const findLivePost = (db: Db, blog: BlogId, slug: string) =>
  byKey(db, blog, { slug }).where(live).executeTakeFirst()

/**
 * Keeps the slug a post was public under as an old address of it. Its present slug is none of them, so a redirect takes one step and
 * never a circle; of several posts the one that had the slug last keeps it.
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

/** The present slug of the live post that was public under this one. */
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

/** Its versions and likes go along. False when there is none. */
export async function deletePost(db: Db, blog: BlogId, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('posts').where(inBlog(blog)).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/**
 * Of the saves of one person within ten minutes only the last is kept, once they are a day old; the newest hundred of a post, and
 * every change of its status, stay.
 */
export async function thinPostVersions(db: Db) {
  await sql`
    delete from post_versions v using (
      select post_id, version, content ->> 'status' as status,
        row_number() over (partition by post_id order by version desc) as place,
        lead(version) over same_minutes as later, lead(content ->> 'status') over same_minutes as later_status
      from post_versions
      where at < now() - interval '1 day'
      window same_minutes as (partition by post_id, by, floor(extract(epoch from at) / 600) order by version)
    ) old
    where old.later is not null and old.place > 100 and old.status = old.later_status and old.version > 1
      and v.post_id = old.post_id and v.version = old.version`.execute(db)
}

/** Without a blog: the signed link of a preview names the post alone. */
export const findPostByPreview = (db: Db, id: string) =>
  db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst()

/** Every post of a workspace's blog, whatever its status. */
export const findAllPosts = (db: Db, workspaceId: string) =>
  db.selectFrom('posts').select(columns).where('workspace_id', '=', workspaceId).orderBy('id').execute()

/** Every word of the query, each as the beginning of one in the text. Null: it holds no word. */
function searchQuery(q: string) {
  const words = q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)
  return words
    ? words
        .slice(0, 8)
        .map((word) => `'${word}':*`)
        .join(' & ')
    : null
}

/** Newest first; with q the best first. */
export async function findLivePosts(
  db: Db,
  blog: BlogId,
  filter: { tag?: string; q?: string; page: number; limit: number },
) {
  let query = db.selectFrom('posts').where(inBlog(blog)).where(live)
  if (filter.tag)
    query = query.where(sql<boolean>`exists (select from unnest(tags) as tag where lower(tag) = lower(${filter.tag}))`)
  const sought = filter.q ? searchQuery(filter.q) : null
  if (filter.q)
    query = query.where(sought ? sql<boolean>`search @@ to_tsquery('simple', ${sought})` : sql<boolean>`false`)
  let ordered = query.select([...headColumns])
  if (sought) ordered = ordered.orderBy(sql`ts_rank_cd(search, to_tsquery('simple', ${sought}))`, 'desc')
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

/** For writers: every status, the last changed first, and how many of each there are. */
export async function findPosts(
  db: Db,
  blog: BlogId,
  filter: { status?: PostStatus; q?: string; page: number; limit: number },
) {
  let query = db.selectFrom('posts').where(inBlog(blog))
  const sought = filter.q?.trim()
  if (sought)
    query = query.where(
      sql<boolean>`(strpos(lower(title), lower(${sought})) > 0 or strpos(slug, lower(${sought})) > 0
        or exists (select from unnest(tags) as tag where lower(tag) = lower(${sought})))`,
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

/** Live posts that may be near to another of their language, the newest first, each with the beginning of its text. */
export function findNeighbours(db: Db, blog: BlogId, post: { id: string; lang: string }, most: number) {
  return db
    .selectFrom('posts')
    .select([...headColumns, sql<string>`left(body_md, 2000)`.as('opening')])
    .where(inBlog(blog))
    .where(live)
    .where('id', '!=', post.id)
    .where('lang', '=', post.lang)
    .orderBy('publish_at', 'desc')
    .limit(most)
    .execute()
}

/** Tags of live posts, the most used first, each as it is mostly written. */
export async function findTags(db: Db, blog: BlogId, most: number): Promise<{ tag: string; posts: number }[]> {
  const { rows } = await sql<{ tag: string; posts: number }>`
    select mode() within group (order by tag) as tag, count(*)::int as posts
    from posts, unnest(tags) as tag
    where ${inBlog(blog)} and ${live}
    group by lower(tag) order by posts desc, lower(tag) limit ${most}`.execute(db)
  return rows
}

/** Addresses for search engines. Pages that name another as their canonical one are left to that. */
export function findIndexable(db: Db, blog: BlogId, most: number) {
  return db
    .selectFrom('posts')
    .select(['slug', 'updated_at'])
    .where(inBlog(blog))
    .where(live)
    .where(sql<boolean>`not (seo->>'noindex')::boolean and seo->>'canonical' is null`)
    .orderBy('publish_at', 'desc')
    .limit(most)
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

/** A scheduled post whose time has come is published. Answers its blog; undefined when there was nothing to do. */
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

const versionsListed = 200

/** Newest first. */
export async function findVersions(db: Db, postId: string) {
  const rows = await db
    .selectFrom('post_versions as v')
    .leftJoin('users as u', 'u.id', 'v.by')
    .select([
      'v.version',
      sql<string>`v.content->>'title'`.as('title'),
      sql<PostStatus>`v.content->>'status'`.as('status'),
      'u.first_name as by',
      'v.at',
    ])
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .limit(versionsListed)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export function findVersion(db: Db, postId: string, version: number) {
  return db
    .selectFrom('post_versions as v')
    .leftJoin('users as u', 'u.id', 'v.by')
    .select(['v.version', 'v.content', 'u.first_name as by', 'v.at'])
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Likes, or takes the like back. Undefined: no such live post. */
export async function toggleLike(tx: Db, postId: string, visitor: string) {
  const found = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where(live)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { numDeletedRows } = await tx
    .deleteFrom('post_likes')
    .where('post_id', '=', postId)
    .where('visitor', '=', visitor)
    .executeTakeFirst()
  const liked = numDeletedRows === 0n
  if (liked) await tx.insertInto('post_likes').values({ post_id: postId, visitor }).execute()
  const { likes, workspace_id } = await tx
    .updateTable('posts')
    .set((eb) => ({ likes: eb('likes', '+', liked ? 1 : -1) }))
    .where('id', '=', postId)
    .returning(['likes', 'workspace_id'])
    .executeTakeFirstOrThrow()
  return { likes, liked, blog: workspace_id }
}

/** Its likes now, and whether this visitor's is among them. */
export async function findLikes(db: Db, postId: string, visitor: string | null) {
  const found = await db
    .selectFrom('posts')
    .select([
      'likes',
      sql<boolean>`exists (select from post_likes l where l.post_id = posts.id and l.visitor = ${visitor ?? ''})`.as(
        'liked',
      ),
    ])
    .where('id', '=', postId)
    .executeTakeFirst()
  return found ?? { likes: 0, liked: false }
}

/** Likes of several posts as they are now. */
export async function countLikes(db: Db, postIds: string[]): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const rows = await db.selectFrom('posts').select(['id', 'likes']).where('id', 'in', postIds).execute()
  return new Map(rows.map(({ id, likes }) => [id, likes]))
}

/** Whether a blog has this slug already. */
export async function isSlugTaken(db: Db, blog: BlogId, slug: string): Promise<boolean> {
  return (
    (await db.selectFrom('posts').select('id').where(inBlog(blog)).where('slug', '=', slug).executeTakeFirst()) !==
    undefined
  )
}

export function findBlogOwner(db: Db, workspaceId: string) {
  return db.selectFrom('workspaces').select(['id', 'name']).where('id', '=', workspaceId).executeTakeFirst()
}

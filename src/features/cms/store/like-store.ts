import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'
import { live } from './store.ts'

/** Toggles a like. Undefined: no such live post. */
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

/** Number of likes, and whether this visitor likes it. */
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

/** Current number of likes by post id. */
export async function countLikes(db: Db, postIds: string[]): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const rows = await db.selectFrom('posts').select(['id', 'likes']).where('id', 'in', postIds).execute()
  return new Map(rows.map(({ id, likes }) => [id, likes]))
}

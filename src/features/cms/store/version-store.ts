import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PostStatus } from '../contract.ts'
import type { PostContent } from './tables.ts'
import './tables.ts'

export async function insertVersion(tx: Db, postId: string, version: number, content: PostContent, by: string) {
  await tx
    .insertInto('post_versions')
    .values({ post_id: postId, version, content: JSON.stringify(content), by })
    .execute()
}

/**
 * Retention: after a day, keeps only the last of a person's saves within ten minutes. The newest 100 versions of a post and every
 * status change are kept.
 */
export async function thinPostVersions(db: Db) {
  await sql`
    delete from post_versions v using (
      select post_id, version, content ->> 'status' as status,
        row_number() over (partition by post_id order by version desc) as position,
        lead(version) over same_minutes as later, lead(content ->> 'status') over same_minutes as later_status
      from post_versions
      where at < now() - interval '1 day'
      window same_minutes as (partition by post_id, by, floor(extract(epoch from at) / 600) order by version)
    ) old
    where old.later is not null and old.position > 100 and old.status = old.later_status and old.version > 1
      and v.post_id = old.post_id and v.version = old.version`.execute(db)
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

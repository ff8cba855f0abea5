import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { VersionHead } from '../contract.ts'
import { type Content, contentColumns } from './store.ts'
import './tables.ts'

/** Stores versions of documents. A new version is saved with its document: see `saveVersion`. */

export async function insertFirstVersion(
  db: Db,
  ref: ResourceRef,
  content: Content,
  made: { by: string | null; keyName: string | null },
) {
  await db
    .insertInto('document_versions')
    .values({
      workspace_id: ref.workspaceId,
      document_id: ref.id,
      version: 1,
      cause: 'new',
      by: made.by,
      with_key: made.keyName !== null,
      key_name: made.keyName,
      ...contentColumns(content),
    })
    .execute()
}

/** Maximum versions in a list. Older versions can still be read by number. */
const versionsListed = 200

/** Returns versions, newest first. */
export async function findVersions(db: Db, ref: ResourceRef): Promise<VersionHead[]> {
  const rows = await db
    .selectFrom('document_versions')
    .leftJoin('users', 'users.id', 'document_versions.by')
    .select(['version', 'title', 'word_count', 'cause', 'at', 'users.first_name as by_name'])
    .where('document_versions.workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .orderBy('version', 'desc')
    .limit(versionsListed)
    .execute()
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    words: row.word_count,
    cause: row.cause,
    by: row.by_name,
    at: row.at.toISOString(),
  }))
}

export function findVersion(db: Db, ref: ResourceRef, version: number) {
  return db
    .selectFrom('document_versions')
    .leftJoin('users', 'users.id', 'document_versions.by')
    .selectAll('document_versions')
    .select('users.first_name as by_name')
    .where('document_versions.workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/**
 * Thins autosaved versions (retention): of one person's updates older than a day, the last of each ten minutes is kept.
 * The newest
 * hundred versions and all generated ones are kept.
 */
export async function thinVersions(db: Db) {
  await sql`
    delete from document_versions v using (
      select workspace_id, document_id, version,
        row_number() over (partition by workspace_id, document_id order by version desc) as nth,
        lead(version) over same_minutes as later
      from document_versions
      where cause = 'update' and at < now() - interval '1 day'
      window same_minutes as (
        partition by workspace_id, document_id, by, floor(extract(epoch from at) / 600) order by version)
    ) old
    where old.later is not null and old.nth > 100 and v.workspace_id = old.workspace_id
      and v.document_id = old.document_id and v.version = old.version`.execute(db)
}

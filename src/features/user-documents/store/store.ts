import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { RemovedUserDocumentsTable, UserDocumentsTable } from './tables.ts'
import './tables.ts'

/** A document's key. Documents belong to a user; the workspace only groups them. */
export type DocumentRef = { userId: string; workspaceId: string | null; path: string }
export type DocumentRow = Selectable<UserDocumentsTable>
export type NewContent = { content: Record<string, unknown>; bytes: number }

const nextChange = sql<number>`nextval('user_document_changes')`
const inWorkspace = (workspaceId: string | null) => sql<boolean>`workspace_id is not distinct from ${workspaceId}::uuid`

const one = (db: Db, { userId, workspaceId, path }: DocumentRef) =>
  db
    .selectFrom('user_documents')
    .selectAll()
    .where('user_id', '=', userId)
    .where(inWorkspace(workspaceId))
    .where('path', '=', path)

export const findDocument = (db: Db, ref: DocumentRef) => one(db, ref).executeTakeFirst()

export async function isMember(db: Db, userId: string, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Advisory lock per user, so that concurrent writers count documents one after the other. */
export async function lockDocuments(tx: Db, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('user-documents:' || ${userId}, 0))`.execute(tx)
}

export async function countDocuments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_documents')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertDocument = (tx: Db, ref: DocumentRef, { content, bytes }: NewContent): Promise<DocumentRow> =>
  tx
    .insertInto('user_documents')
    .values({
      user_id: ref.userId,
      workspace_id: ref.workspaceId,
      path: ref.path,
      version: 1,
      content: JSON.stringify(content),
      bytes,
      change: nextChange,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Undefined when it is at another version, or not there. */
export const updateDocument = (
  tx: Db,
  { userId, workspaceId, path }: DocumentRef,
  version: number,
  { content, bytes }: NewContent,
): Promise<DocumentRow | undefined> =>
  tx
    .updateTable('user_documents')
    .set({
      version: version + 1,
      content: JSON.stringify(content),
      bytes,
      change: nextChange,
      updated_at: sql<Date>`now()`,
    })
    .where('user_id', '=', userId)
    .where(inWorkspace(workspaceId))
    .where('path', '=', path)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export async function deleteDocument(tx: Db, { userId, workspaceId, path }: DocumentRef) {
  await tx
    .deleteFrom('user_documents')
    .where('user_id', '=', userId)
    .where(inWorkspace(workspaceId))
    .where('path', '=', path)
    .execute()
}

export async function findDocuments(
  db: Db,
  {
    userId,
    workspaceId,
    prefix,
    page,
    limit,
  }: { userId: string; workspaceId: string | null; prefix?: string; page: number; limit: number },
) {
  const found = db
    .selectFrom('user_documents')
    .where('user_id', '=', userId)
    .where(inWorkspace(workspaceId))
    .$if(prefix !== undefined, (query) => query.where(sql<boolean>`starts_with(path, ${prefix})`))
  const rows = await found
    .select(['path', 'workspace_id', 'version', 'bytes', 'updated_at'])
    .orderBy('path')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** All documents of a user, for the data export. */
export const findAllDocuments = (db: Db, userId: string): Promise<DocumentRow[]> =>
  db
    .selectFrom('user_documents')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('path')
    .orderBy('workspace_id')
    .execute()

/** Removed documents of all users that the mirror may still hold, oldest first. */
export const findRemoved = (db: Db, limit: number): Promise<Selectable<RemovedUserDocumentsTable>[]> =>
  db.selectFrom('user_documents_gone').selectAll().orderBy('id').limit(limit).execute()

export async function deleteRemoved(db: Db, id: number) {
  await db.deleteFrom('user_documents_gone').where('id', '=', id).execute()
}

/** Without a mirror, nothing has to be removed from it. */
export async function deleteAllRemoved(db: Db) {
  await db.deleteFrom('user_documents_gone').execute()
}

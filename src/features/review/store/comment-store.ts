import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DocumentCommentsTable } from './tables.ts'
import './tables.ts'

export type CommentRow = Omit<DocumentCommentsTable, 'created_at'> & { created_at: Date }

export const insertComment = (db: Db, row: Omit<CommentRow, 'created_at' | 'resolved_at' | 'resolver_name'>) =>
  db
    .insertInto('document_comments')
    .values({ ...row, resolved_at: null, resolver_name: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findComment = (db: Db, { workspaceId, id }: ResourceRef): Promise<CommentRow | undefined> =>
  db
    .selectFrom('document_comments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Across the workspaces that the caller can reach. */
export async function locateComment(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('document_comments')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export async function countComments(db: Db, document: ResourceRef): Promise<number> {
  const { total } = await db
    .selectFrom('document_comments')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('workspace_id', '=', document.workspaceId)
    .where('document_id', '=', document.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A reply is as resolved as its thread. */
export async function findComments(
  db: Db,
  document: ResourceRef,
  { resolved, page, limit }: { resolved?: boolean | undefined; page: number; limit: number },
): Promise<{ rows: CommentRow[]; total: number }> {
  const filtered =
    resolved === undefined
      ? sql`true`
      : resolved
        ? sql`coalesce(thread.resolved_at, c.resolved_at) is not null`
        : sql`coalesce(thread.resolved_at, c.resolved_at) is null`
  const { rows } = await sql<CommentRow & { total: string }>`
    select c.*, count(*) over () as total
    from document_comments c
    left join document_comments thread on thread.workspace_id = c.workspace_id and thread.id = c.parent_id
    where c.workspace_id = ${document.workspaceId} and c.document_id = ${document.id} and ${filtered}
    order by c.created_at, c.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const total = rows[0] ? Number(rows[0].total) : page === 1 ? 0 : await countComments(db, document)
  return { rows, total }
}

export const updateResolved = (db: Db, { workspaceId, id }: ResourceRef, by: string | null) =>
  db
    .updateTable('document_comments')
    .set({ resolved_at: by === null ? null : sql<Date>`now()`, resolver_name: by })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function findDocumentTitle(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select title from documents where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.title ?? null
}

/** Names of members as others see them. */
export async function findMemberName(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from users
    where id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}

export async function findCommentsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select document_id, id, parent_id, quote, text, author_kind, author_name, created_at, resolved_at, resolver_name as resolved_by
    from document_comments where workspace_id = ${workspaceId} order by created_at, id`.execute(db)
  return rows
}

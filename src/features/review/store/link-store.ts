import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Permission } from '../contract.ts'
import './tables.ts'

export type LinkSettings = {
  may: Permission
  showsBrief: boolean
  passwordHash: string | null
  expiresAt: Date | null
}

/** One link per document: sharing again keeps the link and replaces its settings. */
export async function upsertLink(db: Db, document: ResourceRef, link: LinkSettings & { id: string; by: string }) {
  const settings = {
    ...{ may: link.may, shows_brief: link.showsBrief },
    ...{ password_hash: link.passwordHash, expires_at: link.expiresAt },
  }
  await db
    .insertInto('review_links')
    .values({
      workspace_id: document.workspaceId,
      document_id: document.id,
      id: link.id,
      created_by: link.by,
      ...settings,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'document_id']).doUpdateSet(settings))
    .execute()
}

export function findLink(db: Db, document: ResourceRef) {
  return db
    .selectFrom('review_links')
    .selectAll()
    .where('workspace_id', '=', document.workspaceId)
    .where('document_id', '=', document.id)
    .executeTakeFirst()
}

/** Without a tenant: a guest only knows the link. The caller has verified its signature. */
export function findOpenLinkById(db: Db, id: string) {
  return db
    .selectFrom('review_links')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

export async function deleteLink(db: Db, document: ResourceRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('review_links')
    .where('workspace_id', '=', document.workspaceId)
    .where('document_id', '=', document.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findLinksForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<{
    document_id: string
    may: Permission
    shows_brief: boolean
    has_password: boolean
    expires_at: Date | null
    created_at: Date
  }>`
    select document_id, may, shows_brief, password_hash is not null as has_password, expires_at, created_at from review_links
    where workspace_id = ${workspaceId} order by created_at, document_id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Permission } from '../contract.ts'
import './tables.ts'

/** What a link opens. */
export type LinkKind = 'document' | 'plan'

export type LinkSettings = {
  may: Permission
  /** Of documents. */
  showsBrief: boolean
  passwordHash: string | null
  expiresAt: Date | null
}

const tables = { document: ['review_links', 'document_id'], plan: ['plan_review_links', 'plan_id'] } as const

/** Links of a kind. Typed as those of documents: the other table has the same columns, without the brief. */
export function createLinkStore(kind: LinkKind) {
  const [table, subjectId] = tables[kind] as (typeof tables)['document']
  const columns = ['workspace_id', 'id', 'may', 'password_hash', 'expires_at'] as const
  const select = (db: Db) =>
    db
      .selectFrom(table)
      .select([...columns, ...(kind === 'document' ? (['shows_brief'] as const) : [])])
      .select((eb) => eb.ref(subjectId).as('subject_id'))

  return {
    /** One link per document or plan: sharing again keeps the link and replaces its settings. */
    async upsert(db: Db, { workspaceId, id }: ResourceRef, link: LinkSettings & { id: string; by: string }) {
      const settings = {
        ...{ may: link.may, password_hash: link.passwordHash, expires_at: link.expiresAt },
        ...(kind === 'document' ? { shows_brief: link.showsBrief } : {}),
      }
      const row = {
        workspace_id: workspaceId,
        [subjectId]: id as string,
        id: link.id,
        created_by: link.by,
        ...settings,
      }
      await db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', subjectId]).doUpdateSet(settings))
        .execute()
    },

    find: (db: Db, { workspaceId, id }: ResourceRef) =>
      select(db).where('workspace_id', '=', workspaceId).where(subjectId, '=', id).executeTakeFirst(),

    /** Without a tenant: a guest only knows the link. The caller has verified its signature. */
    findOpenById: (db: Db, id: string) =>
      select(db)
        .where('id', '=', id)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
        .executeTakeFirst(),

    async delete(db: Db, { workspaceId, id }: ResourceRef): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where(subjectId, '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export async function findLinksForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select document_id, may, shows_brief, password_hash is not null as has_password, expires_at, created_at from review_links
    where workspace_id = ${workspaceId} order by created_at, document_id`.execute(db)
  return rows
}

export async function findPlanLinksForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select plan_id, may, password_hash is not null as has_password, expires_at, created_at from plan_review_links
    where workspace_id = ${workspaceId} order by created_at, plan_id`.execute(db)
  return rows
}

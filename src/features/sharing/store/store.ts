import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'

export type NewShare = {
  id: string
  sections: string[]
  title: string | null
  passwordHash: string | null
  expiresAt: Date | null
  createdBy: string
}

/** One link per report: sharing again keeps the link and replaces its settings. Returns the link's id. */
export async function upsertShare(db: Db, report: ResourceRef, share: NewShare): Promise<string> {
  const { sections, title, passwordHash, expiresAt } = share
  const settings = { sections, title, password_hash: passwordHash, expires_at: expiresAt }
  const { id } = await db
    .insertInto('shares')
    .values({
      workspace_id: report.workspaceId,
      report_id: report.id,
      id: share.id,
      created_by: share.createdBy,
      ...settings,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'report_id']).doUpdateSet(settings))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findShare(db: Db, report: ResourceRef) {
  return db
    .selectFrom('shares')
    .selectAll()
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .executeTakeFirst()
}

/** Without a tenant: a visitor only knows the link. The caller has verified its signature. */
export function findOpenShareByLink(db: Db, id: string) {
  return db
    .selectFrom('shares')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

export async function deleteShare(db: Db, report: ResourceRef) {
  await db
    .deleteFrom('shares')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
}

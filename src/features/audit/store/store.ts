import { randomUUIDv7 } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type AuditRecord = {
  actorId: string | null
  actorEmail: string
  action: string
  subject: string | null
  details?: Record<string, unknown>
  address: string | null
}

export async function insertEntry(db: Db, entry: AuditRecord) {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      actor_id: entry.actorId,
      actor_email: entry.actorEmail,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
      address: entry.address,
    })
    .execute()
}

/** The whole installation's log, for its staff; newest first. */
export async function findEntries(db: Db, { q, page, limit }: { q?: string; page: number; limit: number }) {
  const like = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const matches = sql<SqlBool>`(actor_email ilike ${like} or action ilike ${like} or coalesce(subject, '') ilike ${like})`
  const items = await db
    .selectFrom('audit_log')
    .selectAll()
    .where(matches)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)`.as('total'))
    .where(matches)
    .executeTakeFirstOrThrow()
  return { items, total }
}

import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type OwnEntry = {
  id: string
  at: Date
  action: string
  by: string
  subject: string | null
  details: unknown
  address: string | null
}

/** Entries by a user and about their account. Actions of others don't include their email or IP address. */
export async function findEntriesAbout(
  db: Db,
  { userId, email, after, limit }: { userId: string; email: string; after: string | null; limit: number },
): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    select id, at, action, case when actor_id = ${userId} then 'you' else 'somebody else' end as by, subject, details,
      case when actor_id = ${userId} then address end as address
    from audit_log
    where (actor_id = ${userId} or subject = ${email}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows
}

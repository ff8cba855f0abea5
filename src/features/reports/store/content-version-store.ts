import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import './tables.ts'

/**
 * The transaction that last wrote the report itself; null unless it's finished. Every change of a finished report's rows, topics and
 * pages writes the report in its transaction, so a replica with the same version has all of them.
 */
export async function findContentVersion(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`select r.xmin::text as version from reports r
    where r.workspace_id = ${workspaceId} and r.id = ${id} and r.status = 'done' and r.deleted_at is null ${prepared}`.execute(
    db,
  )
  return rows[0]?.version ?? null
}

import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Briefing } from '../contract.ts'
import './tables.ts'

/** What was entered for a text; other fields stay. @returns false: there is no such document */
export async function updateBriefing(db: Db, ref: ResourceRef, changes: Partial<Briefing>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ briefing: sql`briefing || ${JSON.stringify(changes)}::jsonb` as never })
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

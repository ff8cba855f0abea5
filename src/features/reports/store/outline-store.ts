import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Heading } from '../contract.ts'
import type { StoredOutline } from '../contract-outlines.ts'
import './tables.ts'

/** What an outline is for. Without a report: for the workspace's new documents. */
export type OutlineRef = { workspaceId: string; reportId: string | null; clusterId: string | null }

const matchesRef = ({ reportId, clusterId }: OutlineRef) =>
  sql<boolean>`report_id is not distinct from ${reportId}::uuid and cluster_id is not distinct from ${clusterId}::uuid`

const columns = ['report_id', 'cluster_id', 'headings', 'version', 'updated_at'] as const

export async function findOutline(db: Db, ref: OutlineRef): Promise<StoredOutline> {
  const row = await db
    .selectFrom('outlines')
    .select([...columns])
    .where('workspace_id', '=', ref.workspaceId)
    .where(matchesRef(ref))
    .executeTakeFirst()
  return row
    ? { ...row, updated_at: row.updated_at.toISOString() }
    : { report_id: ref.reportId, cluster_id: ref.clusterId, headings: [], version: 0, updated_at: null }
}

/** Null if it's at another version. */
export async function saveOutline(
  db: Db,
  ref: OutlineRef,
  outline: { headings: Heading[]; version: number; by: string },
): Promise<StoredOutline | null> {
  const headings = JSON.stringify(outline.headings)
  const row =
    outline.version === 0
      ? await db
          .insertInto('outlines')
          .values({
            workspace_id: ref.workspaceId,
            id: randomUUIDv7(),
            report_id: ref.reportId,
            cluster_id: ref.clusterId,
            headings,
            updated_by: outline.by,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning([...columns])
          .executeTakeFirst()
      : await db
          .updateTable('outlines')
          .set({ headings, version: outline.version + 1, updated_by: outline.by, updated_at: new Date() })
          .where('workspace_id', '=', ref.workspaceId)
          .where(matchesRef(ref))
          .where('version', '=', outline.version)
          .returning([...columns])
          .executeTakeFirst()
  return row ? { ...row, updated_at: row.updated_at.toISOString() } : null
}

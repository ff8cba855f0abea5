import { sql } from 'kysely'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'

/**
 * Refuses to publish a document whose version isn't approved, where the workspace requires that.
 * @throws AppError conflict
 */
export async function requireApproval(db: Db, document: ResourceRef, version: number) {
  const { rows } = await sql<{ isApproved: boolean }>`
    select not w.require_approval or coalesce(r.state = 'approved' and r.version = ${version}, false) as "isApproved"
    from workspaces w
    left join document_reviews r on r.workspace_id = w.id and r.document_id = ${document.id}
    where w.id = ${document.workspaceId}`.execute(db)
  if (rows[0]?.isApproved === false)
    throw new AppError('conflict', 'This workspace publishes approved documents only, and this version isn’t.', {
      reason: 'approval_required',
    })
}

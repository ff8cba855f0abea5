import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ReviewStateName } from '../contract-state.ts'
import './tables.ts'

export type ReviewedDocument = {
  /** Of the document now. */
  version: number
  title: string
  review: {
    state: ReviewStateName
    version: number
    by_kind: 'member' | 'guest'
    by_name: string
    note: string
    at: string
  } | null
}

/** Null: there is no such document. */
export async function findReviewed(db: Db, { workspaceId, id }: ResourceRef): Promise<ReviewedDocument | null> {
  const { rows } = await sql<ReviewedDocument>`
    select d.version, d.title, case when r.document_id is not null then
      jsonb_build_object('state', r.state, 'version', r.version, 'by_kind', r.by_kind, 'by_name', r.by_name, 'note', r.note, 'at', r.at)
    end as review
    from documents d
    left join document_reviews r on r.workspace_id = d.workspace_id and r.document_id = d.id
    where d.workspace_id = ${workspaceId} and d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The document can't be edited until the transaction ends. Null: there is no such document. */
export async function lockDocumentVersion(tx: Db, { workspaceId, id }: ResourceRef): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from documents where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
  return rows[0]?.version ?? null
}

export async function upsertReview(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  review: {
    state: ReviewStateName
    version: number
    by_kind: 'member' | 'guest'
    by_id: string | null
    by_name: string
    note: string
  },
) {
  await tx
    .insertInto('document_reviews')
    .values({ workspace_id: workspaceId, document_id: id, ...review })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'document_id']).doUpdateSet({ ...review, at: sql<Date>`now()` }),
    )
    .execute()
}

export async function findReviewsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select document_id, state, version, by_kind, by_name, note, at from document_reviews
    where workspace_id = ${workspaceId} order by at, document_id`.execute(db)
  return rows
}

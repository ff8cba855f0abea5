import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ReviewedDocument } from './review-store.ts'
import './tables.ts'

export type FeedbackRow = Pick<ReviewedDocument, 'version' | 'title' | 'review'> & {
  document_id: string
  comments: number
  latest: { kind: 'member' | 'guest'; name: string; text: string } | null
  at: Date
}

const maxDocuments = 8

/** Documents that others than this person commented on or decided about since, latest first. The state is null if it's older. */
export async function findFeedbackSince(
  db: Db,
  workspaceId: string,
  userId: string,
  since: Date,
): Promise<FeedbackRow[]> {
  const { rows } = await sql<FeedbackRow>`
    with commented as (
      select document_id, count(*)::integer as comments, max(created_at) as at,
        (array_agg(jsonb_build_object('kind', author_kind, 'name', author_name, 'text', left(text, 300))
          order by created_at desc, id))[1] as latest
      from document_comments
      where workspace_id = ${workspaceId} and created_at > ${since} and author_id is distinct from ${userId}
      group by document_id
    ), decided as (
      select document_id, at, jsonb_build_object('state', state, 'version', version, 'by_kind', by_kind, 'by_name', by_name,
        'note', note, 'at', at) as review
      from document_reviews
      where workspace_id = ${workspaceId} and at > ${since} and by_id is distinct from ${userId} and state <> 'draft'
    )
    select document_id, d.title, d.version, coalesce(commented.comments, 0) as comments, commented.latest, decided.review,
      greatest(commented.at, decided.at) as at
    from commented full join decided using (document_id)
    join documents d on d.workspace_id = ${workspaceId} and d.id = document_id
    order by at desc, document_id limit ${maxDocuments}`.execute(db)
  return rows
}

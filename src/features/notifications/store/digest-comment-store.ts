import { sql } from 'kysely'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { Db } from '#platform/database/database.ts'
import type { DigestComment } from '../rules/comment-digest.ts'
import './tables.ts'

/** Comments and review decisions that wait for the next digest emails of people who haven't read them. */

/** Whose notification of it is `run_id`. */
export type CommentReader = { user_id: string; run_id: string }

export type NewDigestComment = {
  workspaceId: string
  kind: DigestComment['kind']
  /** Id of the comment, or of the document that was decided on. */
  itemId: string
  readers: CommentReader[]
  /** Those of them whom it mentions. */
  mentioned: CommentReader[]
}

/**
 * Adds a comment for those who get digests at a proven address, and schedules their next email: a while later, so that who reads it
 * in the app gets no email, and a period after the one before at the earliest.
 */
export async function insertDigestComment(
  tx: Db,
  { workspaceId, kind, itemId, readers, mentioned }: NewDigestComment,
  { waitSeconds, periodSeconds }: { waitSeconds: number; periodSeconds: number },
) {
  const rows = [
    ...readers.map((reader) => ({ ...reader, mentioned: false })),
    ...mentioned.map((reader) => ({ ...reader, mentioned: true })),
  ]
  if (rows.length === 0) return
  // A later decision on a document takes the place of the one before.
  await sql`
    with entry as (
      select u.id as user_id, u.email, given.run_id, given.mentioned
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (user_id uuid, run_id uuid, mentioned boolean)
      join users u on u.id = given.user_id
      where u.email_verified and not u.disabled and u.email_prefs ->> 'listener_digest' is distinct from 'false'
    ), added as (
      insert into digest_comments (user_id, run_id, item_id, workspace_id, kind, mentioned)
      select user_id, run_id, ${itemId}::uuid, ${workspaceId}::uuid, ${kind}, mentioned from entry
      on conflict (user_id, kind, item_id) do update set run_id = excluded.run_id, digest_id = null, created_at = now()
    )
    insert into digest_readers as reader (email, due_at)
    select email, now() + make_interval(secs => ${waitSeconds}) from entry order by email
    on conflict (email) do update set due_at = least(reader.due_at,
      greatest(excluded.due_at, reader.last_at + make_interval(secs => ${periodSeconds})))`.execute(tx)
}

/**
 * Claims a person's unread comments for one digest, and deletes the others: they were read, or are of a workspace they left. In one
 * statement, so that a comment that is added at the same time waits for the next digest. @returns how many it claimed
 */
export async function claimDigestComments(tx: Db, email: string, digestId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with claimed as (
      update digest_comments c set digest_id = ${digestId}
      from users u, notifications n, members m
      where u.email = ${email} and c.user_id = u.id and c.digest_id is null
        and n.user_id = c.user_id and n.run_id = c.run_id and n.read_at is null
        and m.workspace_id = c.workspace_id and m.user_id = c.user_id
      returning c.user_id, c.kind, c.item_id
    ), dropped as (
      delete from digest_comments c using users u
      where u.email = ${email} and c.user_id = u.id and c.digest_id is null and not exists (
        select from claimed k where k.user_id = c.user_id and k.kind = c.kind and k.item_id = c.item_id)
    )
    select count(*)::integer as count from claimed`.execute(tx)
  return rows[0]!.count
}

/** Deletes what waits for a person's next digest, of one workspace or of all. */
export async function deletePendingComments(tx: Db, email: string, workspaceId?: string) {
  await sql`
    delete from digest_comments c using users u
    where u.email = ${email} and c.user_id = u.id and c.digest_id is null
      ${workspaceId ? sql`and c.workspace_id = ${workspaceId}` : sql``}`.execute(tx)
}

/** What is in a digest, without what was read, deleted or decided differently since. */
export async function findDigestComments(db: Db, digestId: string): Promise<DigestComment[]> {
  const { rows } = await sql<Omit<DigestComment, 'at'> & { at: Date }>`
    with e as (
      select c.* from digest_comments c
      join notifications n on n.user_id = c.user_id and n.run_id = c.run_id and n.read_at is null
      where c.digest_id = ${digestId}
    )
    select e.workspace_id as "workspaceId", e.kind, e.mentioned, d.id as "subjectId", d.title, c.quote as about, c.text,
      c.author_name as by, c.author_kind = 'guest' as "isGuest", null as decision, null::integer as version,
      c.created_at as at
    from e
    join document_comments c on c.workspace_id = e.workspace_id and c.id = e.item_id
    join documents d on d.workspace_id = c.workspace_id and d.id = c.document_id
    where e.kind = 'document_comment'
    union all
    select e.workspace_id, e.kind, e.mentioned, d.id, d.title, '', r.note, r.by_name, r.by_kind = 'guest', r.state, r.version,
      r.at
    from e
    join document_reviews r on r.workspace_id = e.workspace_id and r.document_id = e.item_id
      and r.state in ('approved', 'changes') and r.by_id is distinct from e.user_id
    join documents d on d.workspace_id = r.workspace_id and d.id = r.document_id
    where e.kind = 'document_review'
    union all
    select e.workspace_id, e.kind, e.mentioned, p.id, p.name, coalesce(nullif(c.item_title, ''), thread.item_title, ''), c.text,
      c.author_name, c.author_kind = 'guest', null, null, c.created_at
    from e
    join plan_comments c on c.workspace_id = e.workspace_id and c.id = e.item_id
    left join plan_comments thread on thread.workspace_id = c.workspace_id and thread.id = c.parent_id
    join content_plans p on p.workspace_id = c.workspace_id and p.id = c.plan_id
    where e.kind = 'plan_comment'
    order by at desc`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { Db } from '#platform/database/database.ts'
import type { UnreadRow } from '../rules/areas.ts'
import type { NotificationData, RunAlert, RunCounts } from '../rules/run-changes.ts'
import type { CommentReader } from './digest-comment-store.ts'
import './tables.ts'

/** Adds one notification per run and workspace member. Idempotent by user and run. */
export async function insertForMembers(tx: Db, alerts: RunAlert[]) {
  const members = await tx
    .selectFrom('members')
    .select(['workspace_id', 'user_id'])
    .where('workspace_id', 'in', [...new Set(alerts.map(({ workspaceId }) => workspaceId))])
    .execute()
  const rows = alerts.flatMap(({ workspaceId, runId, listenerId, data }) =>
    members
      .filter(({ workspace_id }) => workspace_id === workspaceId)
      .map(({ user_id }) => ({
        user_id,
        id: randomUUIDv7(),
        workspace_id: workspaceId,
        run_id: runId,
        subject_id: listenerId,
        data,
      })),
  )
  await sql`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, id, workspace_id, 'listener_news', run_id, subject_id, data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (user_id uuid, id uuid, workspace_id uuid, run_id uuid, subject_id uuid, data jsonb)
    on conflict (user_id, run_id) do nothing`.execute(tx)
}

/** Updates run counts in all members' notifications. */
export async function updateCounts(tx: Db, workspaceId: string, listenerId: string, runs: RunCounts[]) {
  await sql`
    update notifications n
    set data = n.data || jsonb_build_object('added', counted.added, 'removed', counted.removed)
    from unnest(${runs.map(({ runId }) => runId)}::uuid[], ${runs.map(({ added }) => added)}::int[],
      ${runs.map(({ removed }) => removed)}::int[]) as counted (run_id, added, removed)
    where n.workspace_id = ${workspaceId} and n.subject_id = ${listenerId} and n.kind = 'listener_news'
      and n.run_id = counted.run_id`.execute(tx)
}

/** Notifies one user that listeners were paused; every occurrence is a new notification. */
export async function insertPaused(
  tx: Db,
  input: { userId: string; workspaceId: string; listenerId: string; data: NotificationData },
) {
  await tx
    .insertInto('notifications')
    .values({
      user_id: input.userId,
      id: randomUUIDv7(),
      workspace_id: input.workspaceId,
      kind: 'listeners_paused',
      run_id: randomUUIDv7(),
      subject_id: input.listenerId,
      data: JSON.stringify(input.data),
      read_at: null,
    })
    .execute()
}

/** Notifies one member that a batch ended. If it ends again, because failed items were tried again, it's unread again. */
export async function insertBatchDone(
  tx: Db,
  input: { userId: string; workspaceId: string; batchId: string; data: NotificationData },
) {
  await sql`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, ${randomUUIDv7()}::uuid, workspace_id, 'batch_done', ${input.batchId}::uuid, ${input.batchId}::uuid,
      ${JSON.stringify(input.data)}::jsonb
    from members where workspace_id = ${input.workspaceId} and user_id = ${input.userId}
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null`.execute(tx)
}

/** Notifies all members of pages that lose clicks, once for each time they are found. */
export async function insertDecay(
  tx: Db,
  input: { workspaceId: string; siteId: string; runId: string; data: NotificationData },
) {
  await sql`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, 'site_decay', ${input.runId}::uuid, ${input.siteId}::uuid,
      ${JSON.stringify(input.data)}::jsonb
    from members where workspace_id = ${input.workspaceId}
    on conflict (user_id, run_id) do nothing`.execute(tx)
}

/**
 * Notifies the members who work on a document of a comment: who created or shared it and who commented before. One notification a
 * document, of the last comment.
 */
export async function insertComment(
  tx: Db,
  input: {
    workspaceId: string
    documentId: string
    authorId: string | null
    /** They are notified of that instead. */
    mentioned: string[]
    data: NotificationData
  },
): Promise<CommentReader[]> {
  const { workspaceId, documentId, authorId, mentioned, data } = input
  const { rows } = await sql<CommentReader>`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, 'document_comment', ${documentId}::uuid, ${documentId}::uuid,
      ${JSON.stringify(data)}::jsonb
    from members
    where workspace_id = ${workspaceId} and user_id is distinct from ${authorId}::uuid
      and user_id <> all(${mentioned}::uuid[]) and user_id in (
      select created_by from documents where workspace_id = ${workspaceId} and id = ${documentId}
      union
      select created_by from review_links where workspace_id = ${workspaceId} and document_id = ${documentId}
      union
      select author_id from document_comments where workspace_id = ${workspaceId} and document_id = ${documentId})
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null
    returning user_id, run_id`.execute(tx)
  return rows
}

/**
 * Notifies the members who work on a plan of a comment: who created or shared it and who commented before, and the owner of the item.
 * One notification a plan, of the last comment.
 */
export async function insertPlanComment(
  tx: Db,
  input: {
    workspaceId: string
    planId: string
    itemId: string | null
    authorId: string | null
    /** They are notified of that instead. */
    mentioned: string[]
    data: NotificationData
  },
): Promise<CommentReader[]> {
  const { workspaceId, planId, itemId, authorId, mentioned, data } = input
  const { rows } = await sql<CommentReader>`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, 'plan_comment', ${planId}::uuid, ${planId}::uuid,
      ${JSON.stringify(data)}::jsonb
    from members
    where workspace_id = ${workspaceId} and user_id is distinct from ${authorId}::uuid
      and user_id <> all(${mentioned}::uuid[]) and user_id in (
      select created_by from content_plans where workspace_id = ${workspaceId} and id = ${planId}
      union
      select created_by from plan_review_links where workspace_id = ${workspaceId} and plan_id = ${planId}
      union
      select author_id from plan_comments where workspace_id = ${workspaceId} and plan_id = ${planId}
      union
      select owner_id from plan_items
      where workspace_id = ${workspaceId} and plan_id = ${planId} and id = ${itemId}::uuid)
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null
    returning user_id, run_id`.execute(tx)
  return rows
}

/** Notifies members that a comment mentions them. One notification a document or plan, of the last mention. */
export async function insertMention(
  tx: Db,
  input: {
    kind: 'document_mention' | 'plan_mention'
    workspaceId: string
    subjectId: string
    authorId: string | null
    mentioned: string[]
    data: NotificationData
  },
): Promise<CommentReader[]> {
  const { kind, workspaceId, subjectId, authorId, mentioned, data } = input
  if (mentioned.length === 0) return []
  const { rows } = await sql<CommentReader>`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, ${kind}, md5(${`mentions ${subjectId}`})::uuid, ${subjectId}::uuid,
      ${JSON.stringify(data)}::jsonb
    from members
    where workspace_id = ${workspaceId} and user_id = any(${mentioned}::uuid[]) and user_id is distinct from ${authorId}::uuid
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null
    returning user_id, run_id`.execute(tx)
  return rows
}

/** Notifies those who get the comments of a document that a guest suggests changes. One notification a document. */
export async function insertSuggestion(
  tx: Db,
  { workspaceId, documentId, data }: { workspaceId: string; documentId: string; data: NotificationData },
) {
  // Beside the notification of comments, whose id is the document's.
  await sql`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, 'document_suggestion', md5(${`suggestions ${documentId}`})::uuid,
      ${documentId}::uuid, ${JSON.stringify(data)}::jsonb
    from members
    where workspace_id = ${workspaceId} and user_id in (
      select created_by from documents where workspace_id = ${workspaceId} and id = ${documentId}
      union
      select created_by from review_links where workspace_id = ${workspaceId} and document_id = ${documentId}
      union
      select author_id from document_comments where workspace_id = ${workspaceId} and document_id = ${documentId})
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null`.execute(tx)
}

/** Notifies the new owner of a document. One notification a document. */
export async function insertAssigned(
  tx: Db,
  {
    workspaceId,
    documentId,
    ownerId,
    data,
  }: { workspaceId: string; documentId: string; ownerId: string; data: NotificationData },
) {
  await sql`
    insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
    select user_id, gen_random_uuid(), workspace_id, 'document_assigned', md5(${`assigned ${documentId}`})::uuid,
      ${documentId}::uuid, ${JSON.stringify(data)}::jsonb
    from members where workspace_id = ${workspaceId} and user_id = ${ownerId}
    on conflict (user_id, run_id) do update set data = excluded.data, created_at = now(), read_at = null`.execute(tx)
}

export type FeedRow = {
  id: string
  workspace_id: string
  workspace: string
  kind: string
  subject_id: string
  run_id: string
  data: NotificationData
  created_at: Date
  read_at: Date | null
}

/** Returns notifications of the workspaces this user is still in, newest first. */
export async function findFeed(db: Db, userId: string, { page, limit }: { page: number; limit: number }) {
  const mine = db
    .selectFrom('notifications as n')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'n.workspace_id').onRef('m.user_id', '=', 'n.user_id'),
    )
    .where('n.user_id', '=', userId)
  const items: FeedRow[] = await mine
    .innerJoin('workspaces as w', 'w.id', 'n.workspace_id')
    .select(['n.id', 'n.workspace_id', 'w.name as workspace', 'n.kind', 'n.subject_id', 'n.run_id', 'n.data'])
    .select(['n.created_at', 'n.read_at'])
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

/** Unread notifications of the workspaces this user is still in, by workspace and kind. */
export async function findUnread(db: Db, userId: string): Promise<UnreadRow[]> {
  return db
    .selectFrom('notifications as n')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'n.workspace_id').onRef('m.user_id', '=', 'n.user_id'),
    )
    .select(['n.workspace_id', 'n.kind', sql<number>`count(*)`.as('count')])
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .groupBy(['n.workspace_id', 'n.kind'])
    .orderBy('n.workspace_id')
    .orderBy('n.kind')
    .execute()
}

/** Returns false when the user has no such notification. */
export async function markRead(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with read as (
      update notifications set read_at = coalesce(read_at, now()) where user_id = ${userId} and id = ${id}
      returning run_id
    ), dropped as (${dropRead(userId)})
    select run_id from read`.execute(db)
  return rows.length > 0
}

export const markAllRead = (db: Db, userId: string) => markUnread(db, userId, sql`true`)

/** What of a user’s notifications is meant: those about something, or of a kind in one workspace. */
export type UnreadAbout = { subjectId: string } | { workspaceId: string; kind: string }

export const markReadAbout = (db: Db, userId: string, about: UnreadAbout) =>
  markUnread(
    db,
    userId,
    'subjectId' in about
      ? sql`subject_id = ${about.subjectId}`
      : sql`workspace_id = ${about.workspaceId} and kind = ${about.kind}`,
  )

async function markUnread(db: Db, userId: string, chosen: RawBuilder<unknown>) {
  await sql`
    with read as (
      update notifications set read_at = now() where user_id = ${userId} and read_at is null and ${chosen}
      returning run_id
    )
    ${dropRead(userId)}`.execute(db)
}

/** What a person read meanwhile isn't emailed. In one statement, so that a comment that is added at the same time stays. */
const dropRead = (userId: string) => sql`
  delete from digest_comments c using read
  where c.user_id = ${userId} and c.run_id = read.run_id and c.digest_id is null`

export async function deleteAbout(tx: Db, workspaceId: string, subjectId: string) {
  await tx
    .deleteFrom('notifications')
    .where('workspace_id', '=', workspaceId)
    .where('subject_id', '=', subjectId)
    .execute()
  await tx
    .deleteFrom('digest_entries')
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', subjectId)
    .where('digest_id', 'is', null)
    .execute()
}

/** Applies retention across all users: 90 days for notifications, 30 days for digests and webhook deliveries. */
export async function deleteOld(db: Db) {
  await sql`delete from notifications where created_at < now() - interval '90 days'`.execute(db)
  await sql`delete from digest_comments where created_at < now() - interval '30 days'`.execute(db)
  await sql`
    delete from digest_entries e using digests d
    where e.digest_id = d.id and d.created_at < now() - interval '30 days'`.execute(db)
  await sql`delete from digests where created_at < now() - interval '30 days'`.execute(db)
  await sql`
    delete from webhook_deliveries
    where created_at < now() - interval '30 days' and state in ('delivered', 'failed', 'unclear')`.execute(db)
}

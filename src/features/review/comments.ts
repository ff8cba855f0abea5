import { randomUUIDv7 } from 'node:crypto'
import { type Activity, toReviewerActor } from '#features/activity/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { getAuthor, getWorkspaceId } from './comment-author.ts'
import { limitGuestComments } from './limit-guests.ts'
import { findMentioned } from './mentions.ts'
import type { CommentFilter, CommentRow, CommentStore, PlanCommentRow } from './store/comment-store.ts'

/** On a document or a plan. */
export const maxComments = 2000

export type Comments<Row extends CommentRow | PlanCommentRow, About, Shown> = ReturnType<
  typeof createComments<Row, About, Shown>
>

type NewComment = {
  text: string
  /** Ids of members. */
  mentions?: string[] | undefined
  parent_id?: string | undefined
  guest_name?: string | undefined
}

/** Columns that say what a comment is about. */
type AboutColumns<Row> = Omit<
  Row,
  | (
      | 'workspace_id'
      | 'id'
      | 'parent_id'
      | 'text'
      | 'mentions'
      | 'author_kind'
      | 'author_id'
      | 'author_name'
      | 'key_name'
    )
  | ('created_at' | 'resolved_at' | 'resolver_name')
>

type Dependencies<Row extends CommentRow | PlanCommentRow, About, Shown> = {
  db: Database
  activity: Activity
  rates: RateLimiter
  store: CommentStore<Row>
  /** Null: a reply, which has what it's about from its thread. @throws AppError invalid_input */
  getAbout(subject: ResourceRef, about: About | null): Promise<AboutColumns<Row>>
  /** Of the document or the plan. @throws AppError not_found */
  getTitle(subject: ResourceRef): Promise<string>
  /** In the transaction that stores it. `thread`: the one it's a reply to. */
  notify(tx: Db, comment: { row: Row; thread: Row | null; title: string }): Promise<void>
  /** `rows`: with mentions as the caller sees them. */
  present(rows: Row[], subject: ResourceRef): Promise<Shown[]>
}

/** Comments of members and guests on documents or on content plans and their items. */
export function createComments<Row extends CommentRow | PlanCommentRow, About, Shown>(
  dependencies: Dependencies<Row, About, Shown>,
) {
  const { db, activity, rates, store, getAbout, getTitle, notify, present } = dependencies
  const isOnDocument = store.kind === 'document'
  const recordActivity = isOnDocument ? activity.recordDocument : activity.recordPlan
  return {
    /** @throws AppError invalid_input, not_found, conflict, rate_limited */
    async add(call: ReviewerCall, subjectId: string, { parent_id, ...input }: NewComment & About): Promise<Shown> {
      const subject = { workspaceId: getWorkspaceId(call), id: subjectId }
      if (call.guest) await limitGuestComments(rates, call.guest)
      const author = await getAuthor(db, call, input.guest_name)
      const parent = parent_id ? await requireParent(subject, parent_id) : null
      const about = await getAbout(subject, parent ? null : (input as NewComment & About))
      const title = await getTitle(subject)
      const mentions = await findMentioned(
        { db, findVisible: (ref) => store.findMemberAuthors(db, ref) },
        call,
        subject,
        { text: input.text, mentions: input.mentions },
      )
      if ((await store.count(db, subject)) >= maxComments)
        throw new AppError('conflict', `A ${store.kind} can have up to ${maxComments} comments.`, {
          reason: isOnDocument ? 'too_many_comments' : 'too_many_plan_comments',
          params: { max: maxComments },
        })
      const row = await db.transaction().execute(async (tx) => {
        const added = await store.insert(tx, {
          workspace_id: subject.workspaceId,
          id: randomUUIDv7(),
          // A reply to a reply is one to its thread.
          parent_id: parent ? (parent.parent_id ?? parent.id) : null,
          text: input.text,
          mentions,
          ...about,
          ...author,
        } as unknown as Row)
        await notify(tx, { row: added, thread: parent, title })
        return added
      })
      return (await present(show(call, [row]), subject))[0]!
    },

    async list(call: ReviewerCall, subjectId: string, filter: CommentFilter) {
      const subject = { workspaceId: getWorkspaceId(call), id: subjectId }
      const { rows, total } = await store.find(db, subject, filter)
      const { page, limit } = filter
      return { items: await present(show(call, rows), subject), total, page, limit }
    },

    /** @throws AppError invalid_input, not_found */
    async resolve(
      call: ReviewerCall,
      { _id, resolved, guest_name }: { _id: string; resolved: boolean; guest_name?: string | undefined },
    ): Promise<Shown> {
      const workspaceId = getWorkspaceId(call)
      const named = (await store.findOne(db, { workspaceId, id: _id })) ?? refuseMissingComment()
      const { author_name } = await getAuthor(db, call, guest_name)
      const thread = { workspaceId, id: named.parent_id ?? named.id }
      const row = await db.transaction().execute(async (tx) => {
        const updated =
          (await store.updateResolved(tx, thread, resolved ? author_name : null)) ?? refuseMissingComment()
        const subject = { workspaceId, id: store.getSubjectId(updated) }
        if (resolved)
          await recordActivity(tx, subject, 'resolved', toReviewerActor(call, guest_name), { text: updated.text })
        return updated
      })
      return (await present(show(call, [row]), { workspaceId, id: store.getSubjectId(row) }))[0]!
    },

    locate: (workspaceIds: string[], id: string) => store.locate(db, workspaceIds, id),

    find: (ref: ResourceRef) => store.findOne(db, ref),
  }

  /** Guests see who is mentioned by name, as in the text, without ids, and no names of API keys. */
  function show(call: ReviewerCall, rows: Row[]): Row[] {
    if (!call.guest) return rows
    return rows.map((row) => ({
      ...row,
      mentions: row.mentions.map(({ name }) => ({ user_id: null, name })),
      key_name: null,
    }))
  }

  /** @throws AppError invalid_input */
  async function requireParent(subject: ResourceRef, id: string): Promise<Row> {
    const parent = await store.findOne(db, { workspaceId: subject.workspaceId, id })
    if (parent && store.getSubjectId(parent) === subject.id) return parent
    throw new AppError('invalid_input', `parent_id isn’t a comment on this ${store.kind}.`, {
      field: 'parent_id',
      reason: 'comment_missing',
    })
  }
}

export function refuseMissingComment(): never {
  throw new AppError('not_found', 'Comment not found.', { reason: 'comment_missing' })
}

export const getMentionedIds = (mentions: CommentRow['mentions']) => mentions.flatMap(({ user_id }) => user_id ?? [])

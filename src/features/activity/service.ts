import type { ReviewStateName } from '#features/review/contract-state.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Actor, Guest } from '#platform/http/context.ts'
import type { ActivityEntry, ActivityKind, ActorKind } from './contract.ts'
import { parseCursor, toCursor } from './rules/activity-cursor.ts'
import { findDocumentTitle, findPlanName, holdDocument, insertEntry, locateDocument } from './store/entry-store.ts'
import { type FeedRow, findActivity } from './store/feed-store.ts'

export type Activity = ReturnType<typeof createActivity>

/** Who did something. A guest's name is what they entered, that of `api` is the key's. */
export type ActivityActor = { kind: ActorKind; id: string | null; name?: string }

export const toActivityActor = (actor: Pick<Actor, 'key' | 'userId'>): ActivityActor =>
  actor.key ? { kind: 'api', id: actor.userId, name: actor.key.name } : { kind: 'member', id: actor.userId }

/** Of a call that a member or a guest may make. */
export const toReviewerActor = (
  call: { guest: Guest } | { guest: null; actor: Actor },
  guestName: string | undefined,
): ActivityActor => (call.guest ? { kind: 'guest', id: null, name: guestName ?? '' } : toActivityActor(call.actor))

/** What an entry has beside its kind. */
export type ActivityDetails = {
  version?: number
  state?: ReviewStateName
  owner_id?: string | null
  due_on?: string | null
  text?: string
  destination?: string
  url?: string
}

type PublishedChange = {
  workspaceId: string | null
  kind: string
  change: 'published' | 'updated' | 'unpublished'
  url: string
  title: string
  documentId: string | null
  postId: string | null
  by: string | null
  keyName: string | null
}

const maxStoredText = 500
const publishedKinds = { published: 'published', updated: 'post_updated', unpublished: 'unpublished' } as const

/** Who did what. Features record what no table of theirs keeps, in the transaction that does it. */
export function createActivity({ db }: { db: Database }) {
  const toColumns = ({ kind, id, name = '' }: ActivityActor, { text, ...details }: ActivityDetails) => ({
    ...{ actor_kind: kind, actor_id: id, actor_name: name },
    ...details,
    ...(text === undefined ? {} : { text: text.slice(0, maxStoredText) }),
  })
  return {
    async recordDocument(
      tx: Db,
      { workspaceId, id }: ResourceRef,
      kind: ActivityKind,
      actor: ActivityActor,
      details: ActivityDetails = {},
    ) {
      const title = await findDocumentTitle(tx, workspaceId, id)
      await insertEntry(tx, {
        ...{ workspace_id: workspaceId, kind, subject: 'document', document_id: id, title },
        ...toColumns(actor, details),
      })
    },

    async recordPlan(
      tx: Db,
      { workspaceId, id }: ResourceRef,
      kind: ActivityKind,
      actor: ActivityActor,
      details: ActivityDetails = {},
    ) {
      const title = await findPlanName(tx, workspaceId, id)
      await insertEntry(tx, {
        ...{ workspace_id: workspaceId, kind, subject: 'plan', plan_id: id, title },
        ...toColumns(actor, details),
      })
    },

    /** What was deleted is named as it was. */
    async recordDeleted(
      tx: Db,
      workspaceId: string,
      { subject, title }: { subject: 'document' | 'plan'; title: string },
      actor: ActivityActor,
    ) {
      await insertEntry(tx, { workspace_id: workspaceId, kind: 'deleted', subject, title, ...toColumns(actor, {}) })
    },

    /** A post became public, changed or went away. What was scheduled is Earshot's. */
    async recordPublished(tx: Db, change: PublishedChange) {
      const { workspaceId, documentId } = change
      if (!workspaceId) return
      const isDocument = documentId !== null && (await holdDocument(tx, workspaceId, documentId))
      await insertEntry(tx, {
        ...{ workspace_id: workspaceId, kind: publishedKinds[change.change], title: change.title },
        subject: isDocument ? 'document' : 'post',
        ...(isDocument ? { document_id: documentId } : { post_id: change.postId }),
        ...toColumns(getPublisher(change), { destination: change.kind, url: change.url }),
      })
    },

    locateDocument: (workspaceIds: string[], id: string) => locateDocument(db, workspaceIds, id),

    /** @throws AppError invalid_input */
    async find(
      { workspaceId, documentId }: { workspaceId: string; documentId: string | null },
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ items: ActivityEntry[]; next_cursor: string | null }> {
      const after = cursor === undefined ? null : parseCursor(cursor)
      // One more than shown tells whether there are more.
      const rows = await findActivity(db, { workspaceId, documentId, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        items: shown.map(present),
        next_cursor: rows.length > limit && last ? toCursor({ at: last.exact_at, key: last.key }) : null,
      }
    },
  }
}

function getPublisher({ by, keyName }: PublishedChange): ActivityActor {
  if (by === null) return { kind: 'earshot', id: null }
  return keyName === null ? { kind: 'member', id: by } : { kind: 'api', id: by, name: keyName }
}

const present = (row: FeedRow): ActivityEntry => ({
  _id: row.key,
  at: row.at.toISOString(),
  kind: row.kind,
  actor: { kind: row.actor_kind, name: row.actor_kind === 'earshot' ? 'Earshot' : row.actor_name, key: row.actor_key },
  subject: getSubject(row),
  ...{ version: row.version, state: row.state, count: row.count, owner: row.owner, due_on: row.due_on },
  ...{ text: row.text, destination: row.destination, url: row.url },
})

function getSubject(row: FeedRow): ActivityEntry['subject'] {
  const _id = { document: row.document_id, plan: row.plan_id, report: row.report_id, post: row.post_id }[row.subject]
  const link = { document: '/app/content/', plan: '/app/plan/', report: '/app/reports/', post: null }[row.subject]
  return {
    ...{ kind: row.subject, _id, title: row.title || 'Untitled' },
    link: _id === null ? null : link === null ? '/app/content/posts' : link + _id,
  }
}

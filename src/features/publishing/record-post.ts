import { AppError } from '#kit/errors.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { toErrorColumns, toStoredError } from '#platform/stored-error.ts'
import type { DestinationKind, RemotePost } from '#providers/publishing/port.ts'
import type { Publication, PublicationState } from './contract.ts'
import { presentPublication } from './present-publication.ts'
import { inProgress } from './publishing-errors.ts'
import { hashPost, toAddress } from './remote-post.ts'
import type { Attempt } from './rules/publication-records.ts'
import type { DestinationRow } from './store/destination-store.ts'
import { findPublication, lockPublication, type PublicationRow, updatePublication } from './store/publication-store.ts'

export type PublicationChange = {
  /** Null: the server's own blog. */
  workspaceId: string | null
  kind: DestinationKind
  change: 'published' | 'updated' | 'unpublished'
  /** The post's public address. */
  url: string
  title: string
  documentId: string | null
  publicationId: string | null
  /** A post of our own blogs. */
  postId: string | null
  /** Null: it was due, or it’s not known. */
  by: string | null
  /** Name of the API key it was done with. */
  keyName: string | null
}
export type OnChanged = (tx: Tx, change: PublicationChange) => Promise<void>

type Recording = {
  row: PublicationRow
  attempt: Attempt
  post: RemotePost
  destination: DestinationRow
  onRecorded?: ((tx: Tx, publication: Publication) => Promise<void>) | undefined
}

/** Stores that an attempt reached the destination, and tells others. */
export async function recordPost(
  { db, onChanged }: { db: Database; onChanged: OnChanged },
  { row: { workspace_id, id }, attempt, post, destination, onRecorded }: Recording,
): Promise<Publication> {
  const ref = { workspaceId: workspace_id, id }
  return db.transaction().execute(async (tx) => {
    const row = await lockPublication(tx, ref)
    if (row?.attempt?.id !== attempt.id) throw inProgress()
    const sent = attempt.status === 'unpublish' ? null : attempt.post
    const scheduled = attempt.status === 'unpublish' || row.scheduled?.id === attempt.id ? null : row.scheduled
    const state = getState(post, attempt, scheduled !== null)
    const address = toAddress(post)
    await updatePublication(tx, ref, {
      remote_id: post.id,
      url: address.url,
      state,
      slug: address.slug ?? row.slug,
      ...(sent && {
        title: sent.text.title,
        fields: JSON.stringify(sent.fields),
        version: sent.version,
        sent: JSON.stringify(sent.text),
        remote_hash: hashPost(post),
        remote_changed: false,
      }),
      remote_checked_at: new Date(),
      published_at: row.published_at ?? (state === 'published' ? new Date() : null),
      scheduled: scheduled && JSON.stringify(scheduled),
      publish_at: scheduled ? row.publish_at : null,
      attempt: null,
      lease_until: null,
      error: null,
      failure: null,
    })
    const change = getChange(row.state, state)
    if (change && address.url)
      await onChanged(tx, {
        workspaceId: workspace_id,
        kind: destination.kind,
        change,
        url: address.url,
        title: sent?.text.title ?? row.title,
        documentId: row.document_id,
        publicationId: id,
        postId: null,
        by: attempt.by,
        keyName: attempt.key_name ?? null,
      })
    const publication = presentPublication((await findPublication(tx, ref))!)
    await onRecorded?.(tx, publication)
    return publication
  })
}

function getState(post: RemotePost, attempt: Attempt, isScheduled: boolean): PublicationState {
  if (post.state === 'published') return 'published'
  if (isScheduled || post.state === 'scheduled') return 'scheduled'
  return attempt.status === 'unpublish' || post.state === 'unpublished' ? 'unpublished' : 'draft'
}

function getChange(before: PublicationState, now: PublicationState): PublicationChange['change'] | null {
  if (now === 'published') return before === 'published' ? 'updated' : 'published'
  return before === 'published' ? 'unpublished' : null
}

/** Ends an attempt that isn't recorded. A post that turned out to be ours but edited is remembered, to be merged. */
export async function adoptPost(
  db: Database,
  { workspace_id, id }: PublicationRow,
  attempt: Attempt,
  post: RemotePost | null,
  { isOpen = false } = {},
) {
  await db.transaction().execute(async (tx) => {
    const row = await lockPublication(tx, { workspaceId: workspace_id, id })
    if (row?.attempt?.id !== attempt.id) return
    await updatePublication(
      tx,
      { workspaceId: workspace_id, id },
      {
        ...(isOpen ? {} : { attempt: null, lease_until: null }),
        ...(post && { remote_changed: true }),
        ...(post &&
          row.remote_id === null && {
            remote_id: post.id,
            url: toAddress(post).url,
            state: getState(post, attempt, row.scheduled !== null),
            sent: attempt.post && JSON.stringify(attempt.post.text),
            version: attempt.post?.version ?? null,
          }),
      },
    )
  })
}

/** Stores why an attempt failed. One that may have arrived stays, to be settled before the next. */
export async function storeFailure(
  db: Database,
  { workspace_id, id }: PublicationRow,
  attempt: Attempt,
  { error, mayHaveArrived }: { error: unknown; mayHaveArrived: boolean },
) {
  const ref = { workspaceId: workspace_id, id }
  const isChange = error instanceof AppError && error.options.reason === 'remote_changed'
  await db.transaction().execute(async (tx) => {
    const row = await lockPublication(tx, ref)
    if (row?.attempt?.id !== attempt.id) return
    await updatePublication(tx, ref, {
      attempt: mayHaveArrived ? JSON.stringify({ ...attempt, phase: 'unsettled' }) : null,
      lease_until: null,
      ...(isChange && { remote_changed: true }),
      ...(row.remote_id === null && attempt.status !== 'unpublish' && { state: 'failed' as const }),
      ...toErrorColumns(toStoredError(error)),
    })
  })
}

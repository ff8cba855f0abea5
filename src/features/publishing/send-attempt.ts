import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { PublishingAdapter, RemotePost } from '#providers/publishing/port.ts'
import type { Publication } from './contract.ts'
import { getHost, type OpenDestination } from './open-destination.ts'
import { prepareArticle } from './prepare-article.ts'
import {
  inProgress,
  refuseMissingDestination,
  refuseMissingPublication,
  remoteChanged,
  slugTaken,
} from './publishing-errors.ts'
import { adoptPost, type OnChanged, recordPost, storeFailure } from './record-post.ts'
import { createRemoteTexts, describeChange, locatePost } from './remote-post.ts'
import type { Attempt } from './rules/publication-records.ts'
import { type DestinationRow, findDestination } from './store/destination-store.ts'
import { findPublication, type PublicationRow, renewLease } from './store/publication-store.ts'

export const leaseSeconds = 60
const beatMs = 15_000
const maxPrepareMs = 2000

type Dependencies = {
  db: Database
  threads: Threads
  images: Images
  publicUrl: string
  runs: LeasedRuns
  openDestination: OpenDestination
  onChanged: OnChanged
}

export type Sender = ReturnType<typeof createSender>

type SendOptions = {
  /** Runs in the transaction that stores the result. */
  onRecorded?: (tx: Tx, publication: Publication) => Promise<void>
}

/** Performs attempts: finds the post first, sends, and stores what came of it. */
export function createSender(dependencies: Dependencies) {
  const { db, runs, images, publicUrl, openDestination, onChanged } = dependencies
  const texts = createRemoteTexts(dependencies)
  const preparing = { db, images, publicUrl, texts }

  return {
    texts,

    /** @throws AppError, after storing it */
    async send(ref: ResourceRef, attemptId: string, { onRecorded }: SendOptions = {}): Promise<Publication> {
      const heartbeat = runs.startHeartbeat({
        save: () => renewLease(db, ref, { attemptId, seconds: leaseSeconds, onlyExpired: false }),
        getGapMs: () => beatMs,
        onLost: () => undefined,
      })
      try {
        return await runs.track(perform(ref, attemptId, onRecorded))
      } finally {
        await heartbeat.stop()
      }
    },

    /** Finds out what became of an attempt that ended without an answer, so that the next one starts from facts. @throws AppError */
    async settle(ref: ResourceRef) {
      const row = (await findPublication(db, ref)) ?? refuseMissingPublication()
      const { attempt } = row
      if (!attempt) return
      if (attempt.phase === 'working') throw inProgress()
      const destination = await readDestination(row)
      const adapter = openDestination(destination)
      const found = await locatePost({ db, texts }, { destination, adapter, row, attempt })
      if (found.kind === 'applied') {
        const post = await complete(adapter, attempt, found.post)
        await recordPost({ db, onChanged }, { row, attempt, post, destination })
      } else await adoptPost(db, row, attempt, found.kind === 'changed' ? found.post : null)
    },
  }

  async function readDestination(row: PublicationRow) {
    return (
      (await findDestination(db, { workspaceId: row.workspace_id, id: row.destination_id })) ??
      refuseMissingDestination()
    )
  }

  async function perform(ref: ResourceRef, attemptId: string, onRecorded: SendOptions['onRecorded']) {
    const row = (await findPublication(db, ref)) ?? refuseMissingPublication()
    const { attempt } = row
    if (attempt?.id !== attemptId) throw inProgress()
    const progress = { isPrepared: false, isSending: false }
    try {
      const destination = await readDestination(row)
      const adapter = openDestination(destination)
      const post = await deliver({ destination, adapter, row, attempt, progress })
      return await recordPost({ db, onChanged }, { row, attempt, post, destination, onRecorded })
    } catch (error) {
      await storeFailure(db, row, attempt, { error, mayHaveArrived: progress.isSending && mayHaveArrived(error) })
      throw error
    }
  }

  async function deliver({
    destination,
    adapter,
    row,
    attempt,
    progress,
  }: {
    destination: DestinationRow
    adapter: PublishingAdapter
    row: PublicationRow
    attempt: Attempt
    progress: { isPrepared: boolean; isSending: boolean }
  }): Promise<RemotePost> {
    const found = await locatePost({ db, texts }, { destination, adapter, row, attempt })
    const host = getHost(destination)
    if (attempt.status === 'unpublish') {
      if (found.kind === 'absent' || found.kind === 'foreign')
        throw new AppError('conflict', `The post doesn’t exist on ${host} any more.`, {
          reason: 'remote_missing',
          params: { host },
        })
      const isOff = found.post.state === 'draft' || found.post.state === 'unpublished'
      // Where it takes two requests, the second may be missing.
      if (isOff && !adapter.completeSaved) return found.post
      progress.isSending = true
      return adapter.unpublish(found.post)
    }
    const post = attempt.post!
    if (found.kind === 'applied' && (adapter.completeSaved || hasReachedState(attempt, found.post))) {
      progress.isSending = true
      return complete(adapter, attempt, found.post)
    }
    if (found.kind === 'foreign') throw slugTaken(host, post.slug)
    if (found.kind === 'changed') {
      const isNew = row.remote_id === null
      if (isNew) await adoptPost(db, row, attempt, found.post, { isOpen: true })
      const known = isNew ? { ...row, sent: attempt.post!.text } : row
      const { format } = adapter
      throw remoteChanged(
        host,
        await describeChange(texts, { destination, format, post: found.post, row: known, ours: post.text }),
      )
    }
    const startedAt = performance.now()
    const isNew = found.kind === 'absent'
    const article = await prepareArticle(preparing, { destination, adapter, row, attempt, post, isNew })
    // Uploads take a while, in which people go on editing there: then everything is looked at again. Images are there now.
    if (performance.now() - startedAt > maxPrepareMs && !progress.isPrepared) {
      progress.isPrepared = true
      return deliver({ destination, adapter, row, attempt, progress })
    }
    progress.isSending = true
    return found.kind === 'absent' ? adapter.create(article) : adapter.update(found.post, article)
  }
}

const hasReachedState = (attempt: Attempt, post: RemotePost) => attempt.status !== 'publish' || post.state !== 'draft'

/** A post that an attempt saved isn't on the site yet, or still is, where that takes a second request. */
async function complete(adapter: PublishingAdapter, attempt: Attempt, post: RemotePost): Promise<RemotePost> {
  if (!adapter.completeSaved || attempt.status === 'unpublish') return post
  return adapter.completeSaved(post, attempt.status)
}

/** Whether a request may have been carried out although it failed. */
const mayHaveArrived = (error: unknown) =>
  !(error instanceof AppError) || (error.code === 'upstream_failed' && error.retryable)

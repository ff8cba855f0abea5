import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import { toErrorColumns, toStoredError } from '#platform/stored-error.ts'
import type { Publication, PublicationState } from './contract.ts'
import type { DuePayload } from './jobs.ts'
import { getHost, type OpenDestination } from './open-destination.ts'
import { presentPublication } from './present-publication.ts'
import { inProgress, refuseMissingDestination, refuseMissingPublication } from './publishing-errors.ts'
import { hashPost, toAddress } from './remote-post.ts'
import type { Attempt } from './rules/publication-records.ts'
import { leaseSeconds, type Sender } from './send-attempt.ts'
import { findDestination } from './store/destination-store.ts'
import {
  findAbandoned,
  findPublication,
  findPublications,
  leaseUntil,
  locatePublication,
  lockPublication,
  renewLease,
  updatePublication,
} from './store/publication-store.ts'

type Dependencies = {
  db: Database
  log: Log
  runs: LeasedRuns
  sender: Sender
  openDestination: OpenDestination
  unpublishOnBlog(userId: string, publication: ResourceRef): Promise<void>
}

export type Publications = ReturnType<typeof createPublications>

/** Posts of documents on destinations, apart from publishing itself. */
export function createPublications({ db, log, runs, sender, openDestination, unpublishOnBlog }: Dependencies) {
  const read = async (ref: ResourceRef) => (await findPublication(db, ref)) ?? refuseMissingPublication()
  const answer = async (ref: ResourceRef) => ({ publication: presentPublication(await read(ref)) })

  return {
    locate: (workspaceIds: string[], id: string) => locatePublication(db, workspaceIds, id),

    async find(workspaceId: string, query: { document_id?: string | undefined; page: number; limit: number }) {
      const { page, limit, document_id: documentId } = query
      const { items, total } = await findPublications(db, workspaceId, { documentId, page, limit })
      return { items: items.map(presentPublication), total, page, limit }
    },

    /** Reads the post on its destination. @throws AppError not_found, upstream_failed */
    async refresh(ref: ResourceRef): Promise<{ publication: Publication }> {
      const row = await read(ref)
      if (row.attempt?.phase === 'unsettled') await sender.settle(ref)
      const { kind, remote_id } = await read(ref)
      if (kind === 'blog' || !remote_id || row.attempt?.phase === 'working') return answer(ref)
      const destination = await readDestination(ref.workspaceId, row.destination_id)
      const adapter = openDestination(destination)
      if (!adapter.readsPosts) return answer(ref)
      const post = await adapter.get(remote_id)
      await db.transaction().execute(async (tx) => {
        const now = await lockPublication(tx, ref)
        if (!now || now.attempt) return
        const host = getHost(destination)
        const missing = new AppError('conflict', `The post doesn’t exist on ${host} any more.`, {
          reason: 'remote_missing',
          params: { host },
        })
        await updatePublication(tx, ref, {
          remote_checked_at: new Date(),
          ...(post
            ? {
                url: toAddress(post).url,
                slug: toAddress(post).slug ?? now.slug,
                state: getStateThere(now.state, post.state, now.scheduled !== null),
                remote_changed: hashPost(post) !== now.remote_hash,
              }
            : { state: 'unpublished' as const, ...toErrorColumns(missing) }),
        })
      })
      return answer(ref)
    },

    /** @throws AppError not_found, conflict, upstream_failed */
    async unpublish(userId: string, ref: ResourceRef) {
      const row = await read(ref)
      if (row.kind === 'blog') {
        await unpublishOnBlog(userId, ref)
        return answer(ref)
      }
      if (row.attempt) await sender.settle(ref)
      const attempt: Attempt = {
        id: randomUUIDv7(),
        status: 'unpublish',
        post: null,
        expected_hash: null,
        phase: 'working',
        started_at: new Date().toISOString(),
        by: userId,
      }
      const isSent = await db.transaction().execute(async (tx) => {
        const locked = (await lockPublication(tx, ref)) ?? refuseMissingPublication()
        if (locked.attempt) throw inProgress()
        // Nothing was ever sent: only what was scheduled goes.
        const sends = locked.remote_id !== null
        await updatePublication(tx, ref, {
          scheduled: null,
          publish_at: null,
          ...(sends
            ? { attempt: JSON.stringify(attempt), lease_until: leaseUntil(leaseSeconds) }
            : { state: 'unpublished' as const }),
        })
        return sends
      })
      if (isSent) await sender.send(ref, attempt.id)
      return answer(ref)
    },

    /** Sends the scheduled version, if it's still the one. Stores why it failed; tries again while that may help. */
    async publishDue({ workspace_id, publication_id, scheduled_id }: DuePayload, { isLast }: { isLast: boolean }) {
      const ref = { workspaceId: workspace_id, id: publication_id }
      const row = await findPublication(db, ref)
      if (row?.scheduled?.id !== scheduled_id) return
      try {
        if (row.attempt && row.attempt.id !== scheduled_id) await sender.settle(ref)
        const isReady = await db.transaction().execute(async (tx) => {
          const locked = await lockPublication(tx, ref)
          if (locked?.scheduled?.id !== scheduled_id) return false
          if (locked.attempt && (locked.attempt.id !== scheduled_id || locked.attempt.phase === 'working'))
            throw inProgress()
          const { post, by } = locked.scheduled
          const attempt: Attempt = {
            ...{ id: scheduled_id, status: 'publish', post, expected_hash: null, phase: 'working', by },
            started_at: new Date().toISOString(),
          }
          await updatePublication(tx, ref, {
            attempt: JSON.stringify(attempt),
            lease_until: leaseUntil(leaseSeconds),
          })
          return true
        })
        if (isReady) await sender.send(ref, scheduled_id)
      } catch (error) {
        const mayHelp = !(error instanceof AppError) || error.retryable
        if (mayHelp && !isLast) throw error
        log.warn({ err: error, publication_id }, 'A scheduled post could not be published')
        await updatePublication(db, ref, {
          scheduled: null,
          publish_at: null,
          ...(row.state === 'scheduled' && { state: 'draft' as const }),
          ...toErrorColumns(toStoredError(error)),
        })
      }
    },

    /** Finishes what dead processes were sending. */
    async resumeAbandoned(alone: boolean) {
      for (const { workspace_id, id, attempt_id } of await findAbandoned(db, alone)) {
        const ref = { workspaceId: workspace_id, id }
        if (!(await renewLease(db, ref, { attemptId: attempt_id, seconds: leaseSeconds, onlyExpired: !alone })))
          continue
        // Its failure is stored with the publication.
        runs
          .track(sender.send(ref, attempt_id))
          .catch((err) => log.warn({ err, publication_id: id }, 'An interrupted publication failed'))
      }
    },
  }

  async function readDestination(workspaceId: string, id: string) {
    return (await findDestination(db, { workspaceId, id })) ?? refuseMissingDestination()
  }
}

function getStateThere(
  before: PublicationState,
  there: 'draft' | 'scheduled' | 'published' | 'unpublished',
  isScheduled: boolean,
): PublicationState {
  if (there !== 'draft') return there
  if (isScheduled) return 'scheduled'
  return before === 'published' ? 'unpublished' : before === 'failed' ? 'draft' : before
}

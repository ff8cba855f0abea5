import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ActingMember } from '#platform/http/context.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { Publication, PublicationState } from './contract.ts'
import { getHost, type OpenDestination } from './open-destination.ts'
import { presentPublication } from './present-publication.ts'
import { createBackgroundPublishing } from './publish-in-background.ts'
import { inProgress, refuseMissingDestination, refuseMissingPublication } from './publishing-errors.ts'
import { hashPost, toAddress } from './remote-post.ts'
import type { Attempt } from './rules/publication-records.ts'
import { leaseSeconds, type Sender } from './send-attempt.ts'
import { findDestination } from './store/destination-store.ts'
import {
  findPublication,
  findPublications,
  leaseUntil,
  locatePublication,
  lockPublication,
  updatePublication,
} from './store/publication-store.ts'

type Dependencies = {
  db: Database
  log: Log
  runs: LeasedRuns
  sender: Sender
  openDestination: OpenDestination
  unpublishOnBlog(by: ActingMember, publication: ResourceRef): Promise<void>
}

export type Publications = ReturnType<typeof createPublications>

/** Posts of documents on destinations, apart from publishing itself. */
export function createPublications({ db, log, runs, sender, openDestination, unpublishOnBlog }: Dependencies) {
  const read = async (ref: ResourceRef) => (await findPublication(db, ref)) ?? refuseMissingPublication()
  const answer = async (ref: ResourceRef) => ({ publication: presentPublication(await read(ref)) })

  return {
    ...createBackgroundPublishing({ db, log, runs, sender }),

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
    async unpublish(by: ActingMember, ref: ResourceRef) {
      const row = await read(ref)
      if (row.kind === 'blog') {
        await unpublishOnBlog(by, ref)
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
        by: by.userId,
        key_name: by.keyName,
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

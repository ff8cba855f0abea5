import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { findDueSyncsOfAllWorkspaces } from '../store/connection-store.ts'

export type SyncPayload = { workspace_id: string; site_id: string }

export const syncJob = 'site-search-sync'
const watchMs = 60_000

/** Sends a job for each connection that is due: daily, and when somebody asks. */
export function createSyncQueue(
  { db, queue, log }: { db: Database; queue: Queue; log: Log },
  sync: (site: ResourceRef, signal: AbortSignal) => Promise<void>,
) {
  const send = ({ workspaceId, id }: ResourceRef) =>
    queue.send(db, syncJob, { workspace_id: workspaceId, site_id: id } satisfies SyncPayload)

  async function sendDue() {
    for (const site of await findDueSyncsOfAllWorkspaces(db)) await send(site)
  }

  return {
    send,
    work: ({ workspace_id, site_id }: SyncPayload, signal: AbortSignal) =>
      sync({ workspaceId: workspace_id, id: site_id }, signal),

    /** Looks for what is due, at intervals. Returns what ends it. */
    watch() {
      const timer = setInterval(
        () => void sendDue().catch((err) => log.warn({ err }, 'Due syncs of Search Console could not be sent')),
        watchMs,
      )
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

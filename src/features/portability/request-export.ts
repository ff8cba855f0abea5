import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester, StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { WorkspaceArchive } from './contract.ts'
import { archiveJob } from './jobs.ts'
import { presentArchive } from './present-transfer.ts'
import { insertTransfer } from './store/store.ts'
import { getFileKey } from './transfer-file.ts'
import { refuseTooMany } from './transfer-limits.ts'

type Dependencies = { db: Database; queue: Queue; rates: RateLimiter; audit: Audit; publicUrl: string }

const maxExports = { max: 12, windowSeconds: 3600 }

export function createExportRequest({ db, queue, rates, audit, publicUrl }: Dependencies) {
  /** Queues an export. @throws AppError conflict while one is running, rate_limited (12 per hour) */
  return async function requestExport(
    requester: Requester,
    workspaceId: string,
    storeResponse: StoreResponse,
  ): Promise<{ archive: WorkspaceArchive }> {
    await refuseTooMany(rates, `workspace-archive:${workspaceId}`, maxExports, 'A workspace archive was created')
    return db.transaction().execute(async (tx) => {
      const id = randomUUIDv7()
      const row = await insertTransfer(tx, {
        id,
        kind: 'export',
        userId: requester.actor.userId,
        workspaceId,
        fileKey: getFileKey(id),
        bytes: null,
      })
      if (!row)
        throw new AppError(
          'conflict',
          'An export of this workspace is already running. Wait for it, or cancel it first.',
          { reason: 'export_running' },
        )
      await queue.send(tx, archiveJob, { transfer_id: id })
      await audit.recordCall(tx, requester, 'workspace.archived', workspaceId, { archive_id: id })
      const answer = { archive: presentArchive(row, publicUrl) }
      await storeResponse(tx, answer)
      return answer
    })
  }
}

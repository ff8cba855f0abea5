import { randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Audit } from '#features/audit/service.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { WorkspaceImport } from './contract.ts'
import { importJob } from './jobs.ts'
import { isActive, presentImport } from './present-transfer.ts'
import { sizeInWords } from './rules/transfer-labels.ts'
import { dropFileMark, findImports, insertTransfer, markFile } from './store/store.ts'
import { getFileKey } from './transfer-file.ts'
import { refuseTooMany } from './transfer-limits.ts'

type Dependencies = {
  db: Database
  storage: Storage
  queue: Queue
  rates: RateLimiter
  workspaces: Workspaces
  audit: Audit
  /** Largest archive to import, in bytes. */
  maxBytes: number
}

type Upload = { stream: Readable; bytes: number | null; type: string }

const maxImports = { max: 20, windowSeconds: 3600 }
const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream']

export function createImportUpload({ db, storage, queue, rates, workspaces, audit, maxBytes }: Dependencies) {
  /**
   * Streams the upload to file storage and queues the import job.
   * @throws AppError too_large, unsupported_type, conflict while another import is running, rate_limited (20 per hour)
   */
  return async function receiveImport(requester: Requester, upload: Upload): Promise<{ import: WorkspaceImport }> {
    const { userId, email } = requester.actor
    const bytes = checkUpload(upload)
    await refuseTooMany(rates, `workspace-import:${userId}`, maxImports, 'You imported a workspace')
    if ((await findImports(db, userId)).some(isActive)) throw importRunning()
    await db.transaction().execute((tx) => workspaces.requireWorkspaceSlot(tx, userId))
    const id = randomUUIDv7()
    const key = getFileKey(id)
    // Marked for deletion before it's stored, so that a crash leaves no orphaned file.
    await markFile(db, key)
    await storage.put(key, { stream: upload.stream, bytes }).catch((cause) => {
      throw cause instanceof AppError ? cause : incomplete(cause)
    })
    await db.transaction().execute(async (tx) => {
      const row = await insertTransfer(tx, { id, kind: 'import', userId, workspaceId: null, fileKey: key, bytes })
      if (!row) throw importRunning()
      await dropFileMark(tx, key)
      await queue.send(tx, importJob, { transfer_id: id })
      await audit.recordCall(tx, requester, 'workspace.import_began', email, { import_id: id, bytes })
    })
    return { import: presentImport((await findImports(db, userId, id))[0]!) }
  }

  /** Returns the archive's size. */
  function checkUpload({ type, bytes }: Upload): number {
    if (!zipTypes.includes(type.split(';')[0]!.trim().toLowerCase()))
      throw new AppError('unsupported_type', 'Send the archive itself as the body, as application/zip.', {
        field: 'file',
        reason: 'not_a_zip',
      })
    if (bytes === null)
      throw new AppError('invalid_input', 'Content-Length is missing. Send the archive’s size.', {
        field: 'file',
        reason: 'size_missing',
      })
    if (bytes > maxBytes)
      throw new AppError('too_large', `The archive is larger than the ${sizeInWords(maxBytes)} this server accepts.`, {
        field: 'file',
        reason: 'archive_too_large',
        params: { max: maxBytes },
      })
    return bytes
  }
}

const importRunning = () =>
  new AppError('conflict', 'A workspace import is already running. Wait for it, or cancel it first.', {
    reason: 'import_running',
  })
const incomplete = (cause: unknown) =>
  new AppError('invalid_input', 'The upload was incomplete. Upload the archive again.', {
    field: 'file',
    reason: 'upload_incomplete',
    cause,
  })

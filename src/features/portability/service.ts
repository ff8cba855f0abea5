import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Audit } from '#features/audit/service.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import type { ExportPart } from '#kit/account-export-part.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { JobContext, Queue } from '#platform/jobs/queue.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { writeZip } from '#platform/storage/zip-writer.ts'
import { archiveHours, type WorkspaceImport } from './contract.ts'
import { createArchiveDownload } from './download-archive.ts'
import { createArchive } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { presentArchive, presentImport } from './present-transfer.ts'
import { createImportUpload } from './receive-import.ts'
import { createExportRequest } from './request-export.ts'
import { Canceled, createTransfers } from './run-transfer.ts'
import {
  countContents,
  deleteOldTransfers,
  dropFileMark,
  endTransfer,
  findArchives,
  findExpired,
  findFilesToRemove,
  findImports,
  locateArchive,
  releaseFile,
  type TransferRow,
} from './store/store.ts'
import { getFileKey } from './transfer-file.ts'

export type Portability = ReturnType<typeof createPortability>

type Dependencies = {
  db: Database
  pool: pg.Pool
  storage: Storage
  queue: Queue
  audit: Audit
  rates: RateLimiter
  workspaces: Workspaces
  imageRenderer: ImageRenderer
  parts: ExportPart[]
  sealSecret(listenerId: string): string
  checkUrl(url: string): Promise<void>
  publicUrl: string
  version: string
  /** Folder for temporary files. */
  workFolder: string
  /** Largest archive to import, in bytes. */
  maxBytes: number
}

export function createPortability(dependencies: Dependencies) {
  const { db, storage, audit, workspaces, publicUrl, maxBytes } = dependencies
  const transfers = createTransfers(dependencies)

  return {
    start: createExportRequest(dependencies),
    download: createArchiveDownload({ db, storage, audit }),
    receive: createImportUpload(dependencies),

    locate: (workspaceIds: string[], id: string) => locateArchive(db, workspaceIds, id),

    async archives(workspaceId: string) {
      const [rows, { image_bytes, ...contents }] = await Promise.all([
        findArchives(db, workspaceId),
        countContents(db, workspaceId),
      ])
      const rowsThere = contents.report_rows + contents.reports + contents.documents + contents.posts
      const items = rows.map((row) => presentArchive(row, publicUrl))
      return { items, counts: { ...contents, rows: rowsThere }, image_bytes }
    },

    /** Cancels a running export or deletes a finished archive. */
    async remove(requester: Requester, workspaceId: string, id: string) {
      await db.transaction().execute(async (tx) => {
        await endTransfer(tx, id, { status: 'cancelled' })
        await releaseFile(tx, id)
        await audit.recordCall(tx, requester, 'workspace.archive_removed', workspaceId, { archive_id: id })
      })
    },

    imports: async (userId: string) => ({
      items: (await findImports(db, userId)).map(presentImport),
      most_bytes: maxBytes,
    }),

    /** @throws AppError not_found, conflict when it has ended */
    async cancelImport(userId: string, id: string): Promise<{ import: WorkspaceImport }> {
      const [found] = await findImports(db, userId, id)
      if (!found)
        throw new AppError('not_found', 'This import doesn’t exist, or it belongs to someone else.', {
          reason: 'import_missing',
        })
      await db.transaction().execute(async (tx) => {
        if (!(await endTransfer(tx, id, { status: 'cancelled' })))
          throw new AppError('conflict', 'This import has already ended.', { reason: 'import_ended' })
        await releaseFile(tx, id)
      })
      return { import: presentImport((await findImports(db, userId, id))[0]!) }
    },

    /** Job: creates an archive. */
    runExport: (id: string, context: JobContext) =>
      transfers.run(id, context, async (row, folder, onProgress) => {
        const archive = createArchive(dependencies, row.workspace_id!, onProgress)
        const file = path.join(folder, 'workspace.zip')
        await pipeline(writeZip(archive.entries), createWriteStream(file, { mode: 0o600 }), { signal: context.signal })
        await onProgress('storing', 0.92)
        const { size } = await stat(file)
        await storage.put(row.file_key!, { stream: createReadStream(file), bytes: size })
        const outcome = { counts: archive.counts(), notes: [] }
        if (!(await endTransfer(db, id, { status: 'done', outcome, bytes: size, expiresInHours: archiveHours })))
          // Canceled during the upload.
          await storage.delete(getFileKey(id))
      }),

    /** Job: imports a workspace. */
    runImport: (id: string, context: JobContext) =>
      transfers.run(id, context, async (row, folder, onProgress) => {
        const file = path.join(folder, 'workspace.zip')
        const stored = row.file_key && (await storage.get(row.file_key))
        if (!stored)
          throw new AppError('not_found', 'The uploaded archive has expired. Upload it again.', {
            reason: 'upload_expired',
          })
        await pipeline(stored.body, createWriteStream(file, { mode: 0o600 }), { signal: context.signal })
        await importWorkspace(dependencies, {
          path: file,
          userId: row.user_id,
          onProgress,
          async finish(tx, workspace, outcome) {
            await workspaces.requireWorkspaceSlot(tx, row.user_id)
            if (!(await endTransfer(tx, id, { status: 'done', outcome, workspaceId: workspace.id })))
              throw new Canceled()
            await releaseFile(tx, id)
            await recordImported(tx, row, workspace)
          },
        })
      }),

    /** Retention: deletes expired archives, orphaned files and old transfers. */
    async cleanUp() {
      for (const id of await findExpired(db)) await releaseFile(db, id)
      for (const key of await findFilesToRemove(db)) {
        await storage.delete(key)
        await dropFileMark(db, key)
      }
      await deleteOldTransfers(db)
      await transfers.deleteStaleFolders()
    },
  }

  async function recordImported(tx: Db, { user_id, id }: TransferRow, workspace: { id: string; name: string }) {
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
    await audit.record(tx, {
      actorId: user_id,
      actorEmail: email,
      action: 'workspace.imported',
      subject: workspace.name,
      details: { workspace_id: workspace.id, import_id: id },
      address: null,
    })
  }
}

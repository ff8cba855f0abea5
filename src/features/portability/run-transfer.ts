import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { JobContext } from '#platform/jobs/queue.ts'
import { privateFolderMode } from '#platform/storage/private-files.ts'
import type { TransferStage } from './contract.ts'
import type { OnProgress } from './export-workspace.ts'
import { claimTransfer, endTransfer, releaseFile, saveProgress, type TransferRow } from './store/store.ts'

/** `workFolder`: folder for temporary files. */
type Dependencies = { db: Database; workFolder: string }

const progressEveryMs = 500
/** Temporary files older than this were left by a crashed worker. */
const staleMs = 24 * 3600_000

/** The user canceled the transfer, so it isn't an error. */
export class Canceled extends Error {}

export function createTransfers({ db, workFolder }: Dependencies) {
  return {
    /** Runs a transfer in its own temporary folder, saves its progress, and always ends it. */
    async run(
      id: string,
      { lastAttempt, signal, log }: JobContext,
      perform: (row: TransferRow, folder: string, onProgress: OnProgress) => Promise<void>,
    ) {
      const row = await claimTransfer(db, id)
      if (!row) return
      await mkdir(workFolder, { recursive: true, mode: privateFolderMode })
      const folder = await mkdtemp(path.join(workFolder, 'transfer-'))
      let savedAt = 0
      let savedStage: TransferStage | null = null
      const onProgress: OnProgress = async (stage, share) => {
        signal.throwIfAborted()
        const now = Date.now()
        if (stage === savedStage && now - savedAt < progressEveryMs) return
        savedAt = now
        savedStage = stage
        if (!(await saveProgress(db, id, stage, share))) throw new Canceled()
      }
      try {
        await perform(row, folder, onProgress)
      } catch (error) {
        if (error instanceof Canceled) return
        const refused = error instanceof AppError && !error.retryable
        if (!refused && !lastAttempt) throw error
        if (!refused) log.error({ err: error }, 'A workspace export or import failed')
        const failure = error instanceof AppError ? error : transferFailed(error)
        await db.transaction().execute(async (tx) => {
          if (await endTransfer(tx, id, { status: 'failed', error: failure })) await releaseFile(tx, id)
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    async deleteStaleFolders() {
      for (const name of await readdir(workFolder).catch(() => [])) {
        const folder = path.join(workFolder, name)
        const { mtimeMs } = await stat(folder)
        if (mtimeMs < Date.now() - staleMs) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

const transferFailed = (cause: unknown) =>
  new AppError('internal', 'Something went wrong on our side. Nothing was changed. Try again.', {
    reason: 'transfer_failed',
    cause,
  })

import { randomUUIDv7 } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Audit } from '#features/audit/service.ts'
import type { ExportPart } from '#features/auth/export-parts.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import { contentDisposition } from '#features/reports/export-name.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import { privateFolderMode } from '#platform/private-files.ts'
import type { JobContext, Queue } from '#platform/queue.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { Storage } from '#platform/storage.ts'
import { writeZip } from '#platform/zip-writer.ts'
import { archiveHours, type TransferStage, type WorkspaceArchive, type WorkspaceImport } from './contract.ts'
import { createArchive, type OnProgress } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { archiveJob, importJob } from './jobs.ts'
import {
  claimTransfer,
  countContents,
  deleteOldTransfers,
  dropFileMark,
  endTransfer,
  findArchives,
  findExpired,
  findFilesToRemove,
  findImports,
  findTransfer,
  type ImportRow,
  insertTransfer,
  locateArchive,
  markFile,
  releaseFile,
  saveProgress,
  type TransferRow,
} from './store.ts'

export type Portability = ReturnType<typeof createPortability>

export type By = { actor: Actor; address: string }

type Dependencies = {
  db: Database
  pool: pg.Pool
  storage: Storage
  queue: Queue
  audit: Audit
  rates: RateLimiter
  workspaces: Workspaces
  pictures: ImageRenderer
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

const rates = { archive: { most: 12, windowSeconds: 3600 }, import: { most: 20, windowSeconds: 3600 } }
const progressEveryMs = 500
const readSeconds = 300
/** Temporary files older than this were left by a crashed worker. */
const staleMs = 24 * 3600_000

/** The user cancelled the transfer, so it isn't an error. */
class Cancelled extends Error {}

export function createPortability(dependencies: Dependencies) {
  const { db, storage, queue, audit, workspaces, publicUrl, workFolder, maxBytes } = dependencies

  return {
    locate: (workspaceIds: string[], id: string) => locateArchive(db, workspaceIds, id),

    /** Queues an export. @throws AppError conflict while one is running, rate_limited (12 per hour) */
    async start(
      { actor, address }: By,
      workspaceId: string,
      keepAnswer: KeepAnswer,
    ): Promise<{ archive: WorkspaceArchive }> {
      await refuseTooMany(`workspace-archive:${workspaceId}`, rates.archive, 'A workspace archive was created')
      return db.transaction().execute(async (tx) => {
        const id = randomUUIDv7()
        const row = await insertTransfer(tx, {
          id,
          kind: 'export',
          userId: actor.userId,
          workspaceId,
          fileKey: toKey(id),
          bytes: null,
        })
        if (!row)
          throw new AppError(
            'conflict',
            'An export of this workspace is already running. Wait for it, or cancel it first.',
            { reason: 'export_running' },
          )
        await queue.send(tx, archiveJob, { transfer_id: id })
        await record(tx, { actor, address }, 'workspace.archived', workspaceId, { archive_id: id })
        const answer = { archive: presentArchive(row) }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    async archives(workspaceId: string) {
      const [rows, { image_bytes, ...contents }] = await Promise.all([
        findArchives(db, workspaceId),
        countContents(db, workspaceId),
      ])
      const rowsThere = contents.report_rows + contents.reports + contents.documents + contents.posts
      return { items: rows.map(presentArchive), counts: { ...contents, rows: rowsThere }, image_bytes }
    },

    /** Cancels a running export or deletes a finished archive. */
    async remove({ actor, address }: By, workspaceId: string, id: string) {
      await db.transaction().execute(async (tx) => {
        await endTransfer(tx, id, { status: 'cancelled' })
        await releaseFile(tx, id)
        await record(tx, { actor, address }, 'workspace.archive_removed', workspaceId, { archive_id: id })
      })
    },

    /** @throws AppError not_found when it has expired */
    async download({ actor, address }: By, workspaceId: string, id: string): Promise<Response> {
      const row = await findTransfer(db, id)
      const expired = new AppError(
        'not_found',
        `This archive has expired. Archives are kept for ${archiveHours} hours. Create a new one.`,
        { reason: 'archive_expired', params: { hours: archiveHours } },
      )
      if (row?.status !== 'done' || !row.file_key || (row.expires_at !== null && row.expires_at < new Date()))
        throw expired
      await record(db, { actor, address }, 'workspace.archive_downloaded', workspaceId, { archive_id: id })
      const disposition = contentDisposition(`earshot-workspace-${row.created_at.toISOString().slice(0, 10)}`, 'zip')
      const url = await storage.readUrl(row.file_key, { seconds: readSeconds, type: 'application/zip', disposition })
      if (url) return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
      const found = await storage.get(row.file_key)
      if (!found) throw expired
      return new Response(Readable.toWeb(found.body) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Length': String(found.bytes),
          'Content-Disposition': disposition,
          'Cache-Control': 'no-store',
        },
      })
    },

    /**
     * Streams the upload to file storage and queues the import job.
     * @throws AppError too_large, unsupported_type, conflict while another import is running, rate_limited (20 per hour)
     */
    async receive(
      { actor, address }: By,
      body: { stream: Readable; bytes: number | null; type: string },
    ): Promise<{ import: WorkspaceImport }> {
      const { userId } = actor
      const type = body.type.split(';')[0]!.trim().toLowerCase()
      if (!['application/zip', 'application/x-zip-compressed', 'application/octet-stream'].includes(type))
        throw new AppError('unsupported_type', 'Send the archive itself as the body, as application/zip.', {
          field: 'file',
          reason: 'not_a_zip',
        })
      if (body.bytes === null)
        throw new AppError('invalid_input', 'Content-Length is missing. Send the archive’s size.', {
          field: 'file',
          reason: 'size_missing',
        })
      if (body.bytes > maxBytes)
        throw new AppError('too_large', `The archive is larger than the ${formatSize(maxBytes)} this server accepts.`, {
          field: 'file',
          reason: 'archive_too_large',
          params: { max: maxBytes },
        })
      await refuseTooMany(`workspace-import:${userId}`, rates.import, 'You imported a workspace')
      if ((await findImports(db, userId)).some(isActive)) throw importRunning()
      await db.transaction().execute((tx) => workspaces.requireWorkspaceSlot(tx, userId))
      const id = randomUUIDv7()
      const key = toKey(id)
      // Marked for deletion before it's stored, so that a crash leaves no orphaned file.
      await markFile(db, key)
      await storage.put(key, { stream: body.stream, bytes: body.bytes }).catch((cause) => {
        throw cause instanceof AppError
          ? cause
          : new AppError('invalid_input', 'The upload was incomplete. Upload the archive again.', {
              field: 'file',
              reason: 'upload_incomplete',
              cause,
            })
      })
      await db.transaction().execute(async (tx) => {
        const row = await insertTransfer(tx, {
          id,
          kind: 'import',
          userId,
          workspaceId: null,
          fileKey: key,
          bytes: body.bytes,
        })
        if (!row) throw importRunning()
        await dropFileMark(tx, key)
        await queue.send(tx, importJob, { transfer_id: id })
        await record(tx, { actor, address }, 'workspace.import_began', actor.email, {
          import_id: id,
          bytes: body.bytes,
        })
      })
      return { import: presentImport((await findImports(db, userId, id))[0]!) }
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
      runTransfer(id, context, async (row, folder, onProgress) => {
        const archive = createArchive(dependencies, row.workspace_id!, onProgress)
        const file = path.join(folder, 'workspace.zip')
        await pipeline(writeZip(archive.entries), createWriteStream(file, { mode: 0o600 }), { signal: context.signal })
        await onProgress('storing', 0.92)
        const { size } = await stat(file)
        await storage.put(row.file_key!, { stream: createReadStream(file), bytes: size })
        const outcome = { counts: archive.counts(), notes: [] }
        if (!(await endTransfer(db, id, { status: 'done', outcome, bytes: size, expiresInHours: archiveHours })))
          // Cancelled during the upload.
          await storage.delete(toKey(id))
      }),

    /** Job: imports a workspace. */
    runImport: (id: string, context: JobContext) =>
      runTransfer(id, context, async (row, folder, onProgress) => {
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
              throw new Cancelled()
            await releaseFile(tx, id)
            await recordImported(tx, row, workspace)
          },
        })
      }),

    /** Retention: deletes expired archives, orphaned files and old transfers. */
    async sweep() {
      for (const id of await findExpired(db)) await releaseFile(db, id)
      for (const key of await findFilesToRemove(db)) {
        await storage.delete(key)
        await dropFileMark(db, key)
      }
      await deleteOldTransfers(db)
      for (const name of await readdir(workFolder).catch(() => [])) {
        const folder = path.join(workFolder, name)
        const { mtimeMs } = await stat(folder)
        if (mtimeMs < Date.now() - staleMs) await rm(folder, { recursive: true, force: true })
      }
    },
  }

  /** Runs a transfer in its own temporary folder, saves its progress, and always ends it. */
  async function runTransfer(
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
      if (!(await saveProgress(db, id, stage, share))) throw new Cancelled()
    }
    try {
      await perform(row, folder, onProgress)
    } catch (error) {
      if (error instanceof Cancelled) return
      const refused = error instanceof AppError && !error.retryable
      if (!refused && !lastAttempt) throw error
      if (!refused) log.error({ err: error }, 'A workspace export or import failed')
      const sentence = refused ? error.message : 'Something went wrong on our side. Nothing was changed. Try again.'
      await db.transaction().execute(async (tx) => {
        if (await endTransfer(tx, id, { status: 'failed', error: sentence })) await releaseFile(tx, id)
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function refuseTooMany(bucket: string, rate: { most: number; windowSeconds: number }, what: string) {
    const { count, resets_at } = await dependencies.rates.count(bucket, rate.windowSeconds)
    if (count <= rate.most) return
    const seconds = Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000))
    throw new AppError(
      'rate_limited',
      `${what} ${rate.most} times this hour. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      {
        reason: 'too_many_transfers',
        params: { max: rate.most, minutes: Math.ceil(seconds / 60) },
        retryAfterSeconds: seconds,
      },
    )
  }

  function record(tx: Db, { actor, address }: By, action: string, subject: string, details: Record<string, unknown>) {
    return audit.record(tx, { actorId: actor.userId, actorEmail: actor.email, action, subject, details, address })
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

  function presentArchive(row: TransferRow): WorkspaceArchive {
    const ready =
      row.status === 'done' && row.file_key !== null && (row.expires_at === null || row.expires_at > new Date())
    return {
      ...presentTransfer(row),
      workspace_id: row.workspace_id!,
      url: ready ? `${publicUrl}/user/workspace/archive/${row.id}` : null,
      expires_at: ready ? (row.expires_at?.toISOString() ?? null) : null,
    }
  }
}

const toKey = (id: string) => `transfers/${id}/workspace.zip`
const isActive = ({ status }: TransferRow) => status === 'queued' || status === 'running'
const importRunning = () =>
  new AppError('conflict', 'A workspace import is already running. Wait for it, or cancel it first.', {
    reason: 'import_running',
  })
const formatSize = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toLocaleString('en')} GB` : `${Math.round(bytes / 1e6)} MB`

const presentTransfer = (row: TransferRow) => ({
  _id: row.id,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  bytes: row.bytes,
  outcome: row.outcome,
  error: row.error,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

const presentImport = (row: ImportRow): WorkspaceImport => ({
  ...presentTransfer(row),
  workspace:
    row.workspace_id && row.workspace_name
      ? { _id: row.workspace_id, name: row.workspace_name, color: row.workspace_color! }
      : null,
})

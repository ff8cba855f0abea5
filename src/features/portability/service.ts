import { randomUUIDv7 } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Audit } from '#features/audit/service.ts'
import type { ExportPart } from '#features/auth/export-parts.ts'
import type { Pictures } from '#features/images/image-renderer.ts'
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
import { createArchive, type Tell } from './export-workspace.ts'
import { takeIn } from './import-workspace.ts'
import { archiveJob, importJob } from './jobs.ts'
import {
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
  letFileGo,
  locateArchive,
  markFile,
  saveProgress,
  type TransferRow,
  takeTransfer,
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
  pictures: Pictures
  parts: ExportPart[]
  sealSecret(listenerId: string): string
  checkUrl(url: string): Promise<void>
  publicUrl: string
  version: string
  /** For files that are being made or read: never kept. */
  workFolder: string
  /** Largest archive that is taken in. */
  mostBytes: number
}

const rates = { archive: { most: 12, windowSeconds: 3600 }, import: { most: 20, windowSeconds: 3600 } }
const progressEveryMs = 500
const readSeconds = 300
/** Of files of a worker that died. */
const staleMs = 24 * 3600_000

/** Somebody called it off: nobody is told of an error. */
class CalledOff extends Error {}

export function createPortability(dependencies: Dependencies) {
  const { db, storage, queue, audit, workspaces, publicUrl, workFolder, mostBytes } = dependencies

  return {
    locate: (workspaceIds: string[], id: string) => locateArchive(db, workspaceIds, id),

    /** @throws AppError conflict while one is made, rate_limited (12 an hour) */
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

    /** Stops one that is made, takes one away that waits. */
    async remove({ actor, address }: By, workspaceId: string, id: string) {
      await db.transaction().execute(async (tx) => {
        await endTransfer(tx, id, { status: 'cancelled' })
        await letFileGo(tx, id)
        await record(tx, { actor, address }, 'workspace.archive_removed', workspaceId, { archive_id: id })
      })
    },

    /** @throws AppError not_found when its time is over */
    async download({ actor, address }: By, workspaceId: string, id: string): Promise<Response> {
      const row = await findTransfer(db, id)
      const gone = new AppError(
        'not_found',
        `This archive has expired. Archives are kept for ${archiveHours} hours. Create a new one.`,
        { reason: 'archive_expired', params: { hours: archiveHours } },
      )
      if (row?.status !== 'done' || !row.file_key || (row.expires_at !== null && row.expires_at < new Date()))
        throw gone
      await record(db, { actor, address }, 'workspace.archive_downloaded', workspaceId, { archive_id: id })
      const disposition = contentDisposition(`earshot-workspace-${row.created_at.toISOString().slice(0, 10)}`, 'zip')
      const url = await storage.readUrl(row.file_key, { seconds: readSeconds, type: 'application/zip', disposition })
      if (url) return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
      const found = await storage.get(row.file_key)
      if (!found) throw gone
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
     * Puts an archive away as it comes; a job looks into it.
     * @throws AppError too_large, unsupported_type, conflict while another is on its way, rate_limited (20 an hour)
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
      if (body.bytes > mostBytes)
        throw new AppError('too_large', `The archive is larger than the ${inWords(mostBytes)} this server accepts.`, {
          field: 'file',
          reason: 'archive_too_large',
          params: { max: mostBytes },
        })
      await refuseTooMany(`workspace-import:${userId}`, rates.import, 'You imported a workspace')
      if ((await findImports(db, userId)).some(isAtWork)) throw oneAtATime()
      await db.transaction().execute((tx) => workspaces.requireWorkspaceSlot(tx, userId))
      const id = randomUUIDv7()
      const key = toKey(id)
      // Put down as to be removed before it is there: whatever breaks off from here on leaves nothing behind.
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
        if (!row) throw oneAtATime()
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
      most_bytes: mostBytes,
    }),

    /** @throws AppError not_found, conflict when it is over */
    async cancelImport(userId: string, id: string): Promise<{ import: WorkspaceImport }> {
      const [found] = await findImports(db, userId, id)
      if (!found)
        throw new AppError('not_found', 'This import doesn’t exist, or it belongs to someone else.', {
          reason: 'import_missing',
        })
      await db.transaction().execute(async (tx) => {
        if (!(await endTransfer(tx, id, { status: 'cancelled' })))
          throw new AppError('conflict', 'This import has already ended.', { reason: 'import_ended' })
        await letFileGo(tx, id)
      })
      return { import: presentImport((await findImports(db, userId, id))[0]!) }
    },

    /** The work of a job: makes an archive. */
    make: (id: string, context: JobContext) =>
      work(id, context, async (row, folder, tell) => {
        const archive = createArchive(dependencies, row.workspace_id!, tell)
        const file = path.join(folder, 'workspace.zip')
        await pipeline(writeZip(archive.entries), createWriteStream(file, { mode: 0o600 }), { signal: context.signal })
        await tell('storing', 0.92)
        const { size } = await stat(file)
        await storage.put(row.file_key!, { stream: createReadStream(file), bytes: size })
        const outcome = { counts: archive.counts(), notes: [] }
        if (!(await endTransfer(db, id, { status: 'done', outcome, bytes: size, expiresInHours: archiveHours })))
          // Called off while it was put away.
          await storage.delete(toKey(id))
      }),

    /** The work of a job: brings a workspace. */
    bring: (id: string, context: JobContext) =>
      work(id, context, async (row, folder, tell) => {
        const file = path.join(folder, 'workspace.zip')
        const stored = row.file_key && (await storage.get(row.file_key))
        if (!stored)
          throw new AppError('not_found', 'The uploaded archive has expired. Upload it again.', {
            reason: 'upload_expired',
          })
        await pipeline(stored.body, createWriteStream(file, { mode: 0o600 }), { signal: context.signal })
        await takeIn(dependencies, {
          path: file,
          userId: row.user_id,
          tell,
          async finish(tx, workspace, outcome) {
            await workspaces.requireWorkspaceSlot(tx, row.user_id)
            if (!(await endTransfer(tx, id, { status: 'done', outcome, workspaceId: workspace.id })))
              throw new CalledOff()
            await letFileGo(tx, id)
            await recordImported(tx, row, workspace)
          },
        })
      }),

    /** Takes away archives whose time is over, files nothing names, and what is told of long ago. */
    async sweep() {
      for (const id of await findExpired(db)) await letFileGo(db, id)
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

  /** Runs one transfer in a folder of its own, tells how far it is, and ends it whatever happens. */
  async function work(
    id: string,
    { lastAttempt, signal, log }: JobContext,
    perform: (row: TransferRow, folder: string, tell: Tell) => Promise<void>,
  ) {
    const row = await takeTransfer(db, id)
    if (!row) return
    await mkdir(workFolder, { recursive: true, mode: privateFolderMode })
    const folder = await mkdtemp(path.join(workFolder, 'transfer-'))
    let toldAt = 0
    let toldStage: TransferStage | null = null
    const tell: Tell = async (stage, share) => {
      signal.throwIfAborted()
      const now = Date.now()
      if (stage === toldStage && now - toldAt < progressEveryMs) return
      toldAt = now
      toldStage = stage
      if (!(await saveProgress(db, id, stage, share))) throw new CalledOff()
    }
    try {
      await perform(row, folder, tell)
    } catch (error) {
      if (error instanceof CalledOff) return
      const refused = error instanceof AppError && !error.retryable
      if (!refused && !lastAttempt) throw error
      if (!refused) log.error({ err: error }, 'A workspace export or import failed')
      const sentence = refused ? error.message : 'Something went wrong on our side. Nothing was changed. Try again.'
      await db.transaction().execute(async (tx) => {
        if (await endTransfer(tx, id, { status: 'failed', error: sentence })) await letFileGo(tx, id)
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
const isAtWork = ({ status }: TransferRow) => status === 'queued' || status === 'running'
const oneAtATime = () =>
  new AppError('conflict', 'A workspace import is already running. Wait for it, or cancel it first.', {
    reason: 'import_running',
  })
const inWords = (bytes: number) =>
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

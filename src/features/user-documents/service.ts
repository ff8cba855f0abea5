import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { DocumentMirror } from '#providers/document-mirror/port.ts'
import { maxBytes, maxDocuments, type UserDocument } from './contract.ts'
import { mirrorJob } from './jobs.ts'
import {
  countDocuments,
  type DocumentRef,
  type DocumentRow,
  deleteAllRemoved,
  deleteDocument,
  deleteRemoved,
  findDocument,
  findDocuments,
  findRemoved,
  insertDocument,
  isMember,
  lockDocuments,
  updateDocument,
} from './store/store.ts'

const maxAttempts = 5
const cleanupBatchSize = 200

export type UserDocuments = ReturnType<typeof createUserDocuments>

/** Small JSON documents of people, by path. `mirror`: where they are copied to, after they are kept here. */
export function createUserDocuments({
  db,
  queue,
  mirror,
  log,
}: {
  db: Database
  queue: Pick<Queue, 'send'>
  mirror: DocumentMirror | null
  log: Log
}) {
  /** The document's key, after checking that the user is in its workspace. */
  async function open(userId: string, given: { path: string; workspace_id?: string }): Promise<DocumentRef> {
    const workspaceId = given.workspace_id ?? null
    await requireMember(userId, workspaceId)
    return { userId, workspaceId, path: given.path }
  }

  async function requireMember(userId: string, workspaceId: string | null) {
    if (workspaceId !== null && !(await isMember(db, userId, workspaceId)))
      throw new AppError('not_found', 'This workspace doesn’t exist.', {
        field: 'workspace_id',
        reason: 'workspace_missing',
      })
  }

  const queueMirror = async (tx: Parameters<Queue['send']>[0], { userId, workspaceId, path }: DocumentRef) => {
    if (mirror) await queue.send(tx, mirrorJob, { user_id: userId, workspace_id: workspaceId, path })
  }

  /**
   * Looks there first and reads ours after: whatever was written since the look makes the write fail, and it is done
   * again. So the last version stays, in whatever order two of these run.
   */
  async function copy(ref: DocumentRef, signal: AbortSignal) {
    if (!mirror) return
    for (let look = 0; look < maxAttempts; look++) {
      const seen = await mirror.look(ref, signal)
      const row = await findDocument(db, ref)
      if (!row && !seen) return
      if (await mirror.write(ref, row ? present(row) : null, seen, signal)) return
    }
    throw new Error('A document changes in the mirror faster than it can be written.')
  }

  return {
    async list(
      userId: string,
      { workspace_id, prefix, page, limit }: { workspace_id?: string; prefix?: string; page: number; limit: number },
    ) {
      const workspaceId = workspace_id ?? null
      await requireMember(userId, workspaceId)
      const { rows, total } = await findDocuments(db, { userId, workspaceId, prefix, page, limit })
      return { items: rows.map(presentHead), total, page, limit }
    },

    async get(userId: string, given: { path: string; workspace_id?: string }): Promise<UserDocument | null> {
      const row = await findDocument(db, await open(userId, given))
      return row ? present(row) : null
    },

    /** @throws AppError too_large; conflict: made from another version than the one that is kept, or too many */
    async put(
      userId: string,
      given: { path: string; workspace_id?: string; version: number; content: Record<string, unknown> },
    ): Promise<UserDocument> {
      const ref = await open(userId, given)
      const bytes = Buffer.byteLength(JSON.stringify(given.content))
      if (bytes > maxBytes)
        throw new AppError('too_large', `content can have up to ${maxBytes.toLocaleString('en')} bytes as JSON.`, {
          field: 'content',
          reason: 'document_too_large',
          params: { max_bytes: maxBytes },
        })
      const stored = { content: given.content, bytes }
      return db.transaction().execute(async (tx) => {
        await lockDocuments(tx, userId)
        const existing = await findDocument(tx, ref)
        if ((existing?.version ?? 0) !== given.version)
          throw new AppError(
            'conflict',
            existing
              ? 'This document has changed. Read it again, then save your changes.'
              : 'This document was deleted. Save it with version 0.',
            { field: 'version', reason: 'version_conflict', details: { version: existing?.version ?? 0 } },
          )
        if (!existing && (await countDocuments(tx, userId)) >= maxDocuments)
          throw new AppError('conflict', `You can have up to ${maxDocuments} documents. Delete one first.`, {
            field: 'path',
            reason: 'too_many_documents',
            params: { max: maxDocuments },
          })
        const row = existing
          ? await updateDocument(tx, ref, given.version, stored)
          : await insertDocument(tx, ref, stored)
        await queueMirror(tx, ref)
        return present(row!)
      })
    },

    /** What is not there stays so. @throws AppError conflict */
    async delete(userId: string, given: { path: string; workspace_id?: string; version?: number }) {
      const ref = await open(userId, given)
      await db.transaction().execute(async (tx) => {
        await lockDocuments(tx, userId)
        const existing = await findDocument(tx, ref)
        if (!existing) return
        if (given.version !== undefined && existing.version !== given.version)
          throw new AppError('conflict', 'This document has changed. Read it again first.', {
            field: 'version',
            reason: 'version_conflict',
            details: { version: existing.version },
          })
        await deleteDocument(tx, ref)
        await queueMirror(tx, ref)
      })
    },

    copy,

    /** Takes out of the mirror what went with an account or a workspace. */
    async cleanUp() {
      if (!mirror) return deleteAllRemoved(db)
      for (const { id, user_id, workspace_id, path } of await findRemoved(db, cleanupBatchSize)) {
        const ref = { userId: user_id, workspaceId: workspace_id, path }
        try {
          await copy(ref, AbortSignal.timeout(60_000))
        } catch (err) {
          // The next cleanup tries again.
          return log.warn({ err }, 'The document mirror doesn’t answer')
        }
        await deleteRemoved(db, id)
      }
    },
  }
}

const presentHead = ({
  path,
  workspace_id,
  version,
  bytes,
  updated_at,
}: Omit<DocumentRow, 'content' | 'user_id' | 'change'>) => ({
  path,
  workspace_id,
  version,
  bytes,
  updated_at: updated_at.toISOString(),
})

const present = (row: DocumentRow): UserDocument => ({ ...presentHead(row), content: row.content })

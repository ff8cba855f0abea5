import { Readable } from 'node:stream'
import type { Audit } from '#features/audit/service.ts'
import { contentDisposition } from '#kit/download-name.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { archiveHours } from './contract.ts'
import { findTransfer } from './store/store.ts'

type Dependencies = { db: Database; storage: Storage; audit: Audit }

const readSeconds = 300

export function createArchiveDownload({ db, storage, audit }: Dependencies) {
  /** @throws AppError not_found when it has expired */
  return async function downloadArchive(requester: Requester, workspaceId: string, id: string): Promise<Response> {
    const row = await findTransfer(db, id)
    if (row?.status !== 'done' || !row.file_key || (row.expires_at !== null && row.expires_at < new Date()))
      throw expired()
    await audit.recordCall(db, requester, 'workspace.archive_downloaded', workspaceId, { archive_id: id })
    const disposition = contentDisposition(`earshot-workspace-${row.created_at.toISOString().slice(0, 10)}`, 'zip')
    const url = await storage.readUrl(row.file_key, { seconds: readSeconds, type: 'application/zip', disposition })
    if (url) return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
    const found = await storage.get(row.file_key)
    if (!found) throw expired()
    return new Response(Readable.toWeb(found.body) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': String(found.bytes),
        'Content-Disposition': disposition,
        'Cache-Control': 'no-store',
      },
    })
  }
}

const expired = () =>
  new AppError(
    'not_found',
    `This archive has expired. Archives are kept for ${archiveHours} hours. Create a new one.`,
    { reason: 'archive_expired', params: { hours: archiveHours } },
  )

import type { Audit } from '#features/audit/service.ts'
import type { SectionName } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester, StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { GoogleDrive, GoogleFileKind } from '#providers/google-drive/port.ts'
import type { GoogleConnections } from './connections.ts'
import type { GoogleFileLink, GoogleSource, GoogleTarget } from './contract.ts'

export type GoogleExport = ReturnType<typeof createGoogleExport>

/** A kind of thing that is exported. Both @throws AppError not_found */
type ExportSource = {
  fileKind: GoogleFileKind
  getName(ref: ResourceRef, section: SectionName | undefined): Promise<string>
  /** HTML or CSV. */
  getFile(ref: ResourceRef, section: SectionName | undefined): Promise<Response>
}
export type ExportSources = Record<GoogleSource, ExportSource>

type Dependencies = {
  db: Database
  audit: Audit
  rates: RateLimiter
  drive: GoogleDrive
  connections: GoogleConnections
  sources: ExportSources
}

const exportsPerHour = 60
/** It's held in memory while it's sent. */
const maxFileBytes = 20_000_000
const maxNameLength = 200

/** Exports to the Drive of the person who asks, in the same files that are downloaded. */
export function createGoogleExport({ db, audit, rates, drive, connections, sources }: Dependencies) {
  return async function exportToGoogle(
    requester: Requester,
    workspaceId: string,
    { kind, source_id, section }: GoogleTarget,
    storeResponse: StoreResponse,
  ): Promise<{ file: GoogleFileLink }> {
    if (section !== undefined && kind !== 'report')
      throw new AppError('invalid_input', 'section is for reports.', { field: 'section', reason: 'not_a_report' })
    const { userId } = requester.actor
    const ref = { workspaceId, id: source_id }
    const { fileKind, getName, getFile } = sources[kind]
    const name = (await getName(ref, section)).trim().slice(0, maxNameLength).toWellFormed() || 'Untitled'
    const created = await connections.use({ workspaceId, userId }, async (token) => {
      await refuseTooOften(userId)
      const content = await readContent(await getFile(ref, section))
      return drive.createFile(token, { name, kind: fileKind, content })
    })
    const answer = { file: { kind: fileKind, name, url: created.url } }
    await db.transaction().execute(async (tx) => {
      const details = { workspace_id: workspaceId, kind, source_id, ...(section ? { section } : {}) }
      await audit.recordCall(tx, requester, 'google.exported', name, details)
      await storeResponse(tx, answer)
    })
    return answer
  }

  async function refuseTooOften(userId: string) {
    const { count, resets_at } = await rates.count(`google-export:${userId}`, 3600)
    if (count <= exportsPerHour) return
    throw new AppError('rate_limited', `You can create ${exportsPerHour} files in Google Drive an hour.`, {
      reason: 'too_many_google_exports',
      params: { max: exportsPerHour },
      retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000)),
    })
  }
}

/** Without the byte order mark, which is for Excel. @throws AppError too_large */
async function readContent({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > maxFileBytes)
      throw new AppError('too_large', 'This is too large for Google. Download it instead.', {
        reason: 'google_too_large',
      })
  }
  const whole = Buffer.concat(parts)
  const mark = Buffer.from('\ufeff')
  return whole.subarray(0, mark.length).equals(mark) ? whole.subarray(mark.length) : whole
}

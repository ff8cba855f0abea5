import { type SqlBool, sql } from 'kysely'
import '#features/workspaces/store/tables.ts'
import type { AppError, Failure } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { TransferOutcome, TransferStage, TransferStatus } from '../contract.ts'
import './tables.ts'

export type TransferRow = {
  id: string
  kind: 'export' | 'import'
  user_id: string
  workspace_id: string | null
  status: TransferStatus
  stage: TransferStage
  progress: number
  file_key: string | null
  bytes: number | null
  outcome: TransferOutcome | null
  error: string | null
  failure: Failure | null
  created_at: Date
  finished_at: Date | null
  expires_at: Date | null
}

const activeStatuses = ['queued', 'running'] as const

/** Null when the workspace has a running export, or the user a running import. */
export async function insertTransfer(
  db: Db,
  transfer: {
    id: string
    kind: 'export' | 'import'
    userId: string
    workspaceId: string | null
    fileKey: string
    bytes: number | null
  },
): Promise<TransferRow | null> {
  const row = await db
    .insertInto('workspace_transfers')
    .values({
      id: transfer.id,
      kind: transfer.kind,
      user_id: transfer.userId,
      workspace_id: transfer.workspaceId,
      status: 'queued',
      file_key: transfer.fileKey,
      bytes: transfer.bytes,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return (row as TransferRow | undefined) ?? null
}

export async function findTransfer(db: Db, id: string): Promise<TransferRow | null> {
  const row = await db.selectFrom('workspace_transfers').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as TransferRow | undefined) ?? null
}

/** The workspace of an export, if it's one of these. */
export async function locateArchive(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('workspace_transfers')
    .select('workspace_id')
    .where('id', '=', id)
    .where('kind', '=', 'export')
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The latest 10 exports of a workspace. */
export async function findArchives(db: Db, workspaceId: string): Promise<TransferRow[]> {
  const rows = await db
    .selectFrom('workspace_transfers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'export')
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  return rows as TransferRow[]
}

export type ImportRow = TransferRow & { workspace_name: string | null; workspace_color: string | null }

/** The user's latest 10 imports, with the workspaces' current names. */
export async function findImports(db: Db, userId: string, id?: string): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('workspace_transfers as t')
    .leftJoin('workspaces as w', 'w.id', 't.workspace_id')
    .selectAll('t')
    .select(['w.name as workspace_name', 'w.color as workspace_color'])
    .where('t.user_id', '=', userId)
    .where('t.kind', '=', 'import')
    .$if(id !== undefined, (query) => query.where('t.id', '=', id!))
    .orderBy('t.created_at', 'desc')
    .limit(10)
    .execute()
  return rows as ImportRow[]
}

/** Null when it has ended: canceled, or finished by an earlier worker. */
export async function claimTransfer(db: Db, id: string): Promise<TransferRow | null> {
  const row = await db
    .updateTable('workspace_transfers')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .returningAll()
    .executeTakeFirst()
  return (row as TransferRow | undefined) ?? null
}

/** False when it was canceled. */
export async function saveProgress(db: Db, id: string, stage: TransferStage, progress: number): Promise<boolean> {
  const row = await db
    .updateTable('workspace_transfers')
    .set({ stage, progress: sql<number>`greatest(progress, ${progress}::real)` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type End = {
  status: Exclude<TransferStatus, 'queued' | 'running'>
  outcome?: TransferOutcome
  error?: AppError
  bytes?: number
  workspaceId?: string
  expiresInHours?: number
}

/** False when it had already ended. */
export async function endTransfer(db: Db, id: string, end: End): Promise<boolean> {
  const row = await db
    .updateTable('workspace_transfers')
    .set({
      status: end.status,
      finished_at: sql<Date>`now()`,
      ...(end.status === 'done' ? { progress: 1 } : {}),
      ...(end.outcome ? { outcome: JSON.stringify(end.outcome) } : {}),
      ...(end.error ? toErrorColumns(end.error) : {}),
      ...(end.bytes === undefined ? {} : { bytes: end.bytes }),
      ...(end.workspaceId ? { workspace_id: end.workspaceId } : {}),
      ...(end.expiresInHours ? { expires_at: sql<Date>`now() + make_interval(hours => ${end.expiresInHours})` } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the file for deletion; the row stays as history. */
export async function releaseFile(db: Db, id: string) {
  await sql`
    with gone as (
      update workspace_transfers t set file_key = null, expires_at = null from workspace_transfers before
      where t.id = ${id} and before.id = t.id and t.file_key is not null
      returning before.file_key
    )
    insert into transfer_files_to_remove (file_key, due_at) select file_key, now() from gone
    on conflict (file_key) do update set due_at = excluded.due_at`.execute(db)
}

/** Expired archives. */
export async function findExpired(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_transfers')
    .select('id')
    .where('expires_at', '<', sql<Date>`now()`)
    .where('file_key', 'is not', null)
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteOldTransfers(db: Db) {
  await db.deleteFrom('workspace_transfers').where(sql<SqlBool>`finished_at < now() - interval '90 days'`).execute()
}

/** Marks a file for deletion in a day, unless a row references it. */
export async function markFile(db: Db, fileKey: string) {
  await sql`insert into transfer_files_to_remove (file_key, due_at) values (${fileKey}, now() + interval '1 day')
    on conflict (file_key) do update set due_at = excluded.due_at`.execute(db)
}

export async function dropFileMark(db: Db, fileKey: string) {
  await db.deleteFrom('transfer_files_to_remove').where('file_key', '=', fileKey).execute()
}

export async function findFilesToRemove(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_files_to_remove')
    .select('file_key')
    .where('due_at', '<=', sql<Date>`now()`)
    .limit(100)
    .execute()
  return rows.map(({ file_key }) => file_key)
}

/** Number of reports, documents and so on in a workspace, and bytes of its images. */
export async function countContents(db: Db, workspaceId: string) {
  const { rows } = await sql<{
    reports: number
    report_rows: number
    documents: number
    posts: number
    listeners: number
    lists: number
    imports: number
    images: number
    image_bytes: number
  }>`
    select (select count(*) from reports where workspace_id = ${workspaceId}) as reports,
      (select coalesce(sum(row_count), 0) from reports where workspace_id = ${workspaceId}) as report_rows,
      (select count(*) from documents where workspace_id = ${workspaceId}) as documents,
      (select count(*) from posts where workspace_id = ${workspaceId}) as posts,
      (select count(*) from listeners where workspace_id = ${workspaceId}) as listeners,
      (select count(*) from keyword_lists where workspace_id = ${workspaceId} and removed_at is null) as lists,
      (select count(*) from imports where workspace_id = ${workspaceId}) as imports,
      (select count(*) from images where workspace_id = ${workspaceId}) as images,
      (select coalesce(sum((file ->> 'bytes')::bigint), 0) from images, jsonb_array_elements(files) file
        where workspace_id = ${workspaceId}) as image_bytes`.execute(db)
  return rows[0]!
}

/** A user's exports and imports, for their account export. */
export async function findUserTransfers(db: Db, userId: string) {
  return db
    .selectFrom('workspace_transfers')
    .select(['id', 'kind', 'workspace_id', 'status', 'bytes', 'error', 'failure', 'created_at', 'finished_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

import { fromErrorColumns } from '#platform/stored-error.ts'
import type { WorkspaceArchive, WorkspaceImport } from './contract.ts'
import type { ImportRow, TransferRow } from './store/store.ts'

export const isActive = ({ status }: TransferRow) => status === 'queued' || status === 'running'
const presentTransfer = (row: TransferRow) => ({
  _id: row.id,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  bytes: row.bytes,
  outcome: row.outcome,
  ...fromErrorColumns(row),
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

export function presentArchive(row: TransferRow, publicUrl: string): WorkspaceArchive {
  const ready =
    row.status === 'done' && row.file_key !== null && (row.expires_at === null || row.expires_at > new Date())
  return {
    ...presentTransfer(row),
    workspace_id: row.workspace_id!,
    url: ready ? `${publicUrl}/user/workspace/archive/${row.id}` : null,
    expires_at: ready ? (row.expires_at?.toISOString() ?? null) : null,
  }
}

export const presentImport = (row: ImportRow): WorkspaceImport => ({
  ...presentTransfer(row),
  workspace:
    row.workspace_id && row.workspace_name
      ? { _id: row.workspace_id, name: row.workspace_name, color: row.workspace_color! }
      : null,
})

import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { TransferOutcome, TransferStage, TransferStatus } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    workspace_transfers: WorkspaceTransfersTable
    transfer_files_to_remove: { file_key: string; due_at: Date }
  }
}

export type WorkspaceTransfersTable = {
  id: string
  kind: 'export' | 'import'
  user_id: string
  /** Of an import: null until it's done. */
  workspace_id: string | null
  status: TransferStatus
  stage: Generated<TransferStage>
  progress: Generated<number>
  /** Storage key of the archive; null before and after. */
  file_key: string | null
  bytes: number | null
  outcome: JSONColumnType<TransferOutcome, string | null, string | null> | null
  error: string | null
  failure: FailureColumn
  created_at: Generated<Date>
  finished_at: Date | null
  /** When the archive is deleted. */
  expires_at: Date | null
}

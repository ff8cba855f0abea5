/** How a table is in workspace archives. Columns not named are copied unchanged. */
export type ArchivedTable = {
  name: string
  /** How rows belong to the workspace: by column, or by their parent row. */
  scope: 'id' | 'workspace_id' | { column: string; table: string }
  /** Export order. */
  order: string[]
  /** Columns with user ids, which are mapped by email on import. */
  people?: string[]
  /** Columns that reference another exported table, and which. Dangling references are exported as null. */
  refs?: Record<string, string | string[]>
  /** Ids used only within their own report or run, with the reason. */
  internalIds?: Record<string, string>
  /** Columns that aren't exported, with the reason. */
  excluded?: Record<string, string>
  /** Values set on import: SQL expressions over the row `r`. */
  importValues?: Record<string, string>
  /** Values written on export: SQL expressions over the row `t`. */
  exportValues?: Record<string, string>
  /** Filter of exported rows: SQL over the row `t`, with the reason. */
  only?: { where: string; reason: string }
}

export const secret = 'a secret of this server'
export const keysMade = { keys_by_language: 'keys are made again after an import' }
export const atWork = 'running work isn’t exported'
export const units = 'credits belong to the plan that paid, and are neither exported nor refunded elsewhere'
/** Placeholder for the importing user's id. */
export const importer = ':importer'

import type { Reading } from './archive-reading.ts'
import type { OnProgress } from './export-workspace.ts'
import { tableFile } from './rules/archive-manifest.ts'
import { type ArchivedTable, archivedTables } from './rules/archived-tables.ts'
import { createUrlRewriter } from './rules/url-rewriter.ts'
import { type Row, refuseArchive } from './rules/validate-archive/check-rows.ts'
import { toArchiveError } from './rules/validate-archive/database-errors.ts'
import { insertRows, type Queryable } from './store/archive-store.ts'

export type RowSettings = {
  publicUrl: string
  /** A new encrypted webhook secret for a listener. */
  sealSecret(listenerId: string): string
  /** SSRF check of webhook URLs. @throws when Earshot may not send there */
  checkUrl(url: string): Promise<void>
}

export type RowTarget = {
  /** Who imports: the owner of everything by people who aren't known here. */
  userId: string
  /** Known users by their id on the other server. */
  userIds: Map<string, string>
  /** Images that were imported: their URLs are rewritten. */
  imageIds: string[]
}

export type ImportedRows = {
  /** The workspace's name. */
  name: string
  counts: Record<string, number>
  dropped: { webhooks: number; listening: number; addresses: number }
}

/** Inserts all rows, table by table. @throws AppError invalid_input */
export async function importRows(
  settings: RowSettings,
  client: Queryable,
  reading: Reading,
  target: RowTarget,
  onProgress: OnProgress,
): Promise<ImportedRows> {
  const imported: ImportedRows = { name: '', counts: {}, dropped: { webhooks: 0, listening: 0, addresses: 0 } }
  const { columns, workspaceId, formerUrl } = reading
  const prepareRow = createRowPreparation(settings, { ...target, formerUrl }, imported)
  const total = [...columns.keys()].reduce((sum, each) => sum + reading.countBytes(tableFile(each)), 0)
  let doneBytes = 0
  for (const table of archivedTables) {
    const listed = columns.get(table.name)
    if (!listed) continue
    if (!reading.has(tableFile(table.name))) throw refuseArchive(`The archive lacks ${tableFile(table.name)}.`)
    imported.counts[table.name] = 0
    const onBytes = async (bytes: number) => {
      doneBytes += bytes
      await onProgress('reading', 0.3 + 0.65 * (doneBytes / total))
    }
    for await (const { rows, line } of reading.readRows(table, onBytes)) {
      for (const [at, row] of rows.entries()) rows[at] = await prepareRow(table, row)
      const inserted = await insertRows(client, table, {
        workspaceId,
        columns: listed,
        rows,
        importer: target.userId,
      }).catch((error) => {
        throw toArchiveError(error, { table: table.name, line })
      })
      if (inserted !== rows.length)
        throw refuseArchive(
          `A row of ${table.name} up to row ${line} belongs to something that isn’t in the archive. Nothing was imported.`,
        )
      imported.counts[table.name]! += inserted
    }
  }
  return imported
}

/** Replaces users, image URLs and secrets of the other server in a row, and counts what is dropped. */
function createRowPreparation(
  settings: RowSettings,
  target: RowTarget & { formerUrl: string },
  imported: ImportedRows,
) {
  const { publicUrl, sealSecret, checkUrl } = settings
  const { formerUrl, userId, userIds, imageIds } = target
  const { dropped } = imported
  const rewriteUrls = createUrlRewriter(formerUrl, publicUrl, new Set(imageIds), () => {
    dropped.addresses += 1
  })

  return async function prepareRow(table: ArchivedTable, row: Row): Promise<Row> {
    for (const column of table.people ?? [])
      if (typeof row[column] === 'string') row[column] = userIds.get(row[column]) ?? userId
    if (table.name === 'workspaces') imported.name = row.name as string
    if (table.name === 'listeners') await prepareListener(row)
    return rewriteUrls ? rewriteUrls(table.name, row) : row
  }

  async function prepareListener(row: Row) {
    row.sealed_secret = sealSecret(row.id as string)
    if (row.status === 'active') dropped.listening += 1
    if (typeof row.webhook !== 'string') return
    const passes = await checkUrl(row.webhook).then(
      () => true,
      () => false,
    )
    if (passes) return
    row.webhook = null
    dropped.webhooks += 1
  }
}

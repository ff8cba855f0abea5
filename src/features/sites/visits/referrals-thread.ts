/** Reads exports of Google Analytics in a worker thread, because they are untrusted and up to 25 MB. */
import { cellText } from '#features/keywords/rules/import/cells/import-cells.ts'
import { openTables } from '#features/keywords/rules/import/files/import-source.ts'
import { AppError } from '#kit/errors.ts'
import { type ReferralExport, readReferrals } from '../rules/visits/read-referrals.ts'

export type ReferralsTask = { bytes: Uint8Array; fileName: string }

const maxComments = 20

/** @throws ErrorBody when no table of the file has sources and sessions */
export default async function readReferralsFile({ bytes, fileName }: ReferralsTask): Promise<ReferralExport> {
  try {
    const tables = await openTables(bytes, fileName, {})
    const rows = await Promise.all(tables.map((table) => Array.fromAsync(table.rows())))
    const comments = rows.flatMap((list) =>
      list.slice(0, maxComments).flatMap(({ cells }) => {
        const line = cellText(cells[0])
        return line.startsWith('#') ? [line] : []
      }),
    )
    let failure: unknown = null
    for (const list of rows) {
      try {
        return readReferrals(list, comments)
      } catch (error) {
        failure ??= error
      }
    }
    throw failure
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}

import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Database } from '#platform/database/database.ts'
import {
  findFirstTexts,
  findImportWithOldKeys,
  findOldRows,
  markKeysMade,
  renameRowKeys,
} from './store/import-key-store.ts'

const rowsPerStep = 5000

/**
 * Makes the keys of imports of earlier versions by today's rule, in short steps: otherwise "straße" of an old file would no longer
 * be found for "straße" of a new report.
 */
export async function renewImportKeys(db: Database) {
  for (;;) {
    const ref = await findImportWithOldKeys(db)
    if (!ref) return
    const language = getSpellingLanguage(await findFirstTexts(db, ref, 500))
    let after = -1
    for (;;) {
      const rows = await findOldRows(db, ref, after, rowsPerStep)
      const now = rows.map(({ line, key, text }) => ({ line, old: key, key: keywordKeyIn(text, language) }))
      await renameRowKeys(
        db,
        ref,
        now.filter(({ old, key }) => old !== key).map(({ line, key }) => ({ line, key })),
      )
      if (rows.length < rowsPerStep) break
      after = rows.at(-1)!.line
    }
    await markKeysMade(db, ref)
  }
}

import { keywordKey } from '#features/reports/normalize-keyword.ts'
import type { ImportedKeyword } from './import-file.ts'
import type { ImportRow } from './store.ts'
import type { ImportedNumbers } from './tables.ts'

/** Converts a parsed keyword to its stored form. */
export function toImportRow(keyword: ImportedKeyword): ImportRow {
  const { line, text, volume, impressions, clicks, ctr, position, cpc, competition, difficulty, monthly, url } = keyword
  const data = {
    volume,
    impressions,
    clicks,
    ctr,
    position,
    cpc,
    competition,
    difficulty,
    monthly: monthly.length > 0 ? monthly : null,
    url,
  }
  // Omits empty fields, which keeps 100,000 rows small.
  const known = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  ) as ImportedNumbers
  return { line, key: keywordKey(text), text, data: known }
}

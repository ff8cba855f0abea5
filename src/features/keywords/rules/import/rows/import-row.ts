import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ImportedNumbers, ImportRow } from '../../imported-keyword.ts'
import type { ImportedKeyword } from '../import-file.ts'

/** Converts a parsed keyword to its stored form. */
export function toImportRow(keyword: ImportedKeyword, language: string | null = null): ImportRow {
  const { line, text, volume, impressions, clicks, ctr, position, cpc, competition, difficulty, monthly, url } = keyword
  const { topic, parent_topic, serp, interest, trends, parent, depth } = keyword
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
    interest,
    trends,
    parent,
    depth,
    serp,
    topic,
    parent_topic,
  }
  // Omits empty fields, which keeps 100,000 rows small.
  const known = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  ) as ImportedNumbers
  return { line, key: keywordKeyIn(text, language), text, data: known }
}

import { keywordKey, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { cellText, type SourceRow } from '../cells/import-cells.ts'
import type { ImportColumn } from '../tables/import-columns.ts'
import type { ImportedKeyword } from './import-rows.ts'

/** Parses SERP files, which have one row per result: keyword, rank, URL. */

/** Results kept of a keyword. */
const maxResults = 10
const maxRank = 100

export const hasSerpColumns = (columns: readonly ImportColumn[]) =>
  (['text', 'position', 'url'] as const).every((required) => columns.some(({ field }) => field === required))

const metrics = new Set(['volume', 'volume_low', 'clicks', 'impressions', 'ctr', 'cpc', 'difficulty', 'competition'])

/** Files of one site's ranks have the same columns, but each keyword once, and most have metrics. */
export function isSerpTable(columns: readonly ImportColumn[], data: readonly SourceRow[]): boolean {
  if (!hasSerpColumns(columns) || columns.some(({ field }) => field !== null && metrics.has(field))) return false
  const at = columns.findIndex(({ field }) => field === 'text')
  const keywords = new Set(data.map(({ cells }) => keywordKey(cellText(cells[at]))))
  return keywords.size * 2 <= data.length
}

/** Collects results by keyword. `add` returns why a row is rejected, or null. */
export function createSerpReader() {
  const results = new Map<string, Map<string, number>>()
  return {
    add(key: string, { position, url }: ImportedKeyword): string | null {
      if (url === null) return 'no URL'
      if (position === null) return 'no rank'
      if (!Number.isInteger(position) || position < 1 || position > maxRank)
        return `rank ${position} isn’t a whole number from 1 to ${maxRank}`
      const known = results.get(key) ?? new Map<string, number>()
      results.set(key, known)
      known.set(url, Math.min(position, known.get(url) ?? position))
      return null
    },
    /** Gives each keyword its first results. A rank in search says nothing about a site, so it's dropped. */
    finish(keywords: readonly ImportedKeyword[], language: string | null = null) {
      for (const keyword of keywords) {
        const found = [...(results.get(keywordKeyIn(keyword.text, language)) ?? [])].sort((a, b) => a[1] - b[1])
        keyword.serp = found.slice(0, maxResults).map(([url]) => url)
        keyword.position = null
        keyword.url = null
      }
    },
  }
}

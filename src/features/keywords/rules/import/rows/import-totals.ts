import { foldHeader } from '../tables/import-columns.ts'
import languages from '../tables/import-header-languages.json' with { type: 'json' }
import type { ImportedKeyword } from './import-rows.ts'

/** Tells the sums below or above a table from its keywords: "Total" is also a brand. */

const words = new Set(Object.values(languages).flatMap(({ total }) => total.map(foldHeader)))
const starts = [...words].filter((word) => word.length > 3)

/** True for "Summe", "Grand total" and "Total: Account". */
export function isTotalName(text: string): boolean {
  if (text.length > 80) return false
  const folded = foldHeader(text)
  if (words.has(folded)) return true
  return /[:：]/.test(text) && starts.some((word) => folded.startsWith(`${word} `))
}

export const isClearTotal = (text: string) => /[:：]/.test(text) || foldHeader(text).includes('grand total')

const sums = ['volume', 'impressions', 'clicks'] as const
type Sums = Record<(typeof sums)[number], number>

const getValue = (keyword: ImportedKeyword, field: (typeof sums)[number]) =>
  field === 'volume' ? (keyword.volume?.value ?? null) : keyword[field]

export const createSums = (): Sums & { rows: number } => ({ volume: 0, impressions: 0, clicks: 0, rows: 0 })

export function addToSums(total: ReturnType<typeof createSums>, keyword: ImportedKeyword) {
  total.rows++
  for (const field of sums) total[field] += getValue(keyword, field) ?? 0
}

/**
 * True when a row's counts can be sums of the others: none is smaller than what the others add up to, but for rounding.
 * Exports of the first thousand rows have sums of all. In the first row only exact sums count: it may have the largest keyword.
 */
export function areSums(keyword: ImportedKeyword, total: ReturnType<typeof createSums>, isExact: boolean): boolean {
  if (total.rows === 0) return false
  const given = sums.filter((field) => getValue(keyword, field) !== null && total[field] > 0)
  return given.length > 0 && given.every((field) => isSum(getValue(keyword, field)!, total[field], isExact))
}

const isSum = (value: number, sum: number, isExact: boolean) => value >= sum * 0.99 && (!isExact || value <= sum * 1.01)

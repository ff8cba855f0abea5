import type { Row } from '../contract.ts'
import type { CountAnswers } from './answered.ts'
import { volumeFigure } from './rows/volume-figure.ts'

/** Keywords worth a page: easy to rank for, or answered by no ranking page. */

/** The highest keyword difficulty that is low. */
export const lowDifficulty = 30
const maxOpportunities = 10
/** Keywords looked for in headings, the best first: a report may have 20,000. */
const maxChecked = 500

export type OpportunityOrder = 'volume' | 'popularity' | 'none'
export type PickedOpportunity = { row: Row; answers: number | null }

/** @param rows in the report's order */
export function pickOpportunities(
  rows: readonly Row[],
  countAnswers: CountAnswers | null,
): { ordered_by: OpportunityOrder; items: PickedOpportunity[] } {
  const suggested = rows.filter(({ type }) => type !== 'idea' && type !== 'seed')
  const { ordered_by, ordered } = orderRows(suggested)
  const items: PickedOpportunity[] = []
  for (const row of ordered.slice(0, maxChecked)) {
    const answers = countAnswers?.(row.text) ?? null
    const isEasy = row.difficulty !== null && row.difficulty <= lowDifficulty
    if (isEasy || answers === 0) items.push({ row, answers })
    if (items.length === maxOpportunities) break
  }
  return { ordered_by, items }
}

/** Where volumes are known, a keyword without one, or that nobody searches for, isn't an opportunity. */
function orderRows(rows: readonly Row[]): { ordered_by: OpportunityOrder; ordered: Row[] } {
  if (rows.some(({ volume }) => volumeFigure(volume) !== null))
    return { ordered_by: 'volume', ordered: sortBy(rows, ({ volume }) => volumeFigure(volume)).filter(isSearched) }
  if (rows.some(({ popularity }) => popularity !== null))
    return { ordered_by: 'popularity', ordered: sortBy(rows, ({ popularity }) => popularity) }
  return { ordered_by: 'none', ordered: [...rows] }
}

const isSearched = ({ volume }: Row) => (volumeFigure(volume) ?? 0) > 0

const sortBy = (rows: readonly Row[], getValue: (row: Row) => number | null) =>
  [...rows].sort((a, b) => (getValue(b) ?? -1) - (getValue(a) ?? -1))

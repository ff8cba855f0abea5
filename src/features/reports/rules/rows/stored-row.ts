import type { Overview, Row } from '../../contract.ts'

/** What rows have had since clicks were kept: those stored as JSON before lack them. */
const sinceClicks = { clicks: null, ctr: null, position: null, performance: null } satisfies Partial<Row>

type StoredRow = Omit<Row, keyof typeof sinceClicks> & Partial<Row>

/** A row that was stored as JSON, by this version or an earlier one. */
export const toCurrentRow = (row: StoredRow): Row => ({ ...sinceClicks, ...row })

export const toCurrentOverview = (overview: Overview): Overview => ({
  ...overview,
  top_keywords: overview.top_keywords.map(toCurrentRow),
  top_questions: overview.top_questions.map(toCurrentRow),
  ...(overview.top_phrases && { top_phrases: overview.top_phrases.map(toCurrentRow) }),
})

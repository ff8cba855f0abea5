import type { Row } from '../../contract.ts'

/** The figures of a row of which nothing was measured. */
export const noFigures = {
  popularity: null,
  volume: null,
  impressions: null,
  clicks: null,
  ctr: null,
  position: null,
  performance: null,
  own: null,
  monthly: [],
  cpc: null,
  competition: null,
  difficulty: null,
  intent: null,
} satisfies Partial<Row>

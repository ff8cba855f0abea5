import type { Cluster, Row } from '../../../../contract.ts'
import { noFigures } from '../../../../rules/rows/no-figures.ts'

/** A row with nothing known but its text; tests set what they speak of. */
export const toRow = (text: string, more: Partial<Row> = {}): Row => ({
  _id: text,
  text,
  type: 'question',
  modifier: text.split(' ')[0] ?? null,
  sources: ['google_suggest'],
  parent_id: null,
  depth: 1,
  ...noFigures,
  cluster_id: null,
  first_seen: '2026-11-21T14:02:00.000Z',
  ...more,
})

export const getVolume = (value: number | null, low = value, high = value): NonNullable<Row['volume']> => ({
  value,
  low,
  high,
  provider: 'dataforseo',
  as_of: '2026-10-01T00:00:00.000Z',
})

/** A topic with nothing known but its name and size. */
export const toCluster = (name: string, keywords: number, more: Partial<Cluster> = {}): Cluster => ({
  _id: name,
  kind: keywords > 1 ? 'topic' : 'standalone',
  name,
  pillar: name,
  intent: null,
  keywords,
  volume: null,
  volume_known: 0,
  volume_once: null,
  difficulty: null,
  difficulty_known: 0,
  parent_id: null,
  serp_features: [],
  domains: [],
  overlaps: [],
  own: null,
  locked: false,
  edited: false,
  ...more,
})

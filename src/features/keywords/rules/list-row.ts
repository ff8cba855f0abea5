import { createClassifier } from '#features/reports/rules/keywords/classify-keyword.ts'
import type { ListItem, ListNumbers, ListRow } from '../contract.ts'

/** By its words, for keywords that no report knows. A list has no language: its questions are found in English. */
export const classifyListed = createClassifier('', 'en')

const unknown: Partial<ListNumbers> = {}

/** A keyword of a list as the table's rows are. Keywords added by earlier versions lack some numbers. */
export function toListRow({ _id, text, from, added_at, numbers }: ListItem): ListRow {
  const known = numbers ?? unknown
  const { type, modifier } = known.type ? { type: known.type, modifier: known.modifier ?? null } : classifyListed(text)
  return {
    _id,
    text,
    type,
    modifier,
    sources: known.sources ?? [],
    parent_id: null,
    depth: 1,
    popularity: known.popularity ?? null,
    volume: known.volume ?? null,
    impressions: known.impressions ?? null,
    clicks: known.clicks ?? null,
    ctr: known.ctr ?? null,
    position: known.position ?? null,
    performance: known.performance ?? null,
    own: null,
    monthly: known.monthly ?? [],
    cpc: known.cpc ?? null,
    competition: known.competition ?? null,
    difficulty: known.difficulty ?? null,
    intent: known.intent
      ? { main: known.intent as NonNullable<ListRow['intent']>['main'], confidence: known.intent_confidence ?? 0 }
      : null,
    cluster_id: null,
    first_seen: added_at,
    from,
    added_at,
    measured: known.measured ?? null,
  }
}

import type { Finding, RowFilter } from '../contract.ts'

/**
 * Findings of a report. A finding is a row filter and what it counts, so its sentence says what the filtered table
 * shows. Rows without a number are never counted as 0: they are `unknown`.
 */

export type Counted = {
  rows: number
  /** Rows that the filter leaves out only because a number is unknown. */
  unknown: number
  volume: { sum: number; known: number }
  examples: Finding['examples']
}

type Tier = { kind: Finding['kind']; filter: RowFilter }

const questions: RowFilter = { types: ['question'] }
const otherTypes = ['seed', 'comparison', 'preposition', 'alphabetical', 'related'] as const
/** All rows but template phrases. */
export const suggestedRows: RowFilter = { types: [...otherTypes, 'question'] }

/** For each kind the filters to try, the best first: the first that has a keyword becomes the finding. */
export const findingTiers: readonly Tier[][] = [
  [
    { kind: 'easy_questions', filter: { ...questions, difficulty_max: 20, volume_min: 1000 } },
    { kind: 'easy_questions', filter: { ...questions, difficulty_max: 20, volume_min: 100 } },
    { kind: 'easy_questions', filter: { ...questions, difficulty_max: 30, volume_min: 100 } },
  ],
  [
    { kind: 'easy_keywords', filter: { ...suggestedRows, difficulty_max: 20, volume_min: 1000 } },
    { kind: 'easy_keywords', filter: { ...suggestedRows, difficulty_max: 30, volume_min: 100 } },
  ],
  [{ kind: 'near_top', filter: { ...suggestedRows, position_min: 11, position_max: 20 } }],
  [{ kind: 'buying_intent', filter: { ...suggestedRows, intents: ['commercial', 'transactional'] } }],
  [{ kind: 'ai_overviews', filter: { ...suggestedRows, serp_features: ['ai_overview'] } }],
]

/** @param count counts the report's rows that pass a filter */
export async function getFindings(total: number, count: (filter: RowFilter) => Promise<Counted>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const tiers of findingTiers) {
    for (const { kind, filter: tier } of tiers) {
      // Easy questions have a finding of their own already.
      const isRest = kind === 'easy_keywords' && findings.some((finding) => finding.kind === 'easy_questions')
      const filter: RowFilter = isRest ? { ...tier, types: [...otherTypes] } : tier
      const counted = await count(filter)
      if (counted.rows === 0) continue
      findings.push(toFinding(kind, filter, counted, total - counted.unknown))
      break
    }
  }
  const volumes = await count({ ...suggestedRows, volume_min: 0 })
  const withoutVolume: RowFilter = { ...suggestedRows, missing: ['volume'] }
  // Where nothing has a volume, the report says why elsewhere.
  if (volumes.rows > 0 && volumes.unknown > 0) {
    const lacking = await count(withoutVolume)
    findings.push({
      kind: 'no_volume',
      rows: volumes.unknown,
      of: total,
      unknown: 0,
      searches: null,
      filter: withoutVolume,
      examples: lacking.examples,
    })
  }
  return findings
}

const toFinding = (kind: Finding['kind'], filter: RowFilter, counted: Counted, of: number): Finding => ({
  kind,
  rows: counted.rows,
  of,
  unknown: counted.unknown,
  searches: counted.volume.known > 0 ? counted.volume.sum : null,
  filter,
  examples: counted.examples,
})

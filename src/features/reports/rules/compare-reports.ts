import type { ReportHead, Row, SourceState } from '../contract.ts'
import { keywordKeyIn } from './keywords/normalize-keyword.ts'
import { ideaSource, isIdea } from './questions/ideas.ts'

/**
 * New, lost and changed keywords between two runs. A source with an incomplete answer proves nothing about keywords it
 * didn't return: a keyword counts as lost only if every source that had it responded in full in the later run, and as new
 * only if every source that has it did so in the earlier one. Metrics count as changed only where both runs have one.
 */
export type Comparison = {
  added: Row[]
  removed: Row[]
  changed: { text: string; field: 'volume' | 'popularity' | 'difficulty' | 'intent'; before: unknown; after: unknown }[]
  not_compared: NotCompared[]
}

export type NotCompared = {
  source: string
  failed_in: 'a' | 'b'
  /** `partial`: some of its answers are missing; `unfinished`: the report ended before it did. */
  reason: 'failed' | 'partial' | 'skipped' | 'budget' | 'unfinished' | 'not_asked'
}

export type ComparedRun = Pick<ReportHead, 'type' | 'depth' | 'language'> & {
  sources: (Pick<SourceState, 'id' | 'state' | 'error'> & { reason?: string | null })[]
  rows: Row[]
}

/** Suggestion lists shift a little with every request: smaller differences are noise. */
const popularityStep = 10
export function compareRuns(a: ComparedRun, b: ComparedRun): Comparison {
  const notCompared = [...findIncompleteSources(a, b, 'a'), ...findIncompleteSources(b, a, 'b')]
  const getIncompleteSources = (run: 'a' | 'b') =>
    new Set(notCompared.flatMap(({ source, failed_in }) => (failed_in === run ? [source] : [])))
  const [incompleteInA, incompleteInB] = [getIncompleteSources('a'), getIncompleteSources('b')]
  const depth = Math.min(a.depth, b.depth)
  // No source suggested the ideas: they are never new or lost.
  const suggested = (row: Row) => !isIdea(row.sources)
  const rowsBefore = new Map(a.rows.filter(suggested).map((row) => [keywordKeyIn(row.text, a.language), row]))
  const rowsAfter = new Map(b.rows.filter(suggested).map((row) => [keywordKeyIn(row.text, b.language), row]))
  const isMissingIn = (other: Map<string, Row>, incomplete: Set<string>) => (entry: [string, Row]) =>
    !other.has(entry[0]) && entry[1].depth <= depth && !entry[1].sources.some((source) => incomplete.has(source))
  const isSteady = (row: Row) => !row.sources.some((source) => incompleteInA.has(source) || incompleteInB.has(source))
  const sameSettings = a.type === b.type && a.depth === b.depth
  return {
    added: [...rowsAfter].filter(isMissingIn(rowsBefore, incompleteInA)).map(([, row]) => row),
    removed: [...rowsBefore].filter(isMissingIn(rowsAfter, incompleteInB)).map(([, row]) => row),
    changed: [...rowsAfter].flatMap(([key, row]) => {
      const old = rowsBefore.get(key)
      return old ? getChanges(old, row, sameSettings && isSteady(old) && isSteady(row)) : []
    }),
    not_compared: notCompared,
  }
}

/** Sources that answered in full in `other`, or in part, and did not in `run`. */
function findIncompleteSources(run: ComparedRun, other: ComparedRun, failed_in: 'a' | 'b'): NotCompared[] {
  const mine = new Map(run.sources.map((source) => [source.id, source]))
  return other.sources.flatMap(({ id, state }): NotCompared[] => {
    if (id === ideaSource) return []
    const reason = getReason(mine.get(id))
    // One that was not to be asked in either run is missing in neither.
    if (reason === null || (reason !== 'failed' && reason !== 'partial' && state !== 'done')) return []
    return [{ source: id, failed_in, reason }]
  })
}

/** Why what a source did not name says nothing; null when it answered in full. */
function getReason(source: ComparedRun['sources'][number] | undefined): NotCompared['reason'] | null {
  if (!source) return 'not_asked'
  if (source.reason === 'budget') return 'budget'
  if (source.state === 'failed' || source.state === 'skipped') return source.state
  if (source.state !== 'done') return 'unfinished'
  return source.error === null ? null : 'partial'
}

/** `steady`: the same queries to the same sources, so that popularity is comparable. */
function getChanges(old: Row, row: Row, steady: boolean): Comparison['changed'] {
  const changed: Comparison['changed'] = []
  const note = (field: Comparison['changed'][number]['field'], before: unknown, after: unknown) =>
    changed.push({ text: row.text, field, before, after })
  const volumes = [old.volume?.value ?? null, row.volume?.value ?? null]
  if (
    volumes[0] !== null &&
    volumes[1] !== null &&
    volumes[0] !== volumes[1] &&
    old.volume?.provider === row.volume?.provider
  )
    note('volume', volumes[0], volumes[1])
  if (
    steady &&
    old.popularity !== null &&
    row.popularity !== null &&
    Math.abs(old.popularity - row.popularity) >= popularityStep
  )
    note('popularity', old.popularity, row.popularity)
  if (old.difficulty !== null && row.difficulty !== null && old.difficulty !== row.difficulty)
    note('difficulty', old.difficulty, row.difficulty)
  if (old.intent && row.intent && old.intent.main !== row.intent.main) note('intent', old.intent.main, row.intent.main)
  return changed
}

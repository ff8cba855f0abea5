import {
  type Locale,
  type SearchSource,
  SourceError,
  type SourceId,
  sourceNotSetUp,
} from '#providers/search-data/port.ts'
import type { SourceState } from '../contract.ts'
import { returnsSerp } from '../rules/call-plan.ts'
import { liveVolumesNotInPlan, toStateError } from '../rules/source-errors.ts'

/** Which sources a report requests. */

const labels: Record<string, string> = { imported: 'Imports', patterns: 'Template phrases' }

const createSourceState = (id: string, label: string): SourceState => ({
  id,
  label,
  state: 'waiting',
  count: 0,
  ms: 0,
  asked: 0,
  planned: 0,
  error: null,
  arrivals: [],
})

export type Choice = {
  locale: Locale
  requested: SourceId[] | null
  isList: boolean
  hasImport: boolean
  workspaceHasImports: boolean
  /** Whether the plan opens live volumes. */
  liveVolumes: boolean
}

/**
 * The initial state of each source of a report. Requested sources that aren't set up, or don't cover the country or language, are marked as
 * skipped with the reason. Without a request: every source that is set up, except opt-in sources and sample data. A list only uses SERP
 * and volume sources, and only when requested.
 */
export function chooseSources(sources: Map<SourceId, SearchSource>, choice: Choice): SourceState[] {
  const { requested, isList } = choice
  const given = isList || choice.hasImport ? [createSourceState('imported', labels.imported!)] : []
  if (isList && !requested) return given
  const usual = () =>
    [...sources.values()].filter(
      (source) => source.unavailable === null && !source.isOptIn && !source.parts && source.id !== 'sample',
    )
  const names = requested
    ? requested.flatMap((id) => sources.get(id)?.parts?.filter((part) => !isList || returnsSerp(part)) ?? [id])
    : usual().map(({ id }) => id)
  const all: SourceId[] = requested || !choice.workspaceHasImports ? names : [...names, 'imported']
  const chosen = [...new Set(all)]
    .filter((id) => id !== 'imported' || given.length === 0)
    .filter((id) => !isList || returnsSerp(id) || id === 'imported' || sources.get(id)?.adds === 'volumes')
    .map((id) => {
      const source = sources.get(id)
      const state = createSourceState(id, source?.label ?? labels[id] ?? id)
      const refusal = source && getRefusal(source, choice)
      return refusal ? { ...state, state: 'skipped' as const, ...toStateError(refusal) } : state
    })
  return [...given, ...chosen]
}

function getRefusal(source: SearchSource, { locale, liveVolumes }: Choice) {
  if (source.unavailable) return sourceNotSetUp(source.id, source.unavailable)
  const lacking = source.unsupported?.(locale)
  if (lacking) return new SourceError(source.id, 'unsupported', lacking)
  return source.adds === 'volumes' && !liveVolumes ? liveVolumesNotInPlan() : null
}

/** Whether at least one source finds keywords: volumes and trends only add data to them. */
export const findsKeywords = (sources: Map<SourceId, SearchSource>, states: SourceState[]) =>
  states.some(({ id, state }) => state !== 'skipped' && !sources.get(id as SourceId)?.adds)

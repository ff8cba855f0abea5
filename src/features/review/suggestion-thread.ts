/** Runs in a worker thread, because comparing long texts takes a while. */
import {
  acceptSuggestions,
  type Change,
  getSuggestedChanges,
  type Located,
  locateSuggestions,
  type Proposal,
} from './rules/suggested-changes.ts'

export type SuggestionWork =
  | { kind: 'compare'; base: string; text: string; earlier: Proposal | null; max: number }
  | { kind: 'locate'; current: string; proposals: Proposal[] }
  /** `ids` null: all. */
  | { kind: 'accept'; current: string; proposals: Proposal[]; ids: string[] | null }

export type SuggestionResults = {
  /** `replaced`: suggestions of the earlier text that the new one has or leaves out. */
  compare: { changes: Change[]; replaced: string[] }
  locate: Located[][]
  accept: ReturnType<typeof acceptSuggestions>
}

export default function work(given: SuggestionWork): SuggestionResults[SuggestionWork['kind']] {
  switch (given.kind) {
    case 'compare': {
      const { base, text, earlier, max } = given
      const located = earlier ? locateSuggestions(earlier.base, earlier.suggestions, base) : []
      return {
        changes: getSuggestedChanges(base, text, max),
        replaced: located.filter(({ kind }) => kind !== 'conflict').map(({ id }) => id),
      }
    }
    case 'locate':
      return given.proposals.map(({ base, suggestions }) => locateSuggestions(base, suggestions, given.current))
    case 'accept': {
      const ids = given.ids && new Set(given.ids)
      return acceptSuggestions(given.current, given.proposals, (id) => ids === null || ids.has(id))
    }
  }
}

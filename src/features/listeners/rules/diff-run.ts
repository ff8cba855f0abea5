import type { AppError, Failure } from '#kit/errors.ts'

/**
 * Diffs one run against the known items, by source. Only a source that answered in full can remove items; one that failed or
 * answered in part only adds.
 */

/** `skipped`: it doesn't have the listener's country or language. */
export type SourceOutcome = 'answered' | 'cut_short' | 'failed' | 'skipped'

/** One source's answer in one run. `items`: texts by key, so that two spellings are one item. */
export type SourceResult = {
  source: string
  label: string
  outcome: SourceOutcome
  error: AppError | null
  items: Map<string, string>
  /** Cost of its calls in US dollars; an aborted call counts in full. */
  spentUsd?: number
}

/** What a run stores about a source. */
export type SourceReport = {
  id: string
  label: string
  outcome: SourceOutcome
  count: number
  error: string | null
  /** Absent in runs of earlier versions. */
  failure?: Failure | null
  /** Absent when the source charged nothing. */
  spent_usd?: number
}

/** By source: digest and time (ISO 8601) of its latest full answer. */
export type SourceDigests = Record<string, { digest: string; at: string }>

/** By source and key, every item a source ever returned. */
export type KnownItems = ReadonlyMap<string, ReadonlyMap<string, { text: string; active: boolean }>>

/** One source's changes: texts by key. */
export type SourceChanges = {
  source: string
  /** Not known before. */
  added: ReadonlyMap<string, string>
  /** Was removed before and is returned again. */
  returned: ReadonlyMap<string, string>
  removed: ReadonlyMap<string, string>
  /** Known, active and returned again by a source that answered in part: updates when the item was last seen. */
  confirmed: ReadonlyMap<string, string>
}

/** Changes by phrase across all sources: texts by key. */
export type PhraseChanges = {
  /** No source ever suggested it before. */
  added: ReadonlyMap<string, string>
  /** Was removed and is suggested again, by the same source or another. */
  returned: ReadonlyMap<string, string>
  /** The last source that suggested it dropped it. */
  removed: ReadonlyMap<string, string>
}

export const nothingKnown: KnownItems = new Map()
const none: ReadonlyMap<string, string> = new Map()

/** Returns the sources with changes. `known`: every item the results' sources ever returned. */
export function diff(known: KnownItems, results: SourceResult[]): SourceChanges[] {
  return results
    .map(({ source, outcome, items }): SourceChanges => {
      const before = known.get(source)
      if (!before) return { source, added: items, returned: none, removed: none, confirmed: none }
      const added = new Map<string, string>()
      const returned = new Map<string, string>()
      const removed = new Map<string, string>()
      const confirmed = new Map<string, string>()
      for (const [key, text] of items) {
        const one = before.get(key)
        if (!one) added.set(key, text)
        else if (!one.active) returned.set(key, one.text)
        else if (outcome !== 'answered') confirmed.set(key, one.text)
      }
      if (outcome === 'answered')
        for (const [key, { active, text }] of before) if (active && !items.has(key)) removed.set(key, text)
      return { source, added, returned, removed, confirmed }
    })
    .filter(({ added, returned, removed, confirmed }) => added.size + returned.size + removed.size + confirmed.size > 0)
}

/**
 * Merges changes by source into changes by phrase: a phrase another source already suggests isn't new, and one another source
 * still suggests isn't removed. `known`: every item of every source, including sources that failed in this run.
 */
export function toPhraseChanges(known: KnownItems, changes: SourceChanges[]): PhraseChanges {
  if (known.size === 0 && changes.length === 1) return { added: changes[0]!.added, returned: none, removed: none }
  const added = new Map<string, string>()
  const returned = new Map<string, string>()
  const removed = new Map<string, string>()
  const before = [...known.values()]
  const droppedBy = new Map(changes.map((change) => [change.source, change.removed]))
  for (const change of changes)
    for (const appeared of [change.added, change.returned])
      for (const [key, text] of appeared) {
        let knownText: string | null = null
        let wasActive = false
        for (const items of before) {
          const item = items.get(key)
          if (!item) continue
          knownText ??= item.text
          wasActive ||= item.active
        }
        if (knownText === null) {
          if (!added.has(key)) added.set(key, text)
        } else if (!wasActive) returned.set(key, knownText)
      }
  const appears = (key: string) => changes.some((change) => change.added.has(key) || change.returned.has(key))
  for (const change of changes)
    for (const [key, text] of change.removed) {
      const stays = [...known].some(([source, items]) => items.get(key)?.active && !droppedBy.get(source)?.has(key))
      if (!stays && !appears(key)) removed.set(key, text)
    }
  return { added, returned, removed }
}

/**
 * What one run changed, source by source. Only a source that answered everything it was asked can make an item gone: one
 * that failed or was cut short may add, and removes nothing.
 */

/** `skipped`: it doesn't have the listener's country or language. */
export type SourceOutcome = 'answered' | 'cut_short' | 'failed' | 'skipped'

/** What one source said in one run. `items`: texts by key, for two spellings of one phrase are one item. */
export type SourceResult = {
  source: string
  label: string
  outcome: SourceOutcome
  error: string | null
  items: Map<string, string>
  /** What its calls cost in this run; one that was cut off counts its whole price. */
  spentUsd?: number
}

/** What a run keeps of a source. */
export type SourceReport = {
  id: string
  label: string
  outcome: SourceOutcome
  count: number
  error: string | null
  /** Missing where it charged nothing. */
  spent_usd?: number
}

/** By source: the digest of its latest full answer, and when that came. */
export type SourceDigests = Record<string, { digest: string; at: string }>

/** By source and key, everything a source ever brought. */
export type KnownItems = ReadonlyMap<string, ReadonlyMap<string, { text: string; active: boolean }>>

/** Of one source, texts by key. */
export type SourceChanges = {
  source: string
  /** Never heard before. */
  added: ReadonlyMap<string, string>
  /** Was gone and is heard again. */
  returned: ReadonlyMap<string, string>
  removed: ReadonlyMap<string, string>
  /** Known, active and heard again by a source that did not answer in full: seen now, for all that. */
  confirmed: ReadonlyMap<string, string>
}

/** Of phrases, whichever sources suggest them: texts by key. */
export type PhraseChanges = {
  /** No source ever suggested it before. */
  added: ReadonlyMap<string, string>
  /** Was gone and is suggested again, by a source that had it before or by another. */
  returned: ReadonlyMap<string, string>
  /** The last source that suggested it dropped it. */
  removed: ReadonlyMap<string, string>
}

export const nothingKnown: KnownItems = new Map()
const none: ReadonlyMap<string, string> = new Map()

/** The sources that changed something. `known`: every item the hearings' sources ever brought. */
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
 * What the sources' changes mean for phrases: one that another source suggests already is not new, and one that another
 * source still suggests is not gone. `known`: every item of every source of the listener, those that failed in this run too.
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

/**
 * What one run changed, source by source. Only a source that answered everything it was asked can make an item gone: one
 * that failed or was cut short may add, and removes nothing.
 */

export type Outcome = 'answered' | 'cut_short' | 'failed'

/** What one source said in one run. `items`: texts by key, for two spellings of one phrase are one item. */
export type Hearing = {
  source: string
  label: string
  outcome: Outcome
  error: string | null
  items: Map<string, string>
}

/** What a run keeps of a source. */
export type SourceReport = { id: string; label: string; outcome: Outcome; count: number; error: string | null }

/** By source: the digest of its latest full answer, and when that came. */
export type Heard = Record<string, { digest: string; at: string }>

/** By source and key, everything a source ever brought. */
export type Known = ReadonlyMap<string, ReadonlyMap<string, { text: string; active: boolean }>>

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

export const nothingKnown: Known = new Map()
const none: ReadonlyMap<string, string> = new Map()

/** The sources that changed something. `known`: every item the hearings' sources ever brought. */
export function diff(known: Known, hearings: Hearing[]): SourceChanges[] {
  return hearings
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

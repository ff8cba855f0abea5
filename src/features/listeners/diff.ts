/**
 * What one run changed, source by source. Only a source that answered everything it was asked can make an item gone: one
 * that failed or was cut short may add, and removes nothing.
 */

export type Outcome = 'answered' | 'cut_short' | 'failed'

/** What one source said in one run. `items` by key: two spellings of one phrase are one item. */
export type Hearing = {
  source: string
  label: string
  outcome: Outcome
  error: string | null
  items: Map<string, { text: string; readonly type: string }>
}

/** What a run keeps of a source. */
export type SourceReport = { id: string; label: string; outcome: Outcome; count: number; error: string | null }

/** By source: the digest of its latest full answer, and when that came. */
export type Heard = Record<string, { digest: string; at: string }>

/** Items of one source that are in one state. */
export type Known = { source: string; active: boolean; keys: string[] }
export type Found = { source: string; key: string; text: string; type: string }

export type Changes = {
  /** Never heard before. */
  added: Found[]
  /** Was gone and is heard again. */
  returned: Found[]
  removed: { source: string; key: string }[]
  /** Known, active and heard again by a source that did not answer in full: seen now, for all that. */
  confirmed: { source: string; key: string }[]
}

/** `known`: every item the hearings' sources ever brought. */
export function diff(known: Known[], hearings: Hearing[]): Changes {
  const changes: Changes = { added: [], returned: [], removed: [], confirmed: [] }
  const knownOf = new Map<string, Map<string, boolean>>()
  for (const { source, active, keys } of known) {
    const states = knownOf.get(source) ?? new Map<string, boolean>()
    for (const key of keys) states.set(key, active)
    knownOf.set(source, states)
  }
  for (const { source, outcome, items } of hearings) {
    const before = knownOf.get(source) ?? new Map<string, boolean>()
    for (const [key, item] of items) {
      const active = before.get(key)
      if (active === undefined) changes.added.push({ source, key, text: item.text, type: item.type })
      else if (!active) changes.returned.push({ source, key, text: item.text, type: item.type })
      else if (outcome !== 'answered') changes.confirmed.push({ source, key })
    }
    if (outcome !== 'answered') continue
    for (const [key, active] of before) if (active && !items.has(key)) changes.removed.push({ source, key })
  }
  return changes
}

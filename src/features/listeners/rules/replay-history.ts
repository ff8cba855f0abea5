/**
 * Rebuilds a listener's history from the rows its runs stored: new items, and which known items returned, were removed or
 * were confirmed.
 */

/** The items one source returned for the first time in one run. `texts` and `keys` are joined by line breaks. */
export type ItemBatch = {
  source: string
  /** The run that found them; never changes. */
  first_run: number
  /** The run that reports them: the same one until older runs are merged. */
  run_no: number
  first_seen: Date
  texts: string
  /** Null: each text is its own key. */
  keys: string | null
  /** A 1 or 0 for each; null: the filters pass them all. */
  passes: string | null
}

/** Changes to one source's known items in one run. */
export type ChangeBatch = {
  source: string
  no: number
  run_no: number
  kind: 'returned' | 'removed' | 'confirmed'
  /** When they were last seen, at least; null when that's not known better than before. */
  seen_at: Date | null
  keys: string
}

export type Item = { source: string; key: string; text: string }

export type History = { batches: ItemBatch[]; changes: ChangeBatch[] }

export type ItemState = Item & {
  passes: boolean
  first_run: number
  first_seen: Date
  /** Last seen, at least; while active, as of the source's latest full answer. */
  seen_at: Date
  active: boolean
  /** The run that reports it as new. */
  reported_run: number
  /** Its last change and the run that reports it. */
  kind: 'added' | 'returned' | 'removed'
  run_no: number
}

/** A phrase across all sources. */
export type PhraseState = {
  key: string
  text: string
  passes: boolean
  /** At least one source suggests it. */
  active: boolean
  /** Sources that suggest it; for a removed phrase, all that ever did. Ordered by first sighting. */
  sources: string[]
  first_run: number
  first_seen: Date
  /** The run that reports it as new. */
  reported_run: number
  /** Its state by source, those of `sources` first. */
  items: ItemState[]
}

export type Change = {
  key: string
  text: string
  passes: boolean
  run_no: number
  kind: 'added' | 'returned' | 'removed'
  /** Sources that added or dropped it in this run. */
  sources: string[]
}

/** A safe separator: white space in keys and texts is collapsed. */
export const lineBreak = '\n'

/** Returns every item's current state, by source and key. */
export function replay({ batches, changes }: History): Map<string, Map<string, ItemState>> {
  const states = new Map<string, Map<string, ItemState>>()
  for (const batch of batches) {
    const { source, first_run, run_no, first_seen } = batch
    const items = states.get(source) ?? new Map<string, ItemState>()
    states.set(source, items)
    const texts = batch.texts.split(lineBreak)
    const keys = batch.keys?.split(lineBreak) ?? texts
    texts.forEach((text, at) => {
      const passes = batch.passes === null || batch.passes[at] === '1'
      const more = {
        passes,
        first_run,
        first_seen,
        seen_at: first_seen,
        active: true,
        reported_run: run_no,
        kind: 'added' as const,
        run_no,
      }
      items.set(keys[at]!, { source, key: keys[at]!, text, ...more })
    })
  }
  // A key changes at most once per run, so run order is enough.
  for (const { source, run_no, kind, seen_at, keys } of changes.toSorted((a, b) => a.no - b.no)) {
    for (const key of keys.split(lineBreak)) {
      const item = states.get(source)?.get(key)
      if (!item) continue
      if (seen_at && seen_at > item.seen_at) item.seen_at = seen_at
      if (kind !== 'confirmed') Object.assign(item, { active: kind === 'returned', kind, run_no })
    }
  }
  return states
}

export const getStates = (history: History): ItemState[] =>
  [...replay(history).values()].flatMap((items) => [...items.values()])

/** Returns every phrase once, with its current state across sources. */
export function getPhrases(history: History): PhraseState[] {
  const byKey = new Map<string, ItemState[]>()
  for (const item of getStates(history)) {
    const items = byKey.get(item.key)
    if (items) items.push(item)
    else byKey.set(item.key, [item])
  }
  return [...byKey].map(([key, given]) => {
    const items =
      given.length > 1 ? given.sort((a, b) => Number(b.active) - Number(a.active) || bySighting(a, b)) : given
    const first = items.length > 1 ? items.toSorted(bySighting)[0]! : items[0]!
    const active = items[0]!.active
    return {
      key,
      text: first.text,
      passes: items.some(({ passes }) => passes),
      active,
      sources: (active ? items.filter((item) => item.active) : items).map(({ source }) => source),
      first_run: first.first_run,
      first_seen: first.first_seen,
      reported_run: first.reported_run,
      items,
    }
  })
}

const bySighting = (a: ItemState, b: ItemState) => a.first_run - b.first_run || inOrder(a.source, b.source)

/** Returns added, returned and removed phrases of run `runNo` or of all runs, latest first. A second source for a phrase isn't a change. */
export function getChanges(history: History, runNo?: number): Change[] {
  const phrases = new Map(getPhrases(history).map((phrase) => [phrase.key, phrase]))
  const supporters = new Map<string, Set<string>>()
  const changes: Change[] = []
  for (const events of eventsByRun(history)) {
    /** By key: whether it was suggested before this run (undefined: never), and the sources that changed. */
    const touched = new Map<string, { was: boolean | undefined; added: Set<string>; removed: Set<string> }>()
    for (const { source, keys, appears } of events.turns)
      for (const key of keys) {
        if (!phrases.has(key)) continue
        let now = supporters.get(key)
        let turned = touched.get(key)
        if (!turned) {
          turned = { was: now && now.size > 0, added: new Set(), removed: new Set() }
          touched.set(key, turned)
        }
        if (!now) {
          now = new Set()
          supporters.set(key, now)
        }
        if (appears) now.add(source)
        else now.delete(source)
        turned.added[appears ? 'add' : 'delete'](source)
        turned.removed[appears ? 'delete' : 'add'](source)
      }
    if (runNo !== undefined && events.run_no !== runNo) continue
    for (const [key, { was, added, removed }] of touched) {
      const is = supporters.get(key)!.size > 0
      const { text, passes, sources } = phrases.get(key)!
      const add = (kind: Change['kind'], who: Set<string>) =>
        changes.push({
          key,
          text,
          passes,
          kind,
          run_no: events.run_no,
          sources: who.size > 0 ? [...who].sort() : sources,
        })
      if (was === undefined) add('added', added)
      else if (!was && is) add('returned', added)
      // A phrase added and removed between two merged runs has both changes in one run.
      if (!is && was !== false) add('removed', removed)
    }
  }
  const removedLast = ({ kind }: Change) => Number(kind === 'removed')
  return changes.sort((a, b) => b.run_no - a.run_no || removedLast(a) - removedLast(b) || inOrder(a.text, b.text))
}

type Turn = { source: string; no: number; keys: string[]; appears: boolean }

/** Groups additions and removals by reporting run, in the order they happened. */
function eventsByRun({ batches, changes }: History): { run_no: number; turns: Turn[] }[] {
  const turns = [
    ...batches.map(({ source, run_no, first_run, texts, keys }) => ({
      run_no,
      turn: { source, no: first_run, keys: (keys ?? texts).split(lineBreak), appears: true },
    })),
    ...changes
      .filter(({ kind }) => kind !== 'confirmed')
      .map(({ source, run_no, no, kind, keys }) => ({
        run_no,
        turn: { source, no, keys: keys.split(lineBreak), appears: kind === 'returned' },
      })),
  ]
  return [...Map.groupBy(turns, ({ run_no }) => run_no)]
    .sort(([a], [b]) => a - b)
    .map(([run_no, found]) => ({ run_no, turns: found.map(({ turn }) => turn).sort((a, b) => a.no - b.no) }))
}

export const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

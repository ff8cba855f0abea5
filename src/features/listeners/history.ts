/**
 * Everything a listener ever heard, put together from the rows its runs left: what each brought for the first time, and
 * what of the known came back, went, or was confirmed.
 */

/** What one source brought for the first time in one run, as lines of texts that belong together. */
export type ItemBatch = {
  source: string
  /** The run that heard them, and whose number stays the same for good. */
  first_run: number
  /** The run that tells of it: the same one, until that is thinned out. */
  run_no: number
  first_seen: Date
  texts: string
  /** Null: each text is its own key. */
  keys: string | null
  /** A 1 or 0 for each; null: the filters pass them all. */
  passes: string | null
}

/** What one run found of one source's known items. */
export type ChangeBatch = {
  source: string
  no: number
  run_no: number
  kind: 'returned' | 'removed' | 'confirmed'
  /** Until when they were heard, at least; null where nothing is known beyond what stands already. */
  seen_at: Date | null
  keys: string
}

export type Item = { source: string; key: string; text: string }

export type History = { batches: ItemBatch[]; changes: ChangeBatch[] }

export type ItemState = Item & {
  passes: boolean
  first_run: number
  first_seen: Date
  /** Heard at least until then; while active, until the source's latest full answer. */
  seen_at: Date
  active: boolean
  /** What happened to it last, and the run that tells of it. */
  kind: 'added' | 'returned' | 'removed'
  run_no: number
}

export type Change = Item & { passes: boolean; run_no: number; kind: ItemState['kind'] }

/** Keys and texts hold no line breaks: white space in them is collapsed. */
export const lineBreak = '\n'

/** Every item in the state in which its latest change left it, by source and key. */
export function replay({ batches, changes }: History): Map<string, Map<string, ItemState>> {
  const states = new Map<string, Map<string, ItemState>>()
  for (const batch of batches) {
    const { source, first_run, run_no, first_seen } = batch
    const mine = states.get(source) ?? new Map<string, ItemState>()
    states.set(source, mine)
    const texts = batch.texts.split(lineBreak)
    const keys = batch.keys?.split(lineBreak) ?? texts
    texts.forEach((text, at) => {
      const passes = batch.passes === null || batch.passes[at] === '1'
      const more = { passes, first_run, first_seen, seen_at: first_seen, active: true, kind: 'added' as const, run_no }
      mine.set(keys[at]!, { source, key: keys[at]!, text, ...more })
    })
  }
  // A key comes once and turns once a run, so that only the order of the runs counts.
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

export const statesOf = (history: History): ItemState[] =>
  [...replay(history).values()].flatMap((items) => [...items.values()])

/** What came and went, of the run `runNo` or of all, the latest first. */
export function changesOf(history: History, runNo?: number): Change[] {
  const items = replay(history)
  const isWanted = (no: number) => runNo === undefined || no === runNo
  const changes: Change[] = []
  const add = (item: ItemState, kind: Change['kind'], run_no: number) => {
    const { source, key, text, passes } = item
    changes.push({ source, key, text, passes, kind, run_no })
  }
  for (const { source, run_no, texts, keys } of history.batches)
    if (isWanted(run_no))
      for (const key of (keys ?? texts).split(lineBreak)) add(items.get(source)!.get(key)!, 'added', run_no)
  for (const { source, run_no, kind, keys } of history.changes)
    if (kind !== 'confirmed' && isWanted(run_no))
      for (const key of keys.split(lineBreak)) {
        const item = items.get(source)?.get(key)
        if (item) add(item, kind, run_no)
      }
  const isGone = ({ kind }: Change) => Number(kind === 'removed')
  return changes.sort(
    (a, b) => b.run_no - a.run_no || isGone(a) - isGone(b) || inOrder(a.text, b.text) || inOrder(a.source, b.source),
  )
}

export const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

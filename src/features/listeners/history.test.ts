import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangeBatch, changesOf, type ItemBatch, statesOf } from './history.ts'

const day = (no: number) => new Date(Date.UTC(2026, 0, no))
const batch = (first_run: number, texts: string, more: Partial<ItemBatch> = {}): ItemBatch => ({
  source: 'a',
  first_run,
  run_no: first_run,
  first_seen: day(first_run),
  texts,
  keys: null,
  passes: null,
  ...more,
})
const change = (no: number, kind: ChangeBatch['kind'], keys: string, seen_at: Date | null = day(no)): ChangeBatch => ({
  source: 'a',
  no,
  run_no: no,
  kind,
  seen_at,
  keys,
})

test('an item stands as its latest change left it, and is told of under the run that heard it', () => {
  const history = {
    batches: [batch(1, 'X\ny', { keys: 'x\ny', passes: '10' }), batch(2, 'x', { source: 'b' })],
    // As they are read: in no order.
    changes: [change(4, 'returned', 'x'), change(3, 'removed', 'x', day(2)), change(3, 'confirmed', 'y')],
  }
  const said = statesOf(history).map(({ source, text, active, kind, run_no, passes, seen_at }) => [
    `${source}/${text} ${kind} in ${run_no}`,
    active,
    passes,
    seen_at.getUTCDate(),
  ])
  expect(said).toEqual([
    ['a/X returned in 4', true, true, 4],
    ['a/y added in 1', true, false, 3],
    ['b/x added in 2', true, true, 2],
  ])
  expect(changesOf(history).map(({ source, text, kind }) => `${kind} ${source}/${text}`)).toEqual([
    'returned a/X',
    'removed a/X',
    'added b/x',
    'added a/X',
    'added a/y',
  ])
  expect(changesOf(history, 3).map(({ text }) => text)).toEqual(['X'])
})

test('whatever runs said, the items heard now are those the last of them said', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.constantFrom<string[]>('u', 'v', 'w', 'x')), { minLength: 1 }), (runs) => {
      const [batches, changes]: [ItemBatch[], ChangeBatch[]] = [[], []]
      const [ever, active] = [new Set<string>(), new Set<string>()]
      runs.forEach((said, at) => {
        const lists = {
          added: said.filter((word) => !ever.has(word)),
          returned: said.filter((word) => ever.has(word) && !active.has(word)),
          removed: [...active].filter((word) => !said.includes(word)),
        }
        if (lists.added.length > 0) batches.push(batch(at + 1, lists.added.join('\n')))
        for (const kind of ['returned', 'removed'] as const)
          if (lists[kind].length > 0) changes.push(change(at + 1, kind, lists[kind].join('\n')))
        for (const word of said) ever.add(word)
        active.clear()
        for (const word of said) active.add(word)
      })
      const now = statesOf({ batches, changes })
      expect(now.map(({ text }) => text).sort()).toEqual([...ever].sort())
      expect(
        now
          .filter((item) => item.active)
          .map(({ text }) => text)
          .sort(),
      ).toEqual([...runs.at(-1)!].sort())
    }),
  )
})

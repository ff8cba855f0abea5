import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff, type KnownItems, type SourceChanges, type SourceResult } from './diff-run.ts'

const hearing = (source: string, outcome: SourceResult['outcome'], ...texts: string[]): SourceResult => ({
  source,
  label: source,
  outcome,
  error: null,
  items: new Map(texts.map((text) => [text, text])),
})
type Item = { source: string; key: string; active?: boolean }
const known = (...items: Item[]): KnownItems =>
  new Map(
    [...Map.groupBy(items, ({ source }) => source)].map(([source, mine]) => [
      source,
      new Map(mine.map(({ key, active = true }) => [key, { text: key, active }])),
    ]),
  )
type Kind = 'added' | 'returned' | 'removed'
const keys = (changes: SourceChanges[], ...kinds: Kind[]) =>
  changes.flatMap((change) => kinds.flatMap((kind) => [...change[kind].keys()].map((key) => `${change.source}/${key}`)))

test('each source is compared with its own previous results', () => {
  const changes = diff(
    known(
      { source: 'a', key: 'x' },
      { source: 'a', key: 'y' },
      { source: 'b', key: 'x' },
      { source: 'b', key: 'z', active: false },
    ),
    [hearing('a', 'answered', 'x', 'z'), hearing('b', 'answered', 'z')],
  )
  expect(keys(changes, 'added')).toEqual(['a/z'])
  expect(keys(changes, 'returned')).toEqual(['b/z'])
  expect(keys(changes, 'removed')).toEqual(['a/y', 'b/x'])
})

test('only a source that answered removes keywords, no keyword changes twice, and the counts add up', () => {
  const source = fc.constantFrom('a', 'b', 'c')
  const word = fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ source, key: word, active: fc.boolean() }), {
        selector: (item) => item.source + item.key,
      }),
      fc.uniqueArray(
        fc.record({
          source,
          outcome: fc.constantFrom('answered' as const, 'cut_short' as const, 'failed' as const),
          words: fc.uniqueArray(word),
        }),
        { selector: (item) => item.source },
      ),
      (before, found) => {
        const hearings = found.map(({ source: id, outcome, words }) =>
          hearing(id, outcome, ...(outcome === 'failed' ? [] : words)),
        )
        const changes = diff(known(...before), hearings)
        const outcomeOf = new Map(hearings.map((one) => [one.source, one.outcome]))
        expect(changes.every(({ source: id, removed }) => removed.size === 0 || outcomeOf.get(id) === 'answered')).toBe(
          true,
        )
        const all = keys(changes, 'added', 'returned', 'removed')
        expect(new Set(all).size).toBe(all.length)
        const after = new Set(before.filter(({ active }) => active).map((item) => `${item.source}/${item.key}`))
        for (const item of keys(changes, 'removed')) after.delete(item)
        for (const item of keys(changes, 'added', 'returned')) after.add(item)
        for (const { source: id, outcome, items } of hearings) {
          const mine = [...after].filter((item) => item.startsWith(`${id}/`))
          for (const key of items.keys()) expect(mine).toContain(`${id}/${key}`)
          if (outcome === 'answered') expect(mine).toHaveLength(items.size)
        }
      },
    ),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff, type KnownItems, type SourceResult, toPhraseChanges } from './diff-run.ts'
import { type ChangeBatch, getChanges, getPhrases, getStates, type ItemBatch, replay } from './replay-history.ts'

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

test('an item has the state of its latest change and belongs to the run that found it', () => {
  const history = {
    batches: [batch(1, 'X\ny', { keys: 'x\ny', passes: '10' }), batch(2, 'x', { source: 'b' })],
    // Rows arrive in no particular order.
    changes: [change(4, 'returned', 'x'), change(3, 'removed', 'x', day(2)), change(3, 'confirmed', 'y')],
  }
  const states = getStates(history).map(({ source, text, active, kind, run_no, passes, seen_at }) => [
    `${source}/${text} ${kind} in ${run_no}`,
    active,
    passes,
    seen_at.getUTCDate(),
  ])
  expect(states).toEqual([
    ['a/X returned in 4', true, true, 4],
    ['a/y added in 1', true, false, 3],
    ['b/x added in 2', true, true, 2],
  ])
  // Another source suggests x all along, so only its first sighting is a change.
  expect(getChanges(history).map(({ sources, text, kind }) => `${kind} ${sources}/${text}`)).toEqual([
    'added a/X',
    'added a/y',
  ])
  expect(getChanges(history, 3)).toEqual([])
})

test('for any history, the current items are those of each source’s latest run', () => {
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
      const now = getStates({ batches, changes })
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

const words = ['u', 'v', 'w', 'x', 'y']
const outcome = fc.constantFrom('answered', 'answered', 'cut_short', 'failed')
const answer = fc.record({ outcome, said: fc.uniqueArray(fc.constantFrom(...words)) })

test('the keyword counts of runs match their history, even if sources fail or results are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(answer, answer, answer), { minLength: 1, maxLength: 12 }), (runs) => {
      const history = { batches: [] as ItemBatch[], changes: [] as ChangeBatch[] }
      /** What each source suggests, as of its latest result. */
      const suggested = new Map<string, Set<string>>()
      const reported: string[] = []
      runs.forEach((answers, at) => {
        const no = at + 1
        const items: KnownItems = replay(history)
        const hearings = answers.map(
          ({ outcome, said }, index): SourceResult => ({
            source: 'abc'[index]!,
            label: '',
            outcome,
            error: null,
            items: new Map(outcome === 'failed' ? [] : said.map((word) => [word, word])),
          }),
        )
        const before = new Set([...suggested.values()].flatMap((set) => [...set]))
        for (const { source, outcome, items } of hearings) {
          const set = suggested.get(source) ?? new Set()
          suggested.set(source, outcome === 'answered' ? new Set(items.keys()) : new Set([...set, ...items.keys()]))
        }
        const after = new Set([...suggested.values()].flatMap((set) => [...set]))
        const changes = diff(items, hearings)
        const phrases = toPhraseChanges(items, changes)
        for (const { source, added, returned, removed } of changes) {
          if (added.size > 0) history.batches.push(batch(no, [...added.keys()].join('\n'), { source }))
          for (const [kind, turned] of [
            ['returned', returned],
            ['removed', removed],
          ] as const)
            if (turned.size > 0) history.changes.push({ ...change(no, kind, [...turned.keys()].join('\n')), source })
        }
        expect([...phrases.added.keys(), ...phrases.returned.keys()].sort()).toEqual(
          [...after].filter((word) => !before.has(word)).sort(),
        )
        expect([...phrases.removed.keys()].sort()).toEqual([...before].filter((word) => !after.has(word)).sort())
        for (const kind of ['added', 'returned', 'removed'] as const)
          reported.push(...[...phrases[kind].keys()].map((key) => `${no} ${kind} ${key}`))
      })
      expect(
        getChanges(history)
          .map(({ run_no, kind, key }) => `${run_no} ${kind} ${key}`)
          .sort(),
      ).toEqual(reported.sort())
      const active = getPhrases(history).filter((phrase) => phrase.active)
      expect(active.map(({ key, sources }) => `${key} ${sources.toSorted()}`).sort()).toEqual(
        words
          .flatMap((word) => {
            const sources = [...suggested].filter(([, set]) => set.has(word)).map(([source]) => source)
            return sources.length > 0 ? `${word} ${sources.sort()}` : []
          })
          .sort(),
      )
    }),
  )
})

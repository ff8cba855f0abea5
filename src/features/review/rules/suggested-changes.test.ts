import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptSuggestions,
  applyChanges,
  getChanges,
  type Located,
  locateSuggestions,
  type Suggestion,
} from './suggested-changes.ts'

const suggest = (base: string, text: string): Suggestion[] =>
  getChanges(base, text).map((change, at) => ({ ...change, id: `${at}`, state: 'open' }))

const decide = (suggestions: Suggestion[], id: string, state: Suggestion['state']) =>
  suggestions.map((each) => (each.id === id ? { ...each, state } : each))

const word = fc.constantFrom(
  'steep',
  'it',
  'cold',
  'for',
  '16',
  'hours.',
  '冷',
  '[^1]',
  '**bold**',
  "don't",
  '\n',
  '\n\n',
  '😀',
)
const words = fc.array(word, { maxLength: 30 }).map((parts) => parts.join(' '))
const texts = fc.oneof(words, fc.string({ maxLength: 60, unit: 'binary' }))
/** A text and what somebody made of it. */
const edited = fc
  .tuple(words, fc.array(fc.tuple(fc.nat(400), fc.nat(12), fc.oneof(word, words)), { maxLength: 6 }))
  .map(([base, edits]) => {
    const text = edits.reduce((before, [at, length, added]) => {
      const start = at % (before.length + 1)
      return before.slice(0, start) + added + before.slice(start + length)
    }, base)
    return { base, text }
  })

describe('changes', () => {
  test('accepting all gives the guest’s text, rejecting all the text before', () => {
    fc.assert(
      fc.property(texts, texts, (base, text) => {
        const changes = getChanges(base, text)
        expect(applyChanges(base, changes)).toBe(text)
        expect(applyChanges(base, [])).toBe(base)
        for (const [at, { start, end, after }] of changes.entries()) {
          expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : changes[at - 1]!.end)
          expect(base.slice(start, end)).not.toBe(after)
        }
      }),
    )
  })

  test('are words, not paragraphs, and neighbors are one', () => {
    const base = 'Steep it for 16 hours.\n\nKeep it cold.\n'
    expect(suggest(base, 'Steep it for 12 hours.\n\nKeep it cold.\n\nServe it.\n')).toMatchObject([
      { start: 13, end: 15, after: '12' },
      { start: base.length, end: base.length, after: '\nServe it.\n' },
    ])
  })

  test('of a rewritten line are one', () => {
    expect(suggest('Steep it.\n', 'Grind ten ounces of beans coarsely first.\n')).toHaveLength(1)
  })
})

describe('suggestions', () => {
  test('decided one by one in any order give what the same choice gives at once', () => {
    fc.assert(
      fc.property(
        edited,
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.nat(1000)),
        ({ base, text }, yes, order) => {
          let suggestions = suggest(base, text)
          const chosen = new Set<string>()
          let current = base
          for (let open = suggestions; open.length > 0; open = suggestions.filter(({ state }) => state === 'open')) {
            const { id } = open[order.next().value % open.length]!
            if (!yes.next().value) {
              suggestions = decide(suggestions, id, 'rejected')
              continue
            }
            const result = acceptSuggestions(current, [{ base, suggestions }], (each) => each === id)
            expect(result).toMatchObject({ accepted: [id], conflicts: [] })
            current = result.text
            suggestions = decide(suggestions, id, 'accepted')
            chosen.add(id)
          }
          expect(current).toBe(
            applyChanges(
              base,
              suggestions.filter(({ id }) => chosen.has(id)),
            ),
          )
        },
      ),
    )
  })

  test('keep their place when members edit other lines, and both edits are in the text', () => {
    const lines = fc.array(fc.constantFrom('nobody', 'guest', 'member'), { maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (by, added) => {
        const make = (...who: string[]) =>
          `${by.map((each, n) => `Line ${n} of the ${who.includes(each) ? 'changed ' : ''}text.\n`).join('—\n')}${added
            .filter((each) => each === 'nobody' || who.includes(each))
            .map((each, n) => `${each} ${n}\n`)
            .join('')}`
        const base = make()
        if (new Set(added).has('guest') && new Set(added).has('member')) return
        const suggestions = suggest(base, make('guest'))
        const { text, conflicts } = acceptSuggestions(make('member'), [{ base, suggestions }], () => true)
        expect(conflicts).toEqual([])
        expect(text).toBe(make('guest', 'member'))
      }),
    )
  })

  test('a choice never loses words of members: what has no place isn’t accepted', () => {
    fc.assert(
      fc.property(edited, texts, ({ base, text }, current) => {
        const suggestions = suggest(base, text)
        const located = locateSuggestions(base, suggestions, current)
        expect(located.map(({ id }) => id)).toEqual(suggestions.map(({ id }) => id))
        const byId = new Map(suggestions.map((each) => [each.id, each]))
        for (const each of located) {
          if (each.kind !== 'open') continue
          const { start, end, after } = byId.get(each.id)!
          expect(current.slice(each.start, each.end)).toBe(base.slice(start, end))
          expect(each.after).toBe(after)
        }
        const result = acceptSuggestions(current, [{ base, suggestions }], () => true)
        expect([...result.accepted, ...result.conflicts].sort()).toEqual(suggestions.map(({ id }) => id).sort())
      }),
    )
  })

  const locate = (base: string, text: string, current: string): Located[] =>
    locateSuggestions(base, suggest(base, text), current)

  test('move with the text, conflict where members changed the same words, and are done where they said the same', () => {
    const base = 'Steep it for 16 hours. Serve it cold.\n'
    const text = 'Steep it for 12 hours. Serve it iced.\n'
    expect(locate(base, text, `# Cold brew\n\n${base}`)).toMatchObject([
      { kind: 'open', start: 26, end: 28, after: '12' },
      { kind: 'open', after: 'iced' },
    ])
    expect(locate(base, text, 'Steep it for 20 hours. Serve it iced.\n')).toEqual([
      { id: '0', kind: 'conflict', now: '20', at: 13 },
      { id: '1', kind: 'done' },
    ])
    expect(locate(base, text, 'Another text.\n')).toMatchObject([{ kind: 'conflict' }, { kind: 'conflict' }])
  })

  test('insertions at the place of another insertion conflict', () => {
    const base = 'Steep it.\n'
    expect(locate(base, `${base}Serve it.\n`, `${base}Keep it cold.\n`)).toMatchObject([{ kind: 'conflict' }])
  })
})

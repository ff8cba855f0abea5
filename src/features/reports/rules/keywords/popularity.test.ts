import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPopularity, type Sighting } from './popularity.ts'

const source = fc.constantFrom('google_suggest', 'bing_suggest', 'youtube_suggest', 'wikipedia' as const)
const hearing: fc.Arbitrary<Sighting> = fc.record({
  source,
  ask: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})
const hearings = fc.array(hearing, { minLength: 1, maxLength: 20 })

describe('getPopularity', () => {
  it('is null if only templates or imports have the keyword', () => {
    expect(getPopularity([])).toBeNull()
    expect(getPopularity([{ source: 'patterns', ask: 'a', relevance: 1 }])).toBeNull()
    expect(getPopularity([{ source: 'imported', ask: 'a', relevance: null }])).toBeNull()
  })

  it('follows the documented formula', () => {
    expect(getPopularity([{ source: 'google_suggest', ask: 'a', relevance: 1 }])).toBe(30)
    expect(getPopularity([{ source: 'google_suggest', ask: 'a', relevance: 0.5 }])).toBe(15)
    // 1 − 0.7 · 0.7
    expect(
      getPopularity([
        { source: 'google_suggest', ask: 'a', relevance: 1 },
        { source: 'bing_suggest', ask: 'a', relevance: 1 },
      ]),
    ).toBe(51)
  })

  it('ignores sources without a ranking', () => {
    expect(getPopularity([{ source: 'searxng', ask: 'a', relevance: null }])).toBeNull()
    const alone = [{ source: 'google_suggest', ask: 'a', relevance: 1 } as const]
    expect(getPopularity([...alone, { source: 'searxng', ask: 'a', relevance: null }])).toBe(getPopularity(alone))
  })

  it('stays within 0 and 100', () => {
    fc.assert(fc.property(hearings, (list) => (getPopularity(list) ?? 0) >= 0 && (getPopularity(list) ?? 0) <= 100))
  })

  it('never falls with another sighting', () => {
    fc.assert(
      fc.property(
        hearings,
        hearing,
        (list, more) => (getPopularity([...list, more]) ?? 0) >= (getPopularity(list) ?? 0),
      ),
    )
  })

  it('never falls with a better rank', () => {
    fc.assert(
      fc.property(hearings, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (list, pick, gain) => {
        const at = pick % list.length
        const before = list.map((one, i) => (i === at ? { ...one, relevance: one.relevance ?? 0.5 } : one))
        const after = before.map((one, i) =>
          i === at ? { ...one, relevance: Math.min(1, one.relevance! + gain) } : one,
        )
        expect(getPopularity(after)!).toBeGreaterThanOrEqual(getPopularity(before)!)
      }),
    )
  })

  it('doesn’t depend on the order of sightings', () => {
    fc.assert(
      fc.property(
        hearings,
        (list) => Math.abs((getPopularity([...list].reverse()) ?? 0) - (getPopularity(list) ?? 0)) <= 0.1,
      ),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Hearing, popularityOf } from './popularity.ts'

const source = fc.constantFrom('google_suggest', 'bing_suggest', 'youtube_suggest', 'wikipedia' as const)
const hearing: fc.Arbitrary<Hearing> = fc.record({
  source,
  ask: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  rank: fc.option(fc.integer({ min: 1, max: 20 })),
})
const hearings = fc.array(hearing, { minLength: 1, maxLength: 20 })

describe('popularityOf', () => {
  it('is unknown when only patterns or imports spoke', () => {
    expect(popularityOf([])).toBeNull()
    expect(popularityOf([{ source: 'patterns', ask: 'a', relevance: 1 }])).toBeNull()
    expect(popularityOf([{ source: 'imported', ask: 'a', relevance: null }])).toBeNull()
  })

  it('follows the documented formula', () => {
    expect(popularityOf([{ source: 'google_suggest', ask: 'a', relevance: 1 }])).toBe(30)
    expect(popularityOf([{ source: 'google_suggest', ask: 'a', relevance: null, rank: 4 }])).toBe(15)
    expect(popularityOf([{ source: 'google_suggest', ask: 'a', relevance: null }])).toBe(9)
    // 1 − 0.7 · 0.7
    expect(
      popularityOf([
        { source: 'google_suggest', ask: 'a', relevance: 1 },
        { source: 'bing_suggest', ask: 'a', relevance: 1 },
      ]),
    ).toBe(51)
  })

  it('stays within 0 and 100', () => {
    fc.assert(fc.property(hearings, (list) => popularityOf(list)! >= 0 && popularityOf(list)! <= 100))
  })

  it('never falls by hearing more', () => {
    fc.assert(fc.property(hearings, hearing, (list, more) => popularityOf([...list, more])! >= popularityOf(list)!))
  })

  it('never falls by a better place', () => {
    fc.assert(
      fc.property(hearings, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (list, pick, gain) => {
        const at = pick % list.length
        const before = list.map((one, i) => (i === at ? { ...one, relevance: one.relevance ?? 0.5 } : one))
        const after = before.map((one, i) =>
          i === at ? { ...one, relevance: Math.min(1, one.relevance! + gain) } : one,
        )
        expect(popularityOf(after)!).toBeGreaterThanOrEqual(popularityOf(before)!)
      }),
    )
  })

  it('does not depend on the order of hearing', () => {
    fc.assert(
      fc.property(hearings, (list) => Math.abs(popularityOf([...list].reverse())! - popularityOf(list)!) <= 0.1),
    )
  })
})

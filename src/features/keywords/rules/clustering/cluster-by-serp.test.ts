import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ari } from '../../../../../bench/cluster-metrics.ts'
import { makeSerps, serpWorlds } from '../../../../../bench/synthetic-serps.ts'
import type { Strictness } from '../../../reports/contract.ts'
import { addressKey, clusterBySerp, clusterSerpIds } from './cluster-by-serp.ts'

const page = (...names: (string | number)[]) => names.map((name) => `https://site.test/${name}`)

function together(groups: Int32Array, ...keywords: number[]): boolean {
  const [first] = keywords
  return groups[first!] !== -1 && keywords.every((keyword) => groups[keyword] === groups[first!])
}

const sharedCount = (a: number[], b: number[]) => [...new Set(a)].filter((address) => b.includes(address)).length

/** Result pages that shift along a list of URLs: neighbors share ten minus `step`, distant ones none. */
const chain = (length: number, step: number) =>
  Array.from({ length }, (_, at) => page(...Array.from({ length: 10 }, (_, place) => at * step + place)))

describe('by shared URLs', () => {
  test('four shared URLs of ten join two keywords, one doesn’t', () => {
    const { groups } = clusterBySerp([
      page(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      page(1, 2, 3, 4, 15, 16, 17, 18, 19, 20),
      page(10, 30, 31, 32, 33, 34, 35, 36, 37, 38),
    ])
    expect(together(groups, 0, 1)).toBe(true)
    expect(groups[2]).toBe(-1)
  })

  test('strict separates keywords that loose joins', () => {
    // Four result pages share one of ten addresses with each other; the others share nothing.
    const serps = Array.from({ length: 40 }, (_, at) =>
      page(...(at < 4 ? ['shared'] : []), ...Array.from({ length: at < 4 ? 9 : 10 }, (_, place) => `${at}-${place}`)),
    )
    expect(together(clusterBySerp(serps, { strictness: 'loose' }).groups, 0, 1, 2, 3)).toBe(true)
    const grouped = (strictness: Strictness) =>
      clusterBySerp(serps, { strictness }).groups.filter((group) => group !== -1).length
    expect(grouped('loose')).toBeGreaterThanOrEqual(grouped('balanced'))
    expect(grouped('balanced')).toBeGreaterThanOrEqual(grouped('strict'))
    expect(grouped('loose')).toBeGreaterThan(grouped('strict'))
  })

  test('order, duplicates, protocol, www, fragment and trailing slash don’t matter', () => {
    const { groups } = clusterBySerp([
      ['https://www.a.test/', 'http://b.test', 'https://c.test/x#part', 'https://d.test/y/'],
      ['https://d.test/y', 'https://c.test/x', 'https://b.test/', 'https://b.test', 'http://a.test'],
    ])
    expect(together(groups, 0, 1)).toBe(true)
    expect(addressKey('https://www.a.test/b/?q=1')).not.toBe(addressKey('https://www.a.test/b/?q=2'))
  })

  test('keywords without a result page stay unclustered', () => {
    expect([...clusterBySerp([null, [], undefined, null]).groups]).toEqual([-1, -1, -1, -1])
  })
})

describe('what must not join clusters', () => {
  const hubs = ['https://wikipedia.test', 'https://youtube.test', 'https://reddit.test', 'https://amazon.test']

  test('URLs that are on every result page join nothing, not even four of them', () => {
    const serps = Array.from({ length: 200 }, (_, keyword) => [
      ...hubs,
      ...page(...[1, 2, 3, 4, 5, 6].map((at) => `${keyword}-${at}`)),
    ])
    expect(new Set(clusterBySerp(serps).groups)).toEqual(new Set([-1]))
    // The same four URLs join two result pages if no others have them.
    expect(together(clusterBySerp(serps.slice(0, 2)).groups, 0, 1)).toBe(true)
  })

  test('a single common URL joins nothing, even with loose clustering', () => {
    const serps = Array.from({ length: 100 }, (_, keyword) => [hubs[0]!, ...page(keyword)])
    expect(new Set(clusterBySerp(serps, { strictness: 'loose' }).groups)).toEqual(new Set([-1]))
  })

  test.for(serpWorlds.map((world) => [world.name, world] as const))('%s', ([, world]) => {
    const { offsets, urls, intentOf } = makeSerps(world, 2000, 3)
    const { groups } = clusterSerpIds(offsets, urls)
    const labels = groups.map((group, at) => (group === -1 ? -2 - at : group))
    expect(ari(labels, intentOf)).toBeGreaterThan(world.neighborShare > 0 ? 0.7 : 0.95)
  })

  test('a chain of overlapping result pages is split', () => {
    const serps = chain(60, 4)
    const { groups } = clusterBySerp(serps)
    const sizes = new Map<number, number>()
    for (const group of groups) if (group !== -1) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    expect(sizes.size).toBeGreaterThan(10)
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(4)
    expect(together(groups, 0, 59)).toBe(false)
  })

  test('a result page that overlaps with two clusters doesn’t merge them', () => {
    const left = Array.from({ length: 6 }, (_, at) => page(1, 2, 3, 4, 5, 6, 7, 8, `l${at}`))
    const right = Array.from({ length: 6 }, (_, at) => page(11, 12, 13, 14, 15, 16, 17, 18, `r${at}`))
    const { groups } = clusterBySerp([...left, page(1, 2, 3, 4, 11, 12, 13, 14, 'bridge'), ...right])
    expect(together(groups, 0, 1, 2, 3, 4, 5)).toBe(true)
    expect(together(groups, 7, 8, 9, 10, 11, 12)).toBe(true)
    expect(together(groups, 0, 12)).toBe(false)
  })
})

describe('any result pages', () => {
  const serps = fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 }), { maxLength: 60 })
  const asIds = (rows: number[][]) => {
    const offsets = new Int32Array(rows.length + 1)
    rows.forEach((row, at) => {
      offsets[at + 1] = offsets[at]! + row.length
    })
    return clusterSerpIds(offsets, Int32Array.from(rows.flat()))
  }

  test('no group has one member, and every member shares a URL with another one', () => {
    fc.assert(
      fc.property(serps, (rows) => {
        const { groups } = asIds(rows)
        rows.forEach((row, at) => {
          if (groups[at] === -1) return
          const shares = rows.some(
            (other, place) => place !== at && groups[place] === groups[at] && sharedCount(row, other) > 0,
          )
          expect(shares).toBe(true)
        })
      }),
    )
  })

  test('the result is deterministic', () => {
    fc.assert(
      fc.property(serps, (rows) => {
        expect(asIds(rows)).toEqual(asIds(rows))
      }),
    )
  })

  test('a thousand result pages with nine shared URLs are one group', () => {
    const { groups } = asIds(Array.from({ length: 1000 }, (_, at) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000 + at]))
    expect(new Set(groups).size).toBe(1)
  })
})

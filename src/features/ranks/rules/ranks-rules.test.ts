import { expect, test } from 'vitest'
import { formatSiteTarget, isOnSite, parseSiteTarget } from '#kit/site-target.ts'
import { getMovement, hasUrlChanged } from './rank-change.ts'
import { findAiOverview, findPlacement } from './read-serp.ts'
import { findSetChange } from './set-change.ts'
import { clickRates, getShareOfVoice } from './share-of-voice.ts'

const site = (value: string) => parseSiteTarget(value)!

test('a domain has its subdomains, a subdomain only what is below it, a folder only its pages', () => {
  const cases: [site: string, url: string, isOn: boolean][] = [
    ['example.com', 'https://example.com/', true],
    ['example.com', 'http://www.example.com/a?b', true],
    ['example.com', 'https://blog.example.com/', true],
    ['example.com', 'https://EXAMPLE.com./', true],
    ['example.com', 'https://notexample.com/', false],
    ['example.com', 'https://example.com.evil.example/', false],
    ['example.com', 'https://example.org/example.com', false],
    ['www.example.com', 'https://blog.example.com/', true],
    ['blog.example.com', 'https://example.com/', false],
    ['blog.example.com', 'https://en.blog.example.com/', true],
    ['example.com/shop', 'https://example.com/shop', true],
    ['example.com/shop/', 'https://www.example.com/shop/kettles', true],
    ['example.com/shop', 'https://example.com/shopping', false],
    ['example.com/shop', 'https://blog.example.com/shop', false],
    ['https://example.com/sh%C3%B6p', 'https://example.com/shöp/a', true],
    ['münchen.example', 'https://xn--mnchen-3ya.example/', true],
    ['xn--mnchen-3ya.example', 'https://www.münchen.example/a', true],
    ['example.com', 'ftp://example.com/', false],
    ['example.com', 'not a URL', false],
  ]
  for (const [target, url, isOn] of cases)
    expect([target, url, isOnSite(site(target), url)]).toEqual([target, url, isOn])
})

test('what isn’t a domain is refused, and names are shown as people write them', () => {
  for (const value of [
    '',
    'localhost',
    'a b.example',
    'http://user@example.com',
    'example.com:81',
    '10.0.0.1',
    '[::1]',
    'javascript:alert(1)',
    '.example.com',
    'ex_ample',
  ])
    expect([value, parseSiteTarget(value)]).toEqual([value, null])
  expect(formatSiteTarget(site('XN--MNCHEN-3YA.example/Shop/'))).toBe('münchen.example/Shop')
  expect(formatSiteTarget(site('пример.рф'))).toBe('пример.рф')
  expect(formatSiteTarget(site('例え.jp'))).toBe('例え.jp')
})

test('the best result counts, within the depth', () => {
  const serp = {
    pages: [
      { rank: 2, url: 'https://other.example/' },
      { rank: 12, url: 'https://example.com/second' },
      { rank: 4, url: 'https://example.com/first' },
    ],
    features: [],
  }
  expect(findPlacement(serp, site('example.com'), 10)).toEqual({
    ...{ position: 4, url: 'https://example.com/first', pixels: null },
  })
  expect(findPlacement(serp, site('example.com/second'), 10)).toEqual({
    ...{ position: null, url: null, pixels: null },
  })
  expect(findPlacement(serp, site('example.com/second'), 20)).toMatchObject({ position: 12 })
})

test('an AI overview that wasn’t read is unknown, not uncited', () => {
  const serp = (aiOverview: Parameters<typeof findAiOverview>[0]['aiOverview']) => ({
    pages: [],
    features: [],
    aiOverview,
  })
  const mine = site('example.com')
  expect(findAiOverview(serp(undefined), mine)).toEqual({ present: null, cited: null })
  expect(findAiOverview(serp({ present: true, citations: null }), mine)).toEqual({ present: true, cited: null })
  expect(findAiOverview(serp({ present: false, citations: null }), mine)).toEqual({ present: false, cited: false })
  const cited = { present: true, citations: [{ url: 'https://www.example.com/a' }] }
  expect(findAiOverview(serp(cited), mine)).toEqual({ present: true, cited: true })
})

test('nothing follows from a gap', () => {
  const at = (position: number | null) => ({ position, url: position ? 'https://example.com/a' : null })
  expect(getMovement(null, at(3))).toBe('unknown')
  expect(getMovement(at(3), null)).toBe('unknown')
  expect(getMovement(at(null), at(3))).toBe('lost')
  expect(getMovement(at(3), at(null))).toBe('new')
  expect(getMovement(at(null), at(null))).toBe('same')
  expect(getMovement(at(2), at(3))).toBe('up')
  expect(hasUrlChanged(at(2), { position: 3, url: 'http://www.example.com/a/#x' })).toBe(false)
  expect(hasUrlChanged(at(2), { position: 3, url: 'https://example.com/b' })).toBe(true)
})

test('share of voice is over what was measured', () => {
  expect(getShareOfVoice([])).toBeNull()
  expect(getShareOfVoice([null, null])).toBe(0)
  const sum = clickRates.reduce<number>((total, rate) => total + rate, 0)
  expect(getShareOfVoice([1, null])).toBeCloseTo(0.276 / (2 * sum))
  expect(getShareOfVoice([11])).toBe(0)
})

test('a set moved only beyond chance, over what was measured twice', () => {
  const pair = (at: number, current: number | null | undefined, previous: number | null | undefined) => {
    const toMeasurement = (position: number | null | undefined) =>
      position === undefined ? null : { position, url: null }
    return { keyword: `k${at}`, current: toMeasurement(current), previous: toMeasurement(previous) }
  }
  const jitter = [3, 5, 8, 12, 2, 9, 4, 7].map((position, at) => pair(at, position + (at % 2 === 0 ? 1 : -1), position))
  expect(findSetChange(jitter, 20)).toBeNull()
  const fallen = [3, 5, 8, 12, 2, 9, 4, 7].map((position, at) => pair(at, at === 7 ? null : position + 4, position))
  expect(findSetChange(fallen, 20)).toMatchObject({
    up: 0,
    down: 8,
    examples: expect.arrayContaining(['k7 (7 to not found)']),
  })
  // Failed checks are no fall.
  expect(
    findSetChange(
      fallen.map(({ keyword, previous }) => ({ keyword, current: null, previous })),
      20,
    ),
  ).toBeNull()
  expect(findSetChange(fallen.slice(0, 5), 20)).toBeNull()
  expect(
    findSetChange(
      Array.from({ length: 9 }, (_, at) => pair(at, 3, 3)),
      20,
    ),
  ).toBeNull()
})

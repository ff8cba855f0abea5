import { expect, test } from 'vitest'
import { getBootstrapInterval } from './bootstrap.ts'
import { normalCdf, studentQuantile } from './distributions.ts'
import { adjustByHolm } from './holm.ts'
import { getFisherP, getSignFlipP, getVerdicts } from './paired-change.ts'
import { getDetectableChange, getPower, getRunsNeeded } from './power.ts'
import { simulate } from './simulate.ts'
import { getWilsonInterval } from './wilson.ts'

const round = (value: number | undefined, digits = 4) => Number(value?.toFixed(digits))

test('Wilson’s interval as published', () => {
  // R: prop.test(k, n, correct = FALSE)$conf.int
  const cases: [k: number, n: number, low: number, high: number][] = [
    [0, 20, 0, 0.1611],
    [7, 20, 0.1812, 0.5671],
    [20, 20, 0.8389, 1],
    [1, 5, 0.0362, 0.6245],
  ]
  for (const [k, n, low, high] of cases) {
    const found = getWilsonInterval(k, n)!
    expect([k, n, round(found.low), round(found.high)]).toEqual([k, n, low, high])
  }
  expect(getWilsonInterval(0, 0)).toBeNull()
})

test('distributions, Fisher and Holm as in tables', () => {
  expect(round(normalCdf(1.959964))).toBe(0.975)
  expect(round(studentQuantile(0.025, 9), 3)).toBe(2.262)
  expect(round(studentQuantile(0.025, 39), 3)).toBe(2.023)
  // Fisher’s lady tasting tea: 3 of 4 against 1 of 4.
  expect(round(getFisherP({ k: 3, n: 4 }, { k: 1, n: 4 }))).toBe(0.4857)
  expect(round(getFisherP({ k: 4, n: 20 }, { k: 13, n: 20 }))).toBe(0.0095)
  expect(adjustByHolm([0.01, 0.04, 0.03, 0.005]).map((p) => round(p, 2))).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(getSignFlipP([0.1, 0.2, 0.1, 0.3, 0.1, 0.2])).toBe(2 / 64)
  expect(getSignFlipP([0.1, 0.2])).toBeNull()
})

test('a verdict needs enough runs, and one jump among many prompts stays visible', () => {
  const pair = (before: number, after: number, n: number) => ({ before: { k: before, n }, after: { k: after, n } })
  expect(getVerdicts([pair(0, 3, 3)])).toEqual(['too_few_runs'])
  expect(getVerdicts([pair(4, 5, 20)])).toEqual(['within_noise'])
  const many = Array.from({ length: 39 }, () => pair(5, 6, 20))
  expect(getVerdicts([...many, pair(2, 19, 20)]).filter((verdict) => verdict === 'moved')).toHaveLength(1)
  // Alone it would be called moved; among forty it isn’t.
  expect(getVerdicts([pair(4, 13, 20)])).toEqual(['moved'])
  expect(getVerdicts([...many, pair(4, 13, 20)])).not.toContain('moved')
  expect(getVerdicts([{ before: { k: 0, n: 0 }, after: { k: 5, n: 20 } }])).toEqual(['too_few_runs'])
})

test('intervals of sets are the same for the same answers, and none for two prompts', () => {
  const values = [0.1, 0.5, 0.2, 0.9, 0.4]
  expect(getBootstrapInterval(values)).toEqual(getBootstrapInterval(values))
  expect(getBootstrapInterval([0.1, 0.2])).toBeNull()
  expect(getBootstrapInterval([0, 0, 0, 0])).toEqual({ low: 0, high: 0 })
})

test('more runs and prompts show smaller changes', () => {
  expect(getPower({ prompts: 40, runs: 12, change: 0.1 })).toBeGreaterThan(
    getPower({ prompts: 40, runs: 5, change: 0.1 }),
  )
  expect(getPower({ prompts: 3, runs: 50, change: 0.5 })).toBe(0)
  const runs = getRunsNeeded({ prompts: 40, engines: 1, change: 0.1 })!
  expect(getPower({ prompts: 40, runs, change: 0.1 })).toBeGreaterThanOrEqual(0.8)
  expect(getPower({ prompts: 40, runs: runs - 1, change: 0.1 })).toBeLessThan(0.8)
  expect(getDetectableChange({ prompts: 40, runs })).toBeLessThanOrEqual(0.1)
  expect(getRunsNeeded({ prompts: 6, engines: 1, change: 0.01 })).toBeNull()
})

test('on simulated months intervals hold the truth and false alarms are rare', () => {
  // 200 months; bench/answer-statistics.ts has 1,000 of several worlds with the bounds of 93–97 %.
  const world = { prompts: 12, runs: 10, share: 0.3, between: 0.3, failing: 0.1 }
  const found = simulate(world, { months: 200, change: 0.2, seed: 25 })
  expect(found.wilson).toBeGreaterThan(0.92)
  expect(found.wilson).toBeLessThan(0.98)
  expect(found.bootstrap).toBeGreaterThan(0.89)
  expect(found.falseCells).toBeLessThan(0.06)
  expect(found.falseSet).toBeLessThan(0.1)
  expect(Math.abs(found.power - found.announced)).toBeLessThan(0.1)
})

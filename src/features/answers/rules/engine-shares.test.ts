import { expect, test } from 'vitest'
import { getEngineShares } from './engine-shares.ts'
import { getSummary, type Run } from './results.ts'

const brand = 'Hollow Oak'
const none = new Set<number>()
let id = 0

/** `n` answers of an engine to a prompt, of which `k` name the brand. */
const answers = (engine: Run['engine'], promptNo: number, k: number, n: number, more: Partial<Run> = {}): Run[] =>
  Array.from({ length: n }, (_, at) => ({
    id: String(id++),
    prompt_no: promptNo,
    engine,
    state: 'done',
    model: 'one',
    readings: [{ brand, mentioned: at < k, cited: false }],
    ...more,
  }))
const prompts = (engine: Run['engine'], count: number, k: number, n = 5) =>
  Array.from({ length: count }, (_, at) => answers(engine, at + 1, k, n)).flat()

test('the only engine has the figures and the verdict of the whole watch', () => {
  const [before, runs] = [prompts('openai', 6, 1), prompts('openai', 6, 3)]
  const summary = getSummary(runs, before, { brand, competitors: [], namesBrand: none })
  const [share] = getEngineShares(runs, before, { brand, namesBrand: none })
  expect(share!.mentioned).toEqual(summary.mentioned)
  expect(share).toMatchObject({ engine: 'openai', prompts: 6, answers: 30, change: 'moved' })
  expect(share!.previous).toBeCloseTo(0.2, 10)
  expect(share!.change).toBe(summary.change!.verdict)
  expect(share!.difference).toBeCloseTo(summary.change!.difference, 10)
})

test('more engines don’t mean more false moves: six prompts can’t show one of two engines', () => {
  const both = (k: number) => [...prompts('openai', 6, k), ...prompts('anthropic', 6, 1)]
  expect(getEngineShares(both(3), both(1), { brand, namesBrand: none }).map(({ change }) => change)).toEqual([
    'too_few_runs',
    'too_few_runs',
  ])
  const many = (k: number) => [...prompts('openai', 10, k), ...prompts('anthropic', 10, 1)]
  expect(getEngineShares(many(3), many(1), { brand, namesBrand: none }).map(({ change }) => change)).toEqual([
    'moved',
    'within_noise',
  ])
})

test('a single prompt has the interval of its answers and its own verdict', () => {
  const [share] = getEngineShares(answers('openai', 1, 18, 20), answers('openai', 1, 2, 20), {
    brand,
    namesBrand: none,
  })
  expect(share).toMatchObject({ mentioned: { share: 0.9 }, previous: 0.1, change: 'moved' })
  expect(share!.mentioned.low).toBeGreaterThan(0.65)
  expect(share!.mentioned.high).toBeLessThan(1)
})

test('failed runs are gaps: no share, no change', () => {
  const failed = answers('openai', 1, 0, 5, { state: 'failed', readings: [] })
  const [share] = getEngineShares(failed, answers('openai', 1, 5, 5), { brand, namesBrand: none })
  expect(share).toMatchObject({ mentioned: { share: null }, answers: 0, failed: 5, change: null, difference: null })
})

test('another model isn’t compared, and prompts that name the brand aren’t counted', () => {
  const before = prompts('openai', 6, 1).map((run) => ({ ...run, model: 'older' }))
  const [share] = getEngineShares(prompts('openai', 6, 5), before, { brand, namesBrand: new Set([1]) })
  expect(share).toMatchObject({ prompts: 5, modelChanged: true, previous: null, change: null })
})

test('an engine that isn’t set up says so', () => {
  const skipped = answers('perplexity', 1, 0, 2, { state: 'skipped', readings: [], model: null })
  const shares = getEngineShares([...answers('openai', 1, 1, 2), ...skipped], [], { brand, namesBrand: none })
  expect(shares.map(({ engine, skipped: is }) => [engine, is])).toEqual([
    ['openai', false],
    ['perplexity', true],
  ])
})

test('prompts that all agree are no certainty: the interval is as wide as one answer a prompt allows', () => {
  const { mentioned } = getSummary(prompts('openai', 4, 5), [], { brand, competitors: [], namesBrand: none })
  expect(mentioned).toMatchObject({ share: 1, high: 1 })
  expect(mentioned.low).toBeCloseTo(0.51, 2)
  const varied = [...answers('openai', 1, 1, 5), ...answers('openai', 2, 3, 5), ...answers('openai', 3, 4, 5)]
  expect(getSummary(varied, [], { brand, competitors: [], namesBrand: none }).mentioned.low).toBeGreaterThan(0.2)
})

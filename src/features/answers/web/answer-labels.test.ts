import { expect, test } from 'vitest'
import type { ListedWatch } from '../contract.ts'
import { describeChange, describeShare } from './answer-labels.ts'

type Result = NonNullable<ListedWatch['result']>
const result = (more: Partial<Result> = {}): Result => ({
  ...{ period: 2, at: '2026-11-02T09:00:00.000Z', prompts: 12, answers: 96, failed: 0, change: null },
  mentioned: { share: 0.344, low: 0.181, high: 0.52 },
  ...more,
})
const change = (difference: number, verdict: 'moved' | 'within_noise' | 'too_few_runs') =>
  describeChange(result({ change: { difference, low: null, high: null, verdict } }))

test('a share has its interval where there is one, and a missing one its reason', () => {
  expect(describeShare(result())).toBe('Mentioned in 34% of answers (18–52%)')
  expect(describeShare(result({ mentioned: { share: 0, low: null, high: null } }))).toBe('Mentioned in 0% of answers')
  const missing = { share: null, low: null, high: null }
  expect(describeShare(result({ mentioned: missing, failed: 3 }))).toBe(
    'No answers to count in the latest run: 3 failed runs',
  )
  expect(describeShare(result({ mentioned: missing }))).toBe('No answers to count in the latest run')
})

test('a change says whether chance explains it', () => {
  expect(change(0.061, 'moved')).toBe('+6 points, changed')
  expect(change(-0.012, 'within_noise')).toBe('−1 point, within noise')
  expect(change(-0.004, 'within_noise')).toBe('0 points, within noise')
  expect(change(0.2, 'too_few_runs')).toBe('+20 points, too few prompts to rule out chance')
  expect(describeChange(result())).toBe('not comparable with the run before')
  expect(describeChange(result({ period: 1 }))).toBe('first run')
})

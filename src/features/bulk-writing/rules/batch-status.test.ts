import { expect, test } from 'vitest'
import { getSecondsLeft, getStepViews, getTicks, getUsualCost } from './batch-status.ts'

const chain = ['outline', 'article', 'humanize'] as const
const states = (item: Parameters<typeof getStepViews>[0]) =>
  getStepViews(item, chain).map(({ state, share }) => `${state} ${share}`)

test('steps before the current one are done, and the current one says how far it is', () => {
  expect(states({ status: 'running', step: 'article', sections: 4, sections_done: 1 })).toEqual([
    'done 1',
    'running 0.25',
    'waiting 0',
    'waiting 0',
  ])
  expect(states({ status: 'failed', step: 'outline', sections: null, sections_done: 0 })[0]).toBe('failed 0')
  expect(states({ status: 'cancelled', step: 'article', sections: 4, sections_done: 3 })[1]).toBe('waiting 0.75')
  expect(states({ status: 'done', step: null, sections: null, sections_done: 0 })).toEqual(Array(4).fill('done 1'))
})

test('an item costs what finished ones cost, else what was expected', () => {
  const counts = { queued: 2, running: 0, done: 0, failed: 0, cancelled: 0 }
  const batch = { counts, total: 2, progress: 0, spent_usd: 0, estimate: { cost_usd: 1 } } as never
  expect(getUsualCost(batch, [])).toBe(0.5)
  const done = { ...(batch as object), counts: { ...counts, done: 2 } } as never
  const items = [0.1, 0.3].map((cost_usd) => ({ status: 'done', cost_usd })) as never[]
  expect(getUsualCost(done, items)).toBeCloseTo(0.2)
  expect(getUsualCost({ ...(batch as object), estimate: { cost_usd: null } } as never, [])).toBeNull()
})

test('the rest of the time is what was expected for what is left', () => {
  expect(getSecondsLeft({ estimate: { seconds: 600 }, progress: 0.25 } as never)).toBe(450)
  expect(getSecondsLeft({ estimate: { seconds: 600 }, progress: 1 } as never)).toBe(0)
})

test.each([
  [3, [0, 0.5, 1, 1.5, 2, 2.5, 3]],
  [5, [0, 1, 2, 3, 4, 5]],
  [0.07, [0, 0.02, 0.04, 0.07]],
  [0, [0]],
])('a scale up to %s has round amounts', (max, ticks) => {
  expect(getTicks(max)).toEqual(ticks)
})

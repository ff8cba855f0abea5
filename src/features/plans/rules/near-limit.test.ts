import { expect, test } from 'vitest'
import { unlimited } from '../contract.ts'
import { getToolsNearLimit } from './near-limit.ts'

test('usage is shown from 70%, the fullest first', () => {
  const plan = { reports: 10, ai: 100, clusters: 50, trends: 0, sv: unlimited }
  expect(getToolsNearLimit(plan, { reports: 7, ai: 95, clusters: 34, trends: 0, sv: 1000 })).toEqual([
    { tool: 'ai', used: 95, allowance: 100 },
    { tool: 'reports', used: 7, allowance: 10 },
  ])
})

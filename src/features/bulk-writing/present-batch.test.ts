import { expect, test } from 'vitest'
import { presentHead } from './present-batch.ts'
import type { BatchRow } from './store/batch-store.ts'

const workspace_id = '01976f5e-0000-7000-8000-000000000001'
const row = {
  workspace_id,
  price: { input: 2, output: 10, cached: null, source: 'settings', as_of: null },
  sums: { queued: 1, running: 0, done: 0, failed: 0, cancelled: 0, held: 1, used: 0, progress: 0 },
  overlap_pairs: [],
  created_at: new Date(0),
} as unknown as BatchRow

const isOwn = (model_key: string) => presentHead({ ...row, model_key }).model.own

test('a batch says whether its workspace’s own model writes it, or the server’s', () => {
  expect(isOwn(`${workspace_id} openai gpt-5`)).toBe(true)
  expect(isOwn('server openai gpt-5')).toBe(false)
  expect(isOwn('builtin')).toBe(false)
})

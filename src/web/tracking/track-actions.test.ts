import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import { paymentsContract } from '#features/payments/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'

const sent: unknown[][] = []
let AppError: typeof import('#kit/errors.ts').AppError
let { recordDone, recordExport, recordFailed, recordRequest } = {} as typeof import('./track-actions.ts')
// Test files share modules: reload these with the mock, and again afterwards without it.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('./tracking.ts', () => ({ record: (...given: unknown[]) => sent.push(given) }))
  ;({ AppError } = await import('#kit/errors.ts'))
  ;({ recordDone, recordExport, recordFailed, recordRequest } = await import('./track-actions.ts'))
})
afterAll(() => {
  vi.doUnmock('./tracking.ts')
  vi.resetModules()
})
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://earshot.test' })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

test('tracks actions by their API call, and ignores estimates', () => {
  recordDone(reportsContract.new.path, { query: 'tea', dry_run: true })
  recordDone(reportsContract.find.path, {})
  for (const { path } of [
    reportsContract.new,
    aiContentContract.stream,
    humanizerContract.humanize,
    listenersContract.add,
  ])
    recordDone(path, {})
  expect(sent.map(([name]) => name)).toEqual(['Report made', 'Content generated', 'Text humanized', 'Listener made'])
})

test('tracks requested upgrades, and failed payment links and texts with their error code', () => {
  const failure = new AppError('unavailable', 'Card payments are not set up on this installation.')
  recordRequest(paymentsContract.paylink.path)
  recordFailed(paymentsContract.paylink.path, failure)
  recordFailed(aiContentContract.stream.path, new TypeError('broken'))
  recordFailed(reportsContract.find.path, failure)
  expect(sent).toEqual([
    ['Upgrade clicked', { call: '/stripe/paylink' }],
    ['Payment link failed', { call: '/stripe/paylink', code: 'unavailable' }],
    ['AI content failed', { call: '/stream', code: 'unknown' }],
  ])
})

test('tracks what was exported and in which format', () => {
  recordExport('/reports/export/0199a3c9?format=csv&section=questions')
  expect(sent).toEqual([['Export', { what: 'reports', format: 'csv' }]])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import { paymentsContract } from '#features/payments/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import { recordDone, recordExport, recordFailed, recordWanted } from './track-actions.ts'

const told = vi.hoisted(() => [] as unknown[][])
vi.mock('./tracking.ts', () => ({ record: (...given: unknown[]) => told.push(given) }))
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://earshot.test' })
})
afterEach(() => {
  told.length = 0
  vi.unstubAllGlobals()
})

test('what people do has a name, by the call that does it; an estimate is nothing done', () => {
  recordDone(reportsContract.new.path, { query: 'tea', dry_run: true })
  recordDone(reportsContract.find.path, {})
  for (const { path } of [
    reportsContract.new,
    aiContentContract.stream,
    humanizerContract.humanize,
    listenersContract.add,
  ])
    recordDone(path, {})
  expect(told.map(([name]) => name)).toEqual(['Report made', 'Content generated', 'Text humanized', 'Listener made'])
})

test('an upgrade is counted when it is asked for, a payment link or a text that fails with its reason', () => {
  const failure = new AppError('unavailable', 'Card payments are not set up on this installation.')
  recordWanted(paymentsContract.paylink.path)
  recordFailed(paymentsContract.paylink.path, failure)
  recordFailed(aiContentContract.stream.path, new TypeError('broken'))
  recordFailed(reportsContract.find.path, failure)
  expect(told).toEqual([
    ['Upgrade clicked', { call: '/stripe/paylink' }],
    ['Payment link failed', { call: '/stripe/paylink', code: 'unavailable' }],
    ['AI content failed', { call: '/stream', code: 'unknown' }],
  ])
})

test('an export says of what and in which format', () => {
  recordExport('/reports/export/0199a3c9?format=csv&section=questions')
  expect(told).toEqual([['Export', { what: 'reports', format: 'csv' }]])
})

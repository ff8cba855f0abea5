import { expect, test } from 'vitest'
import type { ReportHead, ReportStatus } from '../../contract.ts'
import { getOutcome } from './report-outcome.ts'

const source = (label: string, state: 'done' | 'failed') =>
  ({ id: label.toLowerCase(), label, state, count: 0, ms: 1 }) as unknown as ReportHead['sources'][number]
const head = (status: ReportStatus, more: Partial<ReportHead> = {}) => ({
  status,
  rows: 12,
  empty: false,
  sources: [source('Google', 'done')],
  ...more,
})

test('a report is green only when every source answered', () => {
  expect(getOutcome(head('done'))).toMatchObject({ tone: 'good', text: '12 keywords', detail: null })
  const reddit = [source('Google', 'done'), source('Reddit', 'failed')]
  expect(getOutcome(head('done', { sources: reddit }))).toMatchObject({ tone: 'warn', detail: 'Reddit failed' })
  const three = ['Reddit', 'Bing', 'YouTube'].map((label) => source(label, 'failed'))
  expect(getOutcome(head('done', { sources: three }))).toMatchObject({ tone: 'warn', detail: '3 sources failed' })
})

test('a report that found nothing isn’t green, and says that it was refunded', () => {
  expect(getOutcome(head('done', { empty: true, rows: 0 }))).toMatchObject({
    tone: 'warn',
    text: 'Nothing found',
    detail: 'Credit refunded',
  })
})

test('failed and stopped reports say what is left', () => {
  expect(getOutcome(head('failed', { sources: [source('Bing', 'failed')] }))).toMatchObject({
    tone: 'bad',
    text: 'Failed',
    detail: 'Bing failed',
  })
  expect(getOutcome(head('cancelled'))).toMatchObject({ tone: 'neutral', detail: '12 keywords saved' })
})

test('template phrases aren’t counted as keywords', () => {
  expect(getOutcome(head('done', { rows: 120, found: 70 })).text).toBe('70 keywords')
  expect(getOutcome(head('cancelled', { rows: 120, found: 70 })).detail).toBe('70 keywords saved')
})

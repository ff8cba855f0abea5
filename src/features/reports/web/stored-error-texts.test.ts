import { expect, test } from 'vitest'
import { getMissingTexts, getSourceText } from './stored-error-texts.ts'

test('a source that failed says why in the screen’s own sentence', () => {
  const params = { source: 'Bing' }
  const failure = { code: 'upstream_failed', reason: 'source_timeout', params } as const
  expect(getSourceText({ state: 'failed', error: 'Stored.', failure })).toBe(
    'Bing took too long to respond. Try again later, or leave the source out.',
  )
  const partly = { ...failure, params: { ...params, failed: 3, planned: 40 } }
  expect(getSourceText({ state: 'done', error: 'Stored.', failure: partly })).toBe(
    '3 of 40 requests failed. Bing took too long to respond. Try again later, or leave the source out.',
  )
})

test('what an earlier version stored about a source is never shown to customers', () => {
  const error = 'reddit.internal wasn’t found in DNS. Check REDDIT_URL.'
  expect(getSourceText({ state: 'failed', error })).toBe('It didn’t respond. Try again.')
  expect(getSourceText({ state: 'done', error })).toBe('Some of its results are missing.')
  expect(getSourceText({ state: 'skipped', error })).toBe('Not used for this report.')
  expect(getSourceText({ state: 'skipped', error: null })).toBe('Not selected for this report.')
})

test('an empty column says why, without a stored reason only that it’s empty', () => {
  const missing = { volume: 'Set DATAFORSEO_LOGIN.', trend: 'Stored.' }
  const missing_reasons = { trend: { code: 'not_found', reason: 'no_trend' } } as const
  expect(getMissingTexts({ missing, missing_reasons })).toEqual({
    volume: 'This report has no search volumes.',
    trend: 'No source has interest over time for this query.',
  })
})

import { expect, test } from 'vitest'
import { sourceIds } from '#providers/search-data/port.ts'
import { getSourceLegend, getSourceMark } from './source-marks.ts'

test('every source has letters of its own', () => {
  const marks = sourceIds.map(getSourceMark)
  expect(new Set(marks).size).toBe(sourceIds.length)
  expect(marks.every((mark) => mark.length <= 2)).toBe(true)
})

test('the legend names each source once', () => {
  expect(getSourceLegend(['google_suggest', 'bing_suggest', 'google_suggest'])).toBe('B Bing · G Google')
})

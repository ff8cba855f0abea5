import { expect, test } from 'vitest'
import type { SourceState } from '#features/reports/contract.ts'
import { getReaderTitle } from './reader-title.ts'

const imported = { sources: [{ id: 'imported' } as SourceState], title: null }
const searched = { sources: [{ id: 'google_suggest' } as SourceState], title: null }

test('readers see the title chosen for them, then the report’s own name', () => {
  const report = { ...imported, query: 'desks60.csv', title: 'Desks, spring' }
  expect(getReaderTitle(report, 'Standing desks')).toBe('Standing desks')
  expect(getReaderTitle(report, null)).toBe('Desks, spring')
})

test('readers never see the name of a file', () => {
  expect(getReaderTitle({ ...imported, query: 'desks60.csv' }, null)).toBe('Keywords of desks60')
  expect(getReaderTitle({ ...imported, query: 'Standing_desks.XLSX' }, null)).toBe('Keywords of Standing desks')
})

test('a topic keeps its words, and so does a pasted list', () => {
  expect(getReaderTitle({ ...searched, query: 'robots.txt' }, null)).toBe('robots.txt')
  expect(getReaderTitle({ ...imported, query: 'kettle and 59 more' }, null)).toBe('kettle and 59 more')
})

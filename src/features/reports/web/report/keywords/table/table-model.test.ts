import { describe, expect, test } from 'vitest'
import type { Row } from '../../../../contract.ts'
import { showVolume } from '../../../keyword-labels.ts'
import { getReportSumNote, getSumNote, showVolumeOrigin, volumeNote } from '../../../volume-notes.ts'
import { showUnknown } from '../filters/describe-filter.ts'
import {
  fromSortParam,
  isFiltered,
  nextSort,
  tidyFilter,
  toFilledColumns,
  toLines,
  toSortParam,
  toTsv,
} from './table-model.ts'
import { getVolume, toCluster, toRow } from './test-rows.ts'

const rows: Row[] = [
  toRow('cold brew ratio', { type: 'seed', volume: getVolume(900), sources: ['bing_suggest'] }),
  toRow('how to steep cold brew', { intent: { main: 'informational', confidence: 1 }, popularity: 80 }),
  toRow('Buy cold brew keg', {
    type: 'related',
    intent: { main: 'transactional', confidence: 1 },
    volume: getVolume(null, 100, 1000),
  }),
  toRow('cold brew 10 litre', { type: 'related', volume: getVolume(20), sources: ['google_suggest', 'bing_suggest'] }),
  toRow('cold brew 2 litre', { type: 'related', volume: getVolume(0) }),
]
describe('filtering and sorting', () => {
  test('a filter that asks for nothing is none', () => {
    expect(isFiltered({ include: [], volume_min: undefined, include_unknown: ['volume'] })).toBe(false)
    expect(isFiltered({ exclude: ['keg'] })).toBe(true)
    expect(isFiltered({ difficulty_max: 0 })).toBe(true)
    expect(tidyFilter({ include: [], types: ['seed'], cpc_min: undefined })).toEqual({ types: ['seed'] })
  })
  test('columns that the API calls otherwise are sorted by its name', () => {
    expect(toSortParam({ column: 'volume', descending: true })).toBe('-volume')
    expect(toSortParam({ column: 'monthly', descending: false })).toBe('growth')
    expect(toSortParam(null)).toBeUndefined()
    for (const sort of [
      { column: 'monthly', descending: true } as const,
      { column: 'cpc', descending: false } as const,
    ])
      expect(fromSortParam(toSortParam(sort)!)).toEqual(sort)
    expect(fromSortParam('-nonsense')).toBeNull()
    expect(fromSortParam(null)).toBeNull()
  })
  test('a header sorts numbers from the largest, texts from A, then the other way, then resets', () => {
    expect(nextSort(null, 'volume')).toEqual({ column: 'volume', descending: true })
    expect(nextSort({ column: 'volume', descending: true }, 'volume')).toEqual({ column: 'volume', descending: false })
    expect(nextSort({ column: 'volume', descending: false }, 'volume')).toBeNull()
    expect(nextSort({ column: 'volume', descending: true }, 'text')).toEqual({ column: 'text', descending: false })
  })
})

describe('copying', () => {
  test('a table for spreadsheets has a header, tabs, empty cells for “–”, and no formulas', () => {
    const risky = toRow('=HYPERLINK("x")\tnow', { popularity: null })
    expect(toTsv([risky], ['text', 'popularity', 'type'])).toBe(
      'Keyword\tPopularity\tType\n\'=HYPERLINK("x") now\t\tQuestion',
    )
  })
  test('a range keeps its dash', () => {
    const range = toRow('10–20 keywords', { volume: getVolume(null, 10_000, 100_000) })
    expect(toTsv([range], ['text', 'volume'])).toBe('Keyword\tVolume\n10–20 keywords\t10K–100K')
  })
  test('copies only the keywords', () => {
    expect(toLines(rows.slice(3))).toBe('cold brew 10 litre\ncold brew 2 litre')
  })
})

describe('what the table has', () => {
  test('the columns that have values are those the API names', () => {
    expect([...toFilledColumns(['text', 'volume', 'serp_features'])]).toEqual(['text', 'volume', 'measured'])
  })
  test('says how many rows are left out, and for lack of what', () => {
    expect(showUnknown(undefined)).toBeNull()
    expect(showUnknown({ rows: 0, volume: 0 })).toBeNull()
    expect(showUnknown({ rows: 3, volume: 3 })).toBe('3 without volume left out')
    expect(showUnknown({ rows: 1200, volume: 1000, difficulty: 300 })).toBe(
      '1,200 left out: 1,000 without volume, 300 without KD',
    )
  })
  test('shows a volume as a number, a range or a dash, and a note with provider and date', () => {
    expect(showVolume(getVolume(74_000))).toBe('74,000')
    expect(showVolume(getVolume(null, 10_000, 100_000))).toBe('10K–100K')
    expect(showVolume(null)).toBe('–')
    expect(volumeNote(rows)).toBe(
      'Volume: DataForSEO, October 2026, rounded by Google Ads. “–” means no source has data.',
    )
    expect(volumeNote([toRow('x')], 'No source with search volumes is set up.')).toContain('is set up')
  })
  test('only volumes of Google Ads are called rounded, and their sums too high', () => {
    expect(showVolumeOrigin('dataforseo', '2026-10-01')).toBe('DataForSEO, October 2026, rounded by Google Ads')
    expect(showVolumeOrigin('dataforseo', null)).toBe('DataForSEO, rounded by Google Ads')
    expect(showVolumeOrigin('imported', '2026-10-01')).toBe('Imported file, October 2026')
    const imported = { volume: { ...getVolume(720)!, provider: 'imported' } }
    expect(getSumNote([imported, { volume: null }])).toBe('')
    expect(getSumNote([imported, { volume: getVolume(720) }])).toContain('close variants')
  })
  test('sums of a report of which not all sections are shown have the note too', () => {
    const google = toRow('kettle', { volume: getVolume(720) })
    const topic = toCluster('kettles', 2, { volume: 1440 })
    expect(getReportSumNote({ sections: { keywords: [google], clusters: [topic] } })).toContain('close variants')
    expect(getReportSumNote({ sections: { clusters: [{ ...topic, volume_once: 720 }] } })).toContain('close variants')
    expect(getReportSumNote({ sections: { keywords: [toRow('kettle')], clusters: [topic] } })).toBe('')
    expect(getReportSumNote({ sections: { clusters: [topic] } })).toBe('')
  })
})

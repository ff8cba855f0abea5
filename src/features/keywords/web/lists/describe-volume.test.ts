import { expect, test } from 'vitest'
import type { ListVolume } from '../../contract.ts'
import { describeVolume, getVolumesNote } from './describe-volume.ts'

const volume = (known: number, sum: number, sources: ListVolume['sources'] = []) => ({
  volume: { known, sum, sources },
})

test('the sum says how many volumes it has', () => {
  expect(describeVolume({ items: 140, ...volume(120, 48_300) })).toBe(
    '48,300 searches per month, the volumes of 120 of 140 keywords',
  )
  expect(describeVolume({ items: 2, ...volume(2, 31_622.7766) })).toBe(
    '31,623 searches per month, the volumes of 2 keywords',
  )
  expect(describeVolume({ items: 9, ...volume(1, 1) })).toBe('1 search per month, the volume of 1 of 9 keywords')
  expect(describeVolume({ items: 1, ...volume(1, 0) })).toBe('0 searches per month, the volume of 1 keyword')
})

test('without a sum, the reason is given', () => {
  expect(describeVolume({ items: 3, volume: null })).toBe('No search volumes came with its keywords')
  expect(describeVolume({ items: 10_001, volume: null })).toBe(
    'Search volumes of more than 10,000 keywords aren’t added up here',
  )
})

test('the note names providers with their latest month, and what sums add up', () => {
  const dataforseo = (as_of: string | null) => ({ provider: 'dataforseo', as_of })
  const imported = { provider: 'imported', as_of: '2026-09-01' }
  const lists = [
    volume(2, 30, [dataforseo('2026-09-01'), imported]),
    { volume: null },
    volume(1, 10, [dataforseo('2026-10-01')]),
  ]
  expect(getVolumesNote(lists)).toBe(
    'Volume: DataForSEO, October 2026, rounded by Google Ads; Imported file, September 2026. Google Ads gives close variants the same volume, and sums add it for each of them.',
  )
  expect(getVolumesNote([volume(1, 5, [imported])])).toBe('Volume: Imported file, September 2026.')
  expect(getVolumesNote([{ volume: null }])).toBe('')
})

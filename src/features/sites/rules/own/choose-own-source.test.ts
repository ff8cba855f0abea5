import { expect, test } from 'vitest'
import { chooseOwnSource, type OwnUpload, type SiteData } from './choose-own-source.ts'

const toUpload = (_id: string, over: Partial<OwnUpload> = {}): OwnUpload => ({
  ...{ _id, file_name: `${_id}.zip`, uploaded_at: '2026-11-20T10:00:00.000Z', filters: [], pairs: 0 },
  ...{ from: null, to: null },
  ...over,
})
const spring = toUpload('spring', { from: '2026-03-01', to: '2026-05-31' })
const summer = toUpload('summer', { from: '2026-06-01', to: '2026-08-31' })
const pairs = toUpload('pairs', { pairs: 40 })
const site = (over: Partial<SiteData> = {}): SiteData => ({
  ...{ state: 'none', firstDay: null, lastDay: null, uploads: [] },
  ...over,
})

test('without complete days of a connection the latest export answers, with its own period', () => {
  expect(chooseOwnSource(site())).toBeNull()
  const { from: _from, to: _to, ...upload } = summer
  expect(chooseOwnSource(site({ state: 'pending', uploads: [spring, pairs, summer] }))).toEqual({
    ...{ period: { from: '2026-06-01', to: '2026-08-31', days: 92 }, upload, lastDay: null, weight: 92 },
  })
})

test('days of a connection win, as many as there are; once it can’t be read, a newer export does', () => {
  const days = { firstDay: '2026-10-23', lastDay: '2026-11-19' }
  const newer = toUpload('newer', { from: '2026-11-01', to: '2026-11-24' })
  expect(chooseOwnSource(site({ state: 'connected', ...days, uploads: [newer] }))).toEqual({
    period: { from: '2026-10-23', to: '2026-11-19', days: 28 },
    ...{ upload: null, lastDay: '2026-11-19', weight: 28 },
  })
  const few = { firstDay: '2026-11-17', lastDay: '2026-11-19' }
  expect(chooseOwnSource(site({ state: 'connected', ...few }))).toMatchObject({ period: { days: 3 }, weight: 3 })
  const uploads = [newer, pairs]
  expect(chooseOwnSource(site({ state: 'error', ...days, uploads }))?.upload?._id).toBe('newer')
  expect(chooseOwnSource(site({ state: 'error', ...days, uploads: [pairs, spring] }))?.upload).toBeNull()
})

test('pages come from an export with pages by query only, and its period may be unknown', () => {
  const uploads = [summer, pairs]
  expect(chooseOwnSource(site({ uploads }))?.upload?._id).toBe('summer')
  expect(chooseOwnSource(site({ uploads }), { pages: true })).toMatchObject({ upload: { _id: 'pairs' }, period: null })
  expect(chooseOwnSource(site({ uploads: [summer] }), { pages: true })).toBeNull()
  const days = { firstDay: '2026-10-23', lastDay: '2026-11-19' }
  const later = toUpload('later', { from: '2026-11-01', to: '2026-11-24' })
  expect(chooseOwnSource(site({ state: 'error', ...days, uploads: [later] }), { pages: true })?.upload).toBeNull()
})

test('where the days matter, an export without them doesn’t answer', () => {
  expect(chooseOwnSource(site({ uploads: [pairs, spring] }), { dated: true })?.upload?._id).toBe('spring')
  expect(chooseOwnSource(site({ uploads: [pairs] }), { dated: true })).toBeNull()
})

test('the weight of an export without a period is that of the longest there is', () => {
  expect(chooseOwnSource(site({ uploads: [pairs] }))).toMatchObject({ period: null, weight: 488 })
})

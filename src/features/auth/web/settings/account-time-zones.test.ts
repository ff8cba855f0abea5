import { expect, test } from 'vitest'
import { getOffset, toZoneLabel, zoneChoices } from './account-time-zones.ts'

test('a label starts with the city, under its current name', () => {
  expect(toZoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, Argentina, America')
  expect(toZoneLabel('UTC')).toBe('UTC')
  expect(toZoneLabel('Asia/Calcutta')).toBe('Kolkata, Asia')
})

test('an offset is correct for its date, including daylight saving time and half hours', () => {
  expect(getOffset('Europe/Lisbon', new Date('2026-07-01T12:00:00Z'))).toBe('UTC+1')
  expect(getOffset('Europe/Lisbon', new Date('2026-12-01T12:00:00Z'))).toBe('UTC')
  expect(getOffset('Asia/Kolkata', new Date('2026-12-01T12:00:00Z'))).toBe('UTC+5:30')
  expect(getOffset('America/New_York', new Date('2026-12-01T12:00:00Z'))).toBe('UTC−5')
})

test('every time zone is listed once, labeled by city', () => {
  const zones = zoneChoices(new Date('2026-12-01T12:00:00Z'))
  expect(new Set(zones.map(({ zone }) => zone)).size).toBe(zones.length)
  expect(zones.length).toBeGreaterThan(300)
  expect(zones.find(({ zone }) => zone === 'Europe/Lisbon')).toMatchObject({ label: 'Lisbon, Europe', offset: 'UTC' })
  expect(zones.filter(({ zone }) => zone === 'UTC')).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { lastDays } from '../service.ts'
import { formatUptime, getTone, getUptime } from './uptime-history.ts'

const day = (up: number, degraded: number, down: number) => ({ day: '2026-03-02', up, degraded, down })

test('a day without checks has no status', () => {
  expect(getTone(day(0, 0, 0))).toBe('none')
  expect(getUptime([day(0, 0, 0)])).toBeNull()
})

test('the status of a day follows from its share of failed checks', () => {
  expect(getTone(day(1440, 0, 0))).toBe('good')
  expect(getTone(day(1439, 0, 1))).toBe('warn')
  expect(getTone(day(1000, 440, 0))).toBe('warn')
  expect(getTone(day(1300, 0, 140))).toBe('bad')
  expect(getUptime([day(90, 5, 5), day(0, 0, 0)])).toBe(0.95)
})

test('an uptime below 100% is never rounded up to 100%', () => {
  expect(formatUptime(1)).toBe('100%')
  expect(formatUptime(0.999999)).toBe('99.99%')
  expect(formatUptime(0.9)).toBe('90.00%')
})

test('the last day is today, and no day is skipped', () => {
  expect(lastDays(new Date('2026-03-01T23:59:59Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

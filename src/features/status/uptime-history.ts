import type { StatusDay } from './contract.ts'

/** Figures of the days a component was looked at. */

export type DayTone = 'good' | 'warn' | 'bad' | 'none'

const getLooks = ({ up, degraded, down }: StatusDay) => up + degraded + down

/** Works badly is works: the share of looks that found it working, 0–1; null where nobody looked. */
export function shareWorking(days: StatusDay[]): number | null {
  const looks = days.reduce((sum, day) => sum + getLooks(day), 0)
  const down = days.reduce((sum, day) => sum + day.down, 0)
  return looks === 0 ? null : (looks - down) / looks
}

/** A twentieth of a day down is a bad day; anything less, or working badly for as long, is one to look at. */
export function getTone(day: StatusDay): DayTone {
  const looks = getLooks(day)
  if (looks === 0) return 'none'
  if (day.down / looks > 0.05) return 'bad'
  return day.down > 0 || day.degraded / looks > 0.05 ? 'warn' : 'good'
}

/** 0.99987 → "99.98%": cut off, since rounding up would hide an outage. */
export const percent = (share: number) => (share === 1 ? '100%' : `${(Math.floor(share * 10_000) / 100).toFixed(2)}%`)

export const daySeenAs: Record<DayTone, string> = { good: 'worked', warn: 'degraded', bad: 'outage', none: '–' }

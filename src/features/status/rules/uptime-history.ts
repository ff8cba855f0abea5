import type { StatusDay } from '../contract.ts'

/** Daily uptime of a component. Pure functions. */

export type DayTone = 'good' | 'warn' | 'bad' | 'none'

const countSamples = ({ up, degraded, down }: StatusDay) => up + degraded + down

/** Share of samples that weren't `down`, 0–1; degraded counts as up. Null without samples. */
export function getUptime(days: StatusDay[]): number | null {
  const samples = days.reduce((sum, day) => sum + countSamples(day), 0)
  const down = days.reduce((sum, day) => sum + day.down, 0)
  return samples === 0 ? null : (samples - down) / samples
}

/** `bad`: down for over 5% of samples. `warn`: down for less, or degraded for over 5%. */
export function getTone(day: StatusDay): DayTone {
  const samples = countSamples(day)
  if (samples === 0) return 'none'
  if (day.down / samples > 0.05) return 'bad'
  return day.down > 0 || day.degraded / samples > 0.05 ? 'warn' : 'good'
}

/** 0.99987 → "99.98%": rounded down, since rounding up would hide an outage. */
export const formatUptime = (share: number) =>
  share === 1 ? '100%' : `${(Math.floor(share * 10_000) / 100).toFixed(2)}%`

export const dayLabels: Record<DayTone, string> = { good: 'operational', warn: 'degraded', bad: 'outage', none: '–' }

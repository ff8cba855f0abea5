import type { Frequency } from '../contract.ts'

/**
 * Schedules runs: the id decides a fixed time in the day, week or month, so that 100,000 listeners are spread evenly and none
 * drifts.
 */

const dayMs = 86_400_000

/** 0 ≤ share < 1, the same for the same id everywhere (FNV-1a, 32 bits). */
export function toShare(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) {
    hash ^= id.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  // Mixes once more, because consecutive ids differ in their last characters only.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return (hash >>> 0) / 2 ** 32
}

/** Returns the listener's first run time after `after`. Monthly ones keep their share of a month of any length. */
export function nextRun(id: string, frequency: Frequency, after: Date): Date {
  const share = toShare(id)
  if (frequency === 'monthly') {
    for (let months = 0; ; months++) {
      const start = Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + months, 1)
      const end = Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + months + 1, 1)
      const at = start + Math.floor(share * (end - start))
      if (at > after.getTime()) return new Date(at)
    }
  }
  const period = frequency === 'daily' ? dayMs : 7 * dayMs
  const offset = Math.floor(share * period)
  const periods = Math.floor((after.getTime() - offset) / period) + 1
  return new Date(periods * period + offset)
}

import { getSignFlipP, level } from '#features/answers/rules/statistics/paired-change.ts'
import { getMovement, type Measurement } from './rank-change.ts'

/** Whether a tracker’s keywords moved as a whole: single positions go up and down by themselves. */

export type KeywordPair = { keyword: string; current: Measurement | null; previous: Measurement | null }
export type SetChange = { up: number; down: number; examples: string[] }

const maxExamples = 5

/**
 * Keywords measured in both checks, by the sign-flip test on steps of log₂ position: from 1 to 2 is as far as from 10 to 20. Below the
 * results checked counts as just below. Null when chance explains it, or with fewer than six keywords.
 */
export function findSetChange(pairs: readonly KeywordPair[], depth: number): SetChange | null {
  const steps = pairs.flatMap(({ keyword, current, previous }) => {
    if (!current || !previous) return []
    const toStep = (position: number | null) => Math.log2(position ?? depth + 1)
    return [{ keyword, current, previous, step: toStep(previous.position) - toStep(current.position) }]
  })
  const p = getSignFlipP(steps.map(({ step }) => step))
  if (p === null || p > level || steps.every(({ step }) => step === 0)) return null
  const moved = steps.filter(({ step }) => step !== 0).sort((a, b) => Math.abs(b.step) - Math.abs(a.step))
  return {
    up: moved.filter(({ step }) => step > 0).length,
    down: moved.filter(({ step }) => step < 0).length,
    examples: moved.slice(0, maxExamples).map(({ keyword, current, previous }) => {
      const movement = getMovement(current, previous)
      const now = current.position ?? 'not found'
      return movement === 'new' ? `${keyword} (new: ${now})` : `${keyword} (${previous.position} to ${now})`
    }),
  }
}

import type { GapReason } from '../contract.ts'

/** Shown instead of a position, on screens and in feeds. */
export const gapWords: Record<GapReason, string> = {
  not_in_depth: 'not found',
  failed: 'check failed',
  skipped: 'skipped',
  budget: 'over the limit',
}

export const notCheckedYet = 'not checked yet'

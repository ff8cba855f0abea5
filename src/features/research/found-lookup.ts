import { AppError } from '#kit/errors.ts'

/** A lookup's result, and the units to charge for it. */
export type Found<Answer> = { answer: Answer; provider: string; known: number; missing: number; units: number }

export const brokenOff = () =>
  new AppError('unavailable', 'This lookup took too long or was interrupted. No credits were used. Try again.', {
    reason: 'lookup_interrupted',
  })

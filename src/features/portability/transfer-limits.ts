import { AppError } from '#kit/errors.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'

type Rate = { max: number; windowSeconds: number }

/** @param done what was done too often, as the start of a sentence @throws AppError rate_limited */
export async function refuseTooMany(rates: RateLimiter, bucket: string, { max, windowSeconds }: Rate, done: string) {
  const { count, resets_at } = await rates.count(bucket, windowSeconds)
  if (count <= max) return
  const seconds = Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new AppError('rate_limited', `${done} ${max} times this hour. Try again in ${minutes} minutes.`, {
    reason: 'too_many_transfers',
    params: { max, minutes },
    retryAfterSeconds: seconds,
  })
}

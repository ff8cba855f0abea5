import { AppError } from '#kit/errors.ts'
import type { Guest } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'

/** Of all guests of a link. */
const guestRate = { max: 60, windowSeconds: 600 }

/** Counts a comment of a link's guests. @throws AppError rate_limited */
export async function limitGuestComments(rates: RateLimiter, { linkId }: Guest) {
  const { count, resets_at } = await rates.count(`comments:${linkId}`, guestRate.windowSeconds)
  if (count > guestRate.max)
    throw new AppError('rate_limited', `Guests wrote ${guestRate.max} comments in the last ten minutes.`, {
      reason: 'too_many_guest_comments',
      retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000)),
    })
}

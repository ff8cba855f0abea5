import type { ErrorCode } from '#kit/errors.ts'

export type LimitCode = Extract<ErrorCode, `limit_${string}`>

/** The verdict on a tool use: proceed, or the message and code of the refusal. */
export type LimitVerdict =
  | { ok: true }
  | { ok: false; code: LimitCode; message: string; available: number; requested: number }

export const usedUpMessage = 'You have used up all your limits for this tool.'

/** The message of a refusal: fixed by the specification, section 5; the third is three sentences on three lines. */
export function getLimitMessage(code: LimitCode, available: number, requested: number): string {
  if (code === 'limit_no_access') return "You don't have access to this feature. Please upgrade your plan"
  if (code === 'limit_used_up') return usedUpMessage
  return `${usedUpMessage}\nYour available limit : ${available}\nYour requested query : ${requested}`
}

/** The limit rule, for browser and server alike. */
export function checkLimit({
  allowance,
  used,
  requested,
}: {
  allowance: number
  used: number
  requested: number
}): LimitVerdict {
  const available = Math.max(0, allowance - used)
  const refuse = (code: LimitCode): LimitVerdict => ({
    ok: false,
    code,
    message: getLimitMessage(code, available, requested),
    available,
    requested,
  })
  if (allowance === 0) return refuse('limit_no_access')
  if (available === 0) return refuse('limit_used_up')
  return available < requested ? refuse('limit_insufficient') : { ok: true }
}

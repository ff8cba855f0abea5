import type { ErrorCode } from '#kit/errors.ts'
import type { ToolType } from '../contract.ts'

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

/**
 * The month of use that `now` falls in: from the sign-up's day and time of day, each month; a 31st falls on the last
 * day of shorter months.
 */
export function usagePeriod(signedUpAt: Date, now: Date): { start: Date; end: Date } {
  let months = (now.getUTCFullYear() - signedUpAt.getUTCFullYear()) * 12 + now.getUTCMonth() - signedUpAt.getUTCMonth()
  if (addMonths(signedUpAt, months) > now) months--
  return { start: addMonths(signedUpAt, months), end: addMonths(signedUpAt, months + 1) }
}

/** Tools whose units are held while in use: an active listener holds one and frees it when paused. */
export const stockTools: ReadonlySet<ToolType> = new Set(['search_listener'])

/** Under which start the units of a tool are counted: its month's, and for a stock always the same. */
export const unitsStart = (tool: ToolType, periodStart: Date) => (stockTools.has(tool) ? new Date(0) : periodStart)

function addMonths(from: Date, months: number): Date {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const month = new Date(first)
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const timeOfDay = from.getTime() % 86_400_000
  return new Date(first + (Math.min(from.getUTCDate(), lastDay) - 1) * 86_400_000 + timeOfDay)
}

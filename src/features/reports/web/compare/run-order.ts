import { formatDay } from '#ui/format/format.ts'

/** How two runs of one query are named where a date doesn't tell them apart. */

type Run = { created_at: string }
type Named = { a: string; b: string }

/** Shown times have minutes. */
export const isSameTime = (a: Run, b: Run) => a.created_at.slice(0, 16) === b.created_at.slice(0, 16)

export const getRunOrder = (a: Run, b: Run): Named =>
  a.created_at <= b.created_at ? { a: 'earlier run', b: 'later run' } : { a: 'later run', b: 'earlier run' }

/** "on November 27, 2026", or "in the earlier run" where both are of one day. */
export function getRunNames(a: Run, b: Run): Named {
  const [dayA, dayB] = [formatDay(a.created_at), formatDay(b.created_at)]
  if (dayA !== dayB) return { a: `on ${dayA}`, b: `on ${dayB}` }
  const order = getRunOrder(a, b)
  return { a: `in the ${order.a}`, b: `in the ${order.b}` }
}

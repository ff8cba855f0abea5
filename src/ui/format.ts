/** Figures and dates as people read them. One locale and UTC, so that server and browser render the same text. */
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthShort = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const written = (format: Intl.DateTimeFormat) => (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.format(date)
}

/** 1284 → "1,284" */
export const formatCount = (n: number) => whole.format(n)
/** 12840 → "12.8K" */
export const formatShort = (n: number) => short.format(n)
/** → "21 November 2026" */
export const formatDay = written(day)
/** → "November 2026" */
export const formatMonth = written(month)
/** → "Nov 26" */
export const formatMonthShort = written(monthShort)
/** → "21 November 2026 at 14:02" (UTC) */
export const formatMoment = written(moment)
/** 860 → "0.9 s"; 75,000 → "1 min 15 s" */
export function formatDuration(ms: number) {
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
/** plural(1, 'row') → "1 row"; plural(3, 'query', 'queries') → "3 queries" */
/** Prices run down to fractions of a cent: 0.0006 → "$0.0006", 0.05 → "$0.05", 1250 → "$1,250.00". */
export const formatUsd = (usd: number) => `$${usd > 0 && usd < 0.1 ? smallAmount.format(usd) : amount.format(usd)}`

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const smallAmount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

export const plural = (n: number, one: string, many = `${one}s`) => `${formatCount(n)} ${n === 1 ? one : many}`

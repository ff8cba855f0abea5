import { type FormatStyle, getFormatStyle } from './format-style.ts'

/**
 * Numbers and dates as the reader's region writes them, in English. Server and browser render the same text: both take the
 * style from `format-style.ts`, and days are in UTC. Amounts of money keep the US notation of the price list.
 */

const number = (options: Intl.NumberFormatOptions) => {
  const western = new Intl.NumberFormat('en-US', options)
  const indian = new Intl.NumberFormat('en-IN', options)
  return (n: number) => {
    const style = getFormatStyle()
    return withSeparators((style.indian ? indian : western).format(n), style)
  }
}

const separators = /[,.]/g
const withSeparators = (text: string, { group, decimal }: FormatStyle) =>
  text.replace(separators, (found) => (found === ',' ? group : decimal))

const dateTime = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (iso: string) => {
    const date = new Date(iso)
    if (Number.isNaN(date.getTime())) return iso
    const { dayFirst, hour12 } = getFormatStyle()
    const key = `${dayFirst} ${hour12}`
    const clock: Intl.DateTimeFormatOptions = options.hour ? { hour: hour12 ? 'numeric' : '2-digit', hour12 } : {}
    const format = formats.get(key) ?? new Intl.DateTimeFormat(dayFirst ? 'en-GB' : 'en-US', { ...options, ...clock })
    formats.set(key, format)
    // Some engines write a narrow space before AM and PM.
    return format.format(date).replaceAll('\u202f', ' ')
  }
}

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const utc = { timeZone: 'UTC' } as const

/** 1284 → "1,284" */
export const formatCount = number({ maximumFractionDigits: 0 })
/** 7.44 → "7.4" */
export const formatDecimal = (n: number, digits = 1) => withSeparators(n.toFixed(digits), getFormatStyle())
/** 12840 → "12.8K" */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
export const formatShort = (n: number) => withSeparators(compact.format(n), getFormatStyle())
/** 0.0344 → "3.44%" */
export const formatPercent = number({ style: 'percent', maximumFractionDigits: 2 })

/** → "November 21, 2026" */
export const formatDay = dateTime({ ...day, ...utc })
/** → "November 21" */
export const formatDayOfYear = dateTime({ day: 'numeric', month: 'long', ...utc })
/** → "Nov 21, 2026" */
export const formatDayShort = dateTime({ day: 'numeric', month: 'short', year: 'numeric', ...utc })
/** → "November 2026" */
export const formatMonth = dateTime({ month: 'long', year: 'numeric', ...utc })
/** → "Nov 2026" */
export const formatMonthShort = dateTime({ month: 'short', year: 'numeric', ...utc })
/** → "November 21, 2026 at 2:02 PM" (UTC) */
export const formatDateTime = dateTime({ ...day, ...time, ...utc })
/** → "Nov 21, 2:02 PM" (UTC) */
export const formatDateTimeShort = dateTime({ day: 'numeric', month: 'short', ...time, ...utc })
/** → "2:02 PM" (UTC) */
export const formatTime = dateTime({ ...time, ...utc })

/** The same in the time zone of the browser. */
export const formatLocalDateTime = dateTime({ ...day, ...time })
export const formatLocalDateTimeShort = dateTime({ day: 'numeric', month: 'short', ...time })
export const formatLocalTime = dateTime(time)

/** 860 → "0.9 s"; 75,000 → "1 min 15 s" */
export function formatDuration(ms: number) {
  if (ms < 59_950) return `${formatDecimal(ms / 1000, ms < 9950 ? 1 : 0)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Prices run down to fractions of a cent: 0.0006 → "$0.0006", 0.05 → "$0.05", 1250 → "$1,250.00". */
export const formatUsd = (usd: number) => `$${usd > 0 && usd < 0.1 ? smallAmount.format(usd) : amount.format(usd)}`

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const smallAmount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** plural(1, 'row') → "1 row"; plural(3, 'query', 'queries') → "3 queries" */
export const plural = (n: number, one: string, many = `${one}s`) => `${formatCount(n)} ${n === 1 ? one : many}`

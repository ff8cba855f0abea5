/** Parses months and dates in the languages of exports. Never guesses a date from a single number. */

const monthLocales =
  'en de fr es it pt nl pl sv da nb fi cs sk hu ro tr ru uk el bg ca id ms vi sl he ar fa hi th ja ko zh'.split(' ')

/** Folds case, accents and dots, so that spellings compare equal. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\.+$/, '')
}

let monthNames: Map<string, number> | undefined

/** Knows long and short names in every grammatical form ("maj", "maja"). The first language with a name wins. */
function getMonth(word: string): number | undefined {
  monthNames ??= buildMonthNames()
  return monthNames.get(foldWord(word))
}

function buildMonthNames() {
  const names = new Map<string, number>([['sept', 9]])
  for (const locale of monthLocales) {
    for (const month of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const calendar = new Intl.DateTimeFormat(locale, { month, day, timeZone: 'UTC', calendar: 'gregory' })
        for (let at = 0; at < 12; at++) {
          const part = calendar.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')
          const name = foldWord(part?.value ?? '')
          if (name && !/^\d+$/.test(name) && !names.has(name)) names.set(name, at + 1)
        }
      }
    }
  }
  return names
}

const inMonth = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1990 || year > 2100 || month < 1 || month > 12 || !inMonth(year, month, day)) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const yearFirst = /(?<!\d)((?:19|20)\d\d)\s*[-/.年년]\s*(\d{1,2})(?:\s*[-/.月월]\s*(\d{1,2}))?(?!\d)/
const yearLast = /(?<!\d)(?:(\d{1,2})[./-])?(\d{1,2})[./-]((?:19|20)\d\d)(?!\d)/
const words = /[\p{L}\p{M}]+|\d+/gu
const fillers = new Set(['de', 'del', 'of', 'г', 'р', 'th', 'st', 'nd', 'rd'])

type Written = { year: number; month: number; day: number | null }

function readWritten(text: string): Written | null {
  const first = yearFirst.exec(text)
  if (first) return { year: Number(first[1]), month: Number(first[2]), day: first[3] ? Number(first[3]) : null }
  const last = yearLast.exec(text)
  if (last) {
    const [a, b] = [last[1] ? Number(last[1]) : null, Number(last[2])]
    const year = Number(last[3])
    if (a === null) return { year, month: b, day: null }
    // Resolves "03/04/2026" only when a part is over 12; dots always mean day first.
    if (b > 12 && a <= 12) return { year, month: a, day: b }
    if (a > 12 || last[0].includes('.')) return { year, month: b, day: a }
    return null
  }
  let found: Written | null = null
  let year: number | undefined
  let month: number | undefined
  let day: number | null = null
  for (const [word] of text.matchAll(words)) {
    if (/^(?:19|20)\d\d$/.test(word)) year ??= Number(word)
    else if (/^\d{1,2}$/.test(word)) day ??= Number(word)
    else if (!fillers.has(foldWord(word))) month ??= getMonth(word)
  }
  if (year !== undefined && month !== undefined) found = { year, month, day }
  return found
}

/** Returns the ISO date in a text, or the last day of a month; null when there is none. */
export function readDate(text: string): string | null {
  if (text.length > 100) return null
  const found = readWritten(text)
  if (!found) return null
  const { year, month, day } = found
  return isoDate(year, month, day ?? new Date(Date.UTC(year, month, 0)).getUTCDate())
}

/** Returns the end of a range such as "May 1, 2025 - April 30, 2026". */
export function readRangeEnd(text: string): string | null {
  if (text.length > 200) return null
  const parts = text.split(/\s+[-–—~]\s+|\s+(?:to|bis|au|al|a|do|tot)\s+|[~〜～]/)
  return parts.length === 2 && readDate(parts[0]!) ? readDate(parts[1]!) : null
}

/**
 * Parses the month in a column header: "Searches: Jan 2026", "Suchanfragen: Jan. 2026", "検索数: 2026年1月", "2026-01". `labeled`
 * is true when words before the month name the metric.
 */
export function readMonthHeader(header: string): { t: string; labeled: boolean } | null {
  const colon = Math.max(header.lastIndexOf(':'), header.lastIndexOf('：'))
  const month = header.slice(colon + 1).trim()
  if (!/(?:19|20)\d\d/.test(month) || month.length > 30) return null
  const found = readWritten(month)
  if (!found || found.day !== null) return null
  // Rejects other words: "Clicks Jan 2026" and "Volume 2026-01" are other metrics.
  const strange = [...month.matchAll(words)].some(
    ([word]) => !/^\d+$|^[年月년월]$/.test(word) && !fillers.has(foldWord(word)) && getMonth(word) === undefined,
  )
  const t = isoDate(found.year, found.month, 1)
  return strange || !t ? null : { t, labeled: colon > 0 }
}

/**
 * Returns the first days of `count` months that end with "08-2026" in "SV trend (09-2024 - 08-2026)"; null when the count
 * doesn't match.
 */
export function readMonthSpan(header: string): string[] | null {
  const found = /\(\s*(\d{1,2})-(\d{4})\s*[-–—]\s*(\d{1,2})-(\d{4})\s*\)/.exec(header)
  if (!found) return null
  const [fromMonth, fromYear, toMonth, toYear] = found.slice(1).map(Number) as [number, number, number, number]
  const count = (toYear - fromYear) * 12 + toMonth - fromMonth + 1
  if (count < 1 || count > 240) return null
  const months = Array.from({ length: count }, (_, at) => {
    const index = fromYear * 12 + fromMonth - 1 + at
    return isoDate(Math.floor(index / 12), (index % 12) + 1, 1)
  })
  return months.every((month) => month !== null) ? months : null
}

const dateInName = /(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/

/** Returns the export date in a file name: "…_us_2026-05-01.csv", "…-us-20260628-2026-06-29T10_00_00Z.csv". */
export function dateInFileName(fileName: string): string | null {
  const found = dateInName.exec(fileName)
  return found ? isoDate(Number(found[1]), Number(found[2]), Number(found[3])) : null
}

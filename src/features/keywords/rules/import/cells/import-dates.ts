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

/** Which of day and month a file writes first. */
export type DateOrder = 'dmy' | 'mdy'

/** Returns the order that the dates of a column show, or null when all of them could be either, or they contradict. */
export function getDateOrder(cells: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>()
  for (const cell of cells) {
    const [, a, b] = yearLast.exec(cell) ?? []
    if (a && Number(a) > 12 && Number(b) <= 12) found.add('dmy')
    else if (a && Number(b) > 12 && Number(a) <= 12) found.add('mdy')
  }
  return found.size === 1 ? [...found][0]! : null
}

type Written = { year: number; month: number; day: number | null }

function readWritten(text: string, order: DateOrder | null = null): Written | null {
  const first = yearFirst.exec(text)
  if (first) return { year: Number(first[1]), month: Number(first[2]), day: first[3] ? Number(first[3]) : null }
  const last = yearLast.exec(text)
  if (last) {
    const [a, b] = [last[1] ? Number(last[1]) : null, Number(last[2])]
    const year = Number(last[3])
    if (a === null) return { year, month: b, day: null }
    // Resolves "03/04/2026" only when a part is over 12; dots always mean day first.
    if (b > 12 && a <= 12) return { year, month: a, day: b }
    if (a > 12 || a === b || last[0].includes('.') || order === 'dmy') return { year, month: b, day: a }
    return order === 'mdy' ? { year, month: a, day: b } : null
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
export function readDate(text: string, order: DateOrder | null = null): string | null {
  if (text.length > 100) return null
  const found = readWritten(text, order)
  if (!found) return null
  const { year, month, day } = found
  return isoDate(year, month, day ?? new Date(Date.UTC(year, month, 0)).getUTCDate())
}

/** Returns both ends of a range such as "May 1, 2025 - April 30, 2026". */
export function readRange(text: string): { from: string; to: string } | null {
  if (text.length > 200) return null
  const parts = text.split(/\s+[-–—~]\s+|\s+(?:to|bis|au|al|a|do|tot)\s+|[~〜～]/)
  const [from, to] = parts.length === 2 ? parts.map((part) => readDate(part)) : []
  return from && to ? { from, to } : null
}

/** Returns the end of such a range. */
export const readRangeEnd = (text: string): string | null => readRange(text)?.to ?? null

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

const separator = '[-_. ]'
const yearFirstName = new RegExp(`(?<!\\d)(20\\d\\d)(${separator}?)(\\d{1,2})\\2(\\d{1,2})(?!\\d)`, 'g')
const yearLastName = new RegExp(`(?<!\\d)(\\d{1,2})(${separator}?)(\\d{1,2})\\2(20\\d\\d)(?!\\d)`, 'g')
const wordInName =
  /(?<![\p{L}\d])(?:(\d{1,2})[-_. ]*(?:de[-_. ]+)?)?(\p{L}{3,12}\.?)[-_. ]*(?:de[-_. ]+)?(?:(\d{1,2})(?:st|nd|rd|th)?[-_., ]+)?(20\d\d)(?!\d)/gu

/**
 * Returns the export date in a file name, whatever the order of its parts: "…_us_2026-05-01.csv", "…_11_27_2026.csv",
 * "… 27-Nov-2026.csv". Only one order may be possible: there's no 13th month, and no file was exported after `now`. Of several
 * dates, the last is the end of the period.
 */
export function dateInFileName(fileName: string, now = new Date()): string | null {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const name = fileName.slice(0, 300)
  const dates: string[] = []
  const timed: string[] = []
  let unsure = false
  const add = (end: number, ...possible: (string | null)[]) => {
    const past = new Set(possible.filter((date) => date !== null && date <= tomorrow))
    // A date with a time says when the file was made, not of when its numbers are.
    if (past.size === 1) (/^T\d\d/.test(name.slice(end)) ? timed : dates).push([...past][0]!)
    else unsure ||= past.size > 1
  }
  for (const found of name.matchAll(yearFirstName)) {
    const [whole, year, mark, a, b] = found
    if (mark === '' && whole.length !== 8) continue
    const [first, second] = [Number(a), Number(b)]
    // Year, day, month is written nowhere, except where nothing else is possible.
    add(found.index + whole.length, isoDate(Number(year), first, second) ?? isoDate(Number(year), second, first))
  }
  for (const [whole, a, mark, b, year] of name.matchAll(yearLastName)) {
    if (mark === '' && whole.length !== 8) continue
    add(name.length, isoDate(Number(year), Number(a), Number(b)), isoDate(Number(year), Number(b), Number(a)))
  }
  if (dates.length === 0 && !unsure)
    for (const [, before, word, after, year] of name.matchAll(wordInName)) {
      const month = getMonth(word!)
      const day = before ?? after
      if (month !== undefined && day !== undefined) add(name.length, isoDate(Number(year), month, Number(day)))
    }
  return unsure ? null : (dates.sort().at(-1) ?? timed.sort().at(-1) ?? null)
}

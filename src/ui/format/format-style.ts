/**
 * How a reader writes numbers and dates: English with the notation of their region. Plain values rather than a locale's name,
 * because browsers ship data for few English regions: "en-DE" is 1.234 on the server and 1,234 in Chrome.
 */
export type FormatStyle = {
  /** Between groups of digits: "," in 1,234. */
  group: string
  decimal: string
  /** 12,34,567 rather than 1,234,567. */
  indian: boolean
  /** "5 November 2026" rather than "November 5, 2026". */
  dayFirst: boolean
  /** "2:02 PM" rather than "14:02". */
  hour12: boolean
}

export const usStyle: FormatStyle = { group: ',', decimal: '.', indian: false, dayFirst: false, hour12: true }

/** The locale to write English in: "de-DE,de;q=0.9" → "en-DE". "en-US" where the header is missing or invalid. */
export function getLocale(acceptLanguage: string | null): string {
  const tag = /^[A-Za-z0-9-]{2,35}/.exec((acceptLanguage ?? '').trim())?.[0] ?? ''
  try {
    const { region = '' } = new Intl.Locale(tag).maximize()
    return /^[A-Z]{2}$/.test(region) ? `en-${region}` : 'en-US'
  } catch {
    return 'en-US'
  }
}

const styles = new Map<string, FormatStyle>()

/** The style of the reader a request is from. For the server only: it reads the data of every region. */
export function toFormatStyle(acceptLanguage: string | null): FormatStyle {
  const locale = getLocale(acceptLanguage)
  const known = styles.get(locale)
  if (known) return known
  const style = readStyle(locale)
  styles.set(locale, style)
  return style
}

function readStyle(locale: string): FormatStyle {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345_678.5)
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', hour: 'numeric', timeZone: 'UTC' })
  const order = date.formatToParts(0).map(({ type }) => type)
  return {
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    indian: parts.filter(({ type }) => type === 'group').length === 3,
    dayFirst: order.indexOf('day') < order.indexOf('month'),
    hour12: date.resolvedOptions().hour12 ?? false,
  }
}

/** The style as an attribute of <html>, for the browser to read. */
export const writeFormatStyle = (style: FormatStyle) => JSON.stringify(style)

export function parseFormatStyle(attribute: string | undefined): FormatStyle {
  try {
    return { ...usStyle, ...(JSON.parse(attribute ?? '{}') as Partial<FormatStyle>) }
  } catch {
    return usStyle
  }
}

let documentStyle: FormatStyle | null = null

/** In the browser what the server wrote into <html>, so that hydration finds the same text. */
function readDocument(): FormatStyle {
  documentStyle ??= parseFormatStyle(document.documentElement.dataset.format)
  return documentStyle
}

let source = typeof document === 'undefined' ? () => usStyle : readDocument

/** Sets where the style comes from: on the server from the request that is being answered. */
export function setFormatStyleSource(next: () => FormatStyle) {
  source = next
}

/** The current reader’s style; the US style outside of a request, as in emails and exports. */
export const getFormatStyle = () => source()

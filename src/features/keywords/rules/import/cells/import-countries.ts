/** Parses countries in exports: names in the account's language, or codes. */

const nameLocales = 'en de fr es it pt nl pl sv da nb fi cs hu ro tr ru uk el ja ko zh zh-Hant vi id'.split(' ')

let names: Map<string, string> | undefined

function allNames() {
  const found = new Map<string, string>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.map((b) => a + b))
  for (const locale of nameLocales) {
    const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)?.toLowerCase()
      // Skips retired codes, which Intl.DisplayNames still names.
      if (name && !found.has(name) && !retired.has(code)) found.set(name, code)
    }
  }
  return found
}

const retired = new Set('AN BU CS DD FX NT QU SU TP UK VD YD YU ZR EU EZ UN XA XB ZZ QO'.split(' '))

/** Returns the ISO 3166-1 alpha-2 code of a country name in one of many languages, or null. */
export function countryNamed(name: string): string | null {
  if (name.length < 2 || name.length > 60) return null
  names ??= allNames()
  return names.get(name.toLowerCase()) ?? null
}

/** Returns the ISO 3166-1 alpha-2 code of a vendor's code ("us", "uk") or a name, or null. */
export function toCountry(written: string): string | null {
  const code = written.trim().toUpperCase()
  if (code === 'UK') return 'GB'
  if (!/^[A-Z]{2}$/.test(code)) return countryNamed(written.trim())
  return retired.has(code)
    ? null
    : new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code)
      ? code
      : null
}

// Semrush "seed_broad-match_us_2026-05-01", "domain-organic.Positions-us-20260628"; Ahrefs "google_us_seed_…".
const inName = /(?:^google_([a-z]{2})_|[_-](?:positions-)?([a-z]{2})[_-](?=20\d\d))/i

export function countryInFileName(fileName: string): string | null {
  const found = inName.exec(fileName)
  return found ? toCountry(found[1] ?? found[2]!) : null
}

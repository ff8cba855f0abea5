import type { Locale } from '../port.ts'

/** ISO 3166-1: each country's two letters and number. */
const countryNumbers = `
AD020 AE784 AF004 AG028 AI660 AL008 AM051 AO024 AQ010 AR032 AS016 AT040 AU036 AW533 AX248 AZ031 BA070 BB052
BD050 BE056 BF854 BG100 BH048 BI108 BJ204 BL652 BM060 BN096 BO068 BQ535 BR076 BS044 BT064 BV074 BW072 BY112
BZ084 CA124 CC166 CD180 CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162
CY196 CZ203 DE276 DJ262 DK208 DM212 DO214 DZ012 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238
FM583 FO234 FR250 GA266 GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304 GM270 GN324 GP312 GQ226 GR300 GS239
GT320 GU316 GW624 GY328 HK344 HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO086 IQ368 IR364
IS352 IT380 JE832 JM388 JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418
LB422 LC662 LI438 LK144 LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663 MG450 MH584 MK807
ML466 MM104 MN496 MO446 MP580 MQ474 MR478 MS500 MT470 MU480 MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562
NF574 NG566 NI558 NL528 NO578 NP524 NR520 NU570 NZ554 OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666
PN612 PR630 PS275 PT620 PW585 PY600 QA634 RE638 RO642 RS688 RU643 RW646 SA682 SB090 SC690 SD729 SE752 SG702
SH654 SI705 SJ744 SK703 SL694 SM674 SN686 SO706 SR740 SS728 ST678 SV222 SX534 SY760 SZ748 TC796 TD148 TF260
TG768 TH764 TJ762 TK772 TL626 TM795 TN788 TO776 TR792 TT780 TV798 TW158 TZ834 UA804 UG800 UM581 US840 UY858
UZ860 VA336 VC670 VE862 VG092 VI850 VN704 VU548 WF876 WS882 YE887 YT175 ZA710 ZM894 ZW716`

let numbers: Map<string, number> | null = null

/**
 * Google's geo target of a country, which DataForSEO's `location_code` is: 2000 more than the country's ISO number
 * (2840 United States, 2826 United Kingdom). Null for a code ISO does not know.
 */
export function googleGeoTarget(country: string): number | null {
  numbers ??= new Map(
    countryNumbers
      .trim()
      .split(/\s+/)
      .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
  )
  const number = numbers.get(country.toUpperCase())
  return number === undefined ? null : 2000 + number
}

const englishCountries = new Intl.DisplayNames('en', { type: 'region' })

/** "DE" → "Germany". */
export const countryName = (country: string) => englishCountries.of(country.toUpperCase()) ?? country

/** "pt-BR" → "pt". */
export const baseLanguage = (language: string) => language.split(/[-_]/)[0]!.toLowerCase()

/** The language as Google's interface names it (`hl`): Chinese by its script, some by older codes. */
export function googleLanguage({ language, country }: Locale): string {
  const base = baseLanguage(language)
  if (base === 'zh') return isTraditional(language, country) ? 'zh-TW' : 'zh-CN'
  if (base === 'pt') return country.toUpperCase() === 'BR' || /-br$/i.test(language) ? 'pt-BR' : 'pt'
  return { he: 'iw', nb: 'no', nn: 'no', fil: 'tl', jv: 'jw' }[base] ?? base
}

/** The language as Google Ads names it, which DataForSEO's keyword data take: no country but for Chinese. */
export function googleAdsLanguage(locale: Locale): string {
  const language = googleLanguage(locale)
  return language.startsWith('zh') ? language.replace('-', '_') : baseLanguage(language)
}

/** The language as DataForSEO Labs names it: today's codes, where Google Ads keeps older ones. */
export function labsLanguage(locale: Locale): string {
  const language = googleLanguage(locale)
  if (language.startsWith('zh')) return language
  const base = baseLanguage(language)
  return { no: 'nb', iw: 'he', jw: 'jv' }[base] ?? base
}

function isTraditional(language: string, country: string) {
  if (/hant/i.test(language)) return true
  if (/hans/i.test(language)) return false
  const region = /-([A-Za-z]{2})$/.exec(language)?.[1] ?? country
  return ['TW', 'HK', 'MO'].includes(region.toUpperCase())
}

/** "de-AT": the language Bing's market names, with the country asked about. */
export const bingMarket = ({ language, country }: Locale) => `${baseLanguage(language)}-${country.toUpperCase()}`

/** DuckDuckGo's region: country, then language, with its own spellings of some. */
export function duckduckgoRegion(locale: Locale): string {
  const country = locale.country.toLowerCase()
  const base = baseLanguage(locale.language)
  const spelled = {
    ja: 'jp',
    ko: 'kr',
    zh: ['TW', 'HK'].includes(locale.country.toUpperCase()) ? 'tzh' : 'zh',
    nb: 'no',
  }
  return `${country === 'gb' ? 'uk' : country}-${spelled[base as keyof typeof spelled] ?? base}`
}

/** SerpApi spells the United Kingdom as Google's top-level domain does. */
export const serpapiCountry = (country: string) => (country.toUpperCase() === 'GB' ? 'uk' : country.toLowerCase())

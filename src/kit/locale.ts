import { z } from 'zod'

/** A place and a language as every call takes them: ISO 3166-1 alpha-2 and BCP 47. */

/** ISO 3166-1, and XK, which vendors and mail know as Kosovo. */
const countryCodes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR
KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK
YE YT ZA ZM ZW`.split(/\s+/),
)

export const isCountry = (code: string) => countryCodes.has(code.toUpperCase())

/** Tags of no particular language. */
const noLanguage = new Set(['und', 'mul', 'mis', 'zxx'])
/** Made when it is first needed: servers and browsers know the same languages, though not always by the same names. */
let languageNames: Intl.DisplayNames | null = null

/** A well-formed tag of a language that exists, with a region that exists where it names one. */
export function isLanguage(tag: string): boolean {
  try {
    if (tag.length < 2 || tag.length > 35) return false
    const { language, region } = new Intl.Locale(tag)
    languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    if (noLanguage.has(language) || languageNames.of(language) === undefined) return false
    return region === undefined || /^\d{3}$/.test(region) || isCountry(region)
  } catch {
    return false
  }
}

const excerpt = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.slice(0, 40) : value)

export function countryField(name: string) {
  const error = ({ input }: { input?: unknown }) =>
    `${name} ${excerpt(input)} isn’t a country. Use a two-letter ISO 3166-1 code such as "US".`
  return z
    .string(`${name} must be text.`)
    .regex(/^[A-Za-z]{2}$/, { error, abort: true })
    .refine(isCountry, { error })
    .transform((code) => code.toUpperCase())
}

export function languageField(name: string) {
  const error = ({ input }: { input?: unknown }) =>
    `${name} ${excerpt(input)} isn’t a language. Use a tag such as "en" or "pt-BR".`
  return z.string(`${name} must be text.`).max(35, { error, abort: true }).refine(isLanguage, { error })
}

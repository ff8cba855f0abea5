/**
 * Countries and languages by the names people know. Written out rather than asked of `Intl`: server and browser must
 * render the same text, and their versions differ.
 */

const countryList = `
AF Afghanistan; AX Åland Islands; AL Albania; DZ Algeria; AS American Samoa; AD Andorra; AO Angola; AI Anguilla;
AG Antigua & Barbuda; AR Argentina; AM Armenia; AW Aruba; AU Australia; AT Austria; AZ Azerbaijan; BS Bahamas;
BH Bahrain; BD Bangladesh; BB Barbados; BY Belarus; BE Belgium; BZ Belize; BJ Benin; BM Bermuda; BT Bhutan;
BO Bolivia; BA Bosnia & Herzegovina; BW Botswana; BR Brazil; VG British Virgin Islands; BN Brunei; BG Bulgaria;
BF Burkina Faso; BI Burundi; KH Cambodia; CM Cameroon; CA Canada; CV Cape Verde; BQ Caribbean Netherlands;
KY Cayman Islands; CF Central African Republic; TD Chad; CL Chile; CN China; CO Colombia; KM Comoros;
CG Congo (Brazzaville); CD Congo (Kinshasa); CK Cook Islands; CR Costa Rica; CI Côte d’Ivoire; HR Croatia;
CU Cuba; CW Curaçao; CY Cyprus; CZ Czechia; DK Denmark; DJ Djibouti; DM Dominica; DO Dominican Republic;
EC Ecuador; EG Egypt; SV El Salvador; GQ Equatorial Guinea; ER Eritrea; EE Estonia; SZ Eswatini; ET Ethiopia;
FK Falkland Islands; FO Faroe Islands; FJ Fiji; FI Finland; FR France; GF French Guiana; PF French Polynesia;
GA Gabon; GM Gambia; GE Georgia; DE Germany; GH Ghana; GI Gibraltar; GR Greece; GL Greenland; GD Grenada;
GP Guadeloupe; GU Guam; GT Guatemala; GG Guernsey; GN Guinea; GW Guinea-Bissau; GY Guyana; HT Haiti; HN Honduras;
HK Hong Kong; HU Hungary; IS Iceland; IN India; ID Indonesia; IR Iran; IQ Iraq; IE Ireland; IM Isle of Man;
IL Israel; IT Italy; JM Jamaica; JP Japan; JE Jersey; JO Jordan; KZ Kazakhstan; KE Kenya; KI Kiribati; XK Kosovo;
KW Kuwait; KG Kyrgyzstan; LA Laos; LV Latvia; LB Lebanon; LS Lesotho; LR Liberia; LY Libya; LI Liechtenstein;
LT Lithuania; LU Luxembourg; MO Macao; MG Madagascar; MW Malawi; MY Malaysia; MV Maldives; ML Mali; MT Malta;
MH Marshall Islands; MQ Martinique; MR Mauritania; MU Mauritius; YT Mayotte; MX Mexico; FM Micronesia;
MD Moldova; MC Monaco; MN Mongolia; ME Montenegro; MS Montserrat; MA Morocco; MZ Mozambique; MM Myanmar;
NA Namibia; NR Nauru; NP Nepal; NL Netherlands; NC New Caledonia; NZ New Zealand; NI Nicaragua; NE Niger;
NG Nigeria; NU Niue; NF Norfolk Island; KP North Korea; MK North Macedonia; MP Northern Mariana Islands;
NO Norway; OM Oman; PK Pakistan; PW Palau; PS Palestine; PA Panama; PG Papua New Guinea; PY Paraguay; PE Peru;
PH Philippines; PL Poland; PT Portugal; PR Puerto Rico; QA Qatar; RE Réunion; RO Romania; RU Russia; RW Rwanda;
WS Samoa; SM San Marino; ST São Tomé & Príncipe; SA Saudi Arabia; SN Senegal; RS Serbia; SC Seychelles;
SL Sierra Leone; SG Singapore; SX Sint Maarten; SK Slovakia; SI Slovenia; SB Solomon Islands; SO Somalia;
ZA South Africa; KR South Korea; SS South Sudan; ES Spain; LK Sri Lanka; BL St. Barthélemy; SH St. Helena;
KN St. Kitts & Nevis; LC St. Lucia; MF St. Martin; PM St. Pierre & Miquelon; VC St. Vincent & Grenadines;
SD Sudan; SR Suriname; SE Sweden; CH Switzerland; SY Syria; TW Taiwan; TJ Tajikistan; TZ Tanzania; TH Thailand;
TL Timor-Leste; TG Togo; TO Tonga; TT Trinidad & Tobago; TN Tunisia; TR Türkiye; TM Turkmenistan;
TC Turks & Caicos Islands; TV Tuvalu; VI U.S. Virgin Islands; UG Uganda; UA Ukraine; AE United Arab Emirates;
GB United Kingdom; US United States; UY Uruguay; UZ Uzbekistan; VU Vanuatu; VA Vatican City; VE Venezuela;
VN Vietnam; WF Wallis & Futuna; YE Yemen; ZM Zambia; ZW Zimbabwe`

const languageList = `
af Afrikaans; sq Albanian; am Amharic; ar Arabic; hy Armenian; az Azerbaijani; bn Bangla; eu Basque;
be Belarusian; bs Bosnian; bg Bulgarian; my Burmese; ca Catalan; zh Chinese; hr Croatian; cs Czech; da Danish;
nl Dutch; en English; et Estonian; fi Finnish; fr French; gl Galician; ka Georgian; de German; el Greek;
gu Gujarati; he Hebrew; hi Hindi; hu Hungarian; is Icelandic; id Indonesian; ga Irish; it Italian; ja Japanese;
kn Kannada; kk Kazakh; km Khmer; ko Korean; lo Lao; lv Latvian; lt Lithuanian; mk Macedonian; ms Malay;
ml Malayalam; mt Maltese; mr Marathi; mn Mongolian; ne Nepali; nb Norwegian; fa Persian; pl Polish;
pt Portuguese; pa Punjabi; ro Romanian; ru Russian; sr Serbian; si Sinhala; sk Slovak; sl Slovenian; es Spanish;
sw Swahili; sv Swedish; ta Tamil; te Telugu; th Thai; tr Turkish; uk Ukrainian; ur Urdu; uz Uzbek; vi Vietnamese;
cy Welsh; zu Zulu`

const read = (list: string) =>
  list
    .split(/;\s*/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf(' ')
      return { value: entry.slice(0, at), label: entry.slice(at + 1) }
    })

/** As options of a select, by name. */
export const countries = read(countryList)
export const languages = read(languageList)

const countryNames = new Map(countries.map(({ value, label }) => [value, label]))
const languageNames = new Map(languages.map(({ value, label }) => [value, label]))

/** "US" → "United States"; an unknown code as it is. */
export const countryName = (code: string) => countryNames.get(code.toUpperCase()) ?? code
/** "en", "pt-BR" → "English", "Portuguese (Brazil)"; an unknown tag as it is. */
export function languageName(tag: string) {
  const [base = '', region] = tag.split('-')
  const name = languageNames.get(tag) ?? languageNames.get(base)
  if (!name) return tag
  return region && countryNames.has(region.toUpperCase()) ? `${name} (${countryName(region)})` : name
}

export type ReportLocale = { country: string; language: string }

export const localeCookie = 'report_place'

/** Remembers where one last listened; a cookie, so that the server paints the same choice. */
export function rememberLocale({ country, language }: ReportLocale) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${localeCookie}=${encodeURIComponent(`${country}.${language}`)}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** The remembered place, else the browser's own language and country, else the United States in English. */
export function getReportLocale(remembered: string | null, acceptLanguage: string | null): ReportLocale {
  const [country = '', language = ''] = (remembered ?? '').split('.')
  if (countryNames.has(country) && languageNames.has(language)) return { country, language }
  for (const entry of (acceptLanguage ?? '').split(',')) {
    const [base = '', region = ''] = (entry.split(';')[0] ?? '').trim().split('-')
    if (!languageNames.has(base.toLowerCase())) continue
    if (countryNames.has(region.toUpperCase())) return { country: region.toUpperCase(), language: base.toLowerCase() }
    if (base.toLowerCase() !== 'en' && countryNames.has(base.toUpperCase()))
      return { country: base.toUpperCase(), language: base.toLowerCase() }
    return { country: 'US', language: base.toLowerCase() }
  }
  return { country: 'US', language: 'en' }
}

/** Reads the figures of a sentence with their units, bounds and scopes, and compares them. */

export type Amount = {
  /** In the unit's base: days, grams, millimeters. Times of one year are apart from days. */
  value: number
  /** What is counted: "time", "mass", "%", or a word such as "call". Empty if nothing is named. */
  unit: string
  bound: 'above' | 'below' | null
  /** "day" in "400 milligrams a day". */
  per: string | null
}

const numberWords: Record<string, number> = {
  ...{
    half: 0.5,
    third: 1 / 3,
    thirds: 1 / 3,
    quarter: 0.25,
    quarters: 0.25,
    zero: 0,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
  },
  ...{ six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15 },
  ...{
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
  },
  ...{
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
    million: 1e6,
    billion: 1e9,
    trillion: 1e12,
    dozen: 12,
  },
  ...{ zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, elf: 11, zwölf: 12 },
  ...{ fünfzehn: 15, zwanzig: 20, dreißig: 30, vierzig: 40, fünfzig: 50, hundert: 100, tausend: 1000 },
  ...{ deux: 2, trois: 3, quatre: 4, cinq: 5, huit: 8, neuf: 9, dix: 10, douze: 12, quinze: 15, vingt: 20 },
  ...{ trente: 30, quarante: 40, cinquante: 50, tres: 3, cuatro: 4, cinco: 5, siete: 7, ocho: 8, nueve: 9, diez: 10 },
  ...{ doce: 12, quince: 15, veinte: 20, treinta: 30, cuarenta: 40, cincuenta: 50, quattro: 4, cinque: 5, sette: 7 },
  ...{ dieci: 10, trenta: 30, dois: 2, três: 3, quatro: 4, sete: 7, oito: 8, dez: 10, vinte: 20 },
  ...{ twee: 2, drie: 3, vijf: 5, zeven: 7, negen: 9, tien: 10, twaalf: 12, twintig: 20, dertig: 30 },
  ...{ twice: 2, double: 2, doubles: 2, doubled: 2, triple: 3, once: 1 },
}
const scales: Record<string, number> = {
  ...{ hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, trillion: 1e12, dozen: 12 },
  ...{ k: 1000, m: 1e6, bn: 1e9 },
}
/** "$5k", but "5 k" and "5 m" are something else. */
const moneyScales = /^(?:k|m|bn)$/

const unitsByKind: Record<string, Record<string, number>> = {
  time: {
    second: 1 / 86_400,
    sec: 1 / 86_400,
    minute: 1 / 1440,
    min: 1 / 1440,
    hour: 1 / 24,
    hr: 1 / 24,
    day: 1,
    week: 7,
  },
  years: { month: 1 / 12, year: 1, decade: 10, century: 100 },
  mass: { milligram: 0.001, mg: 0.001, gram: 1, g: 1, kilogram: 1000, kilo: 1000, kg: 1000, tonne: 1e6 },
  pounds: { ounce: 1 / 16, oz: 1 / 16, pound: 1, lb: 1 },
  length: { millimetre: 1, mm: 1, centimetre: 10, cm: 10, metre: 1000, m: 1000, kilometre: 1e6, km: 1e6 },
  feet: { inch: 1 / 12, foot: 1, feet: 1, ft: 1, yard: 3, mile: 5280 },
  volume: { millilitre: 1, ml: 1, centilitre: 10, cl: 10, decilitre: 100, dl: 100, litre: 1000, l: 1000 },
  gallons: { gallon: 1, gal: 1, quart: 1 / 4, qt: 1 / 4, pint: 1 / 8 },
  cups: { cup: 1, tablespoon: 1 / 16, tbsp: 1 / 16, teaspoon: 1 / 48, tsp: 1 / 48 },
  area: { 'm²': 1, sqm: 1, 'square metre': 1, 'km²': 1e6, 'square kilometre': 1e6, hectare: 1e4, ha: 1e4 },
  'square feet': { 'ft²': 1, sqft: 1, 'square foot': 1, 'square feet': 1, acre: 43_560, 'square mile': 27_878_400 },
  decibels: { decibel: 1, db: 1 },
  volts: { volt: 1, v: 1, kilovolt: 1000, kv: 1000 },
  watts: { watt: 1, w: 1, kilowatt: 1000, kw: 1000, megawatt: 1e6, mw: 1e6 },
  energy: { wh: 1, kwh: 1000, 'kilowatt hour': 1000, mwh: 1e6 },
  bytes: { kb: 1e-3, mb: 1, megabyte: 1, gb: 1000, gigabyte: 1000, tb: 1e6, terabyte: 1e6 },
  sterling: { '£': 1, gbp: 1, 'pound sterling': 1 },
  '%': { '%': 1, percent: 1, 'percentage point': 1 },
  money: { $: 1, dollar: 1, usd: 1, buck: 1, cent: 0.01 },
  yen: { '¥': 1, yen: 1 },
  rupees: { '₹': 1, rupee: 1 },
  euros: { '€': 1, euro: 1, eur: 1 },
  celsius: { '°c': 1, celsius: 1, centigrade: 1 },
  fahrenheit: { '°f': 1, fahrenheit: 1 },
  calories: { calorie: 1, kilocalorie: 1, kcal: 1, cal: 1 },
}
/** The same units in other languages, in the forms that lose no "s". */
const unitNames: Record<string, string> = {
  second: 'sekunde sekunden seconde segundo secondo secondi seconden',
  minute: 'minuten minuto minuti minuut',
  hour: 'stunde stunden heure hora ora ore uur uren',
  day: 'tag tage tagen jour día dia giorno giorni dag dagen',
  week: 'woche wochen semaine semana settimana settimane week weken',
  month: 'monat monate monaten mois mes mese mesi maand maanden',
  year: 'jahr jahre jahren année año ano anno anni jaar jaren',
  milligram: 'milligramm milligramme miligramo milligrammo milligrammi miligrama',
  gram: 'gramm gramme gramo grammo grammi grama',
  kilogram: 'kilogramm kilogramme kilogramo chilogrammo chilogrammi quilo quilograma',
  litre: 'litro litri',
  metre: 'mètre metro metri',
  percent: 'prozent procent',
}
const otherUnits = Object.entries(unitNames).flatMap(([name, others]) =>
  others.split(' ').map((other) => [other, name]),
)
const units = new Map(
  Object.entries(unitsByKind).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, factor]) => [name, { kind, factor }] as const),
  ),
)
for (const [other, name] of otherUnits) if (!units.has(other!)) units.set(other!, units.get(name!)!)

const token =
  /[$€£¥₹]|(?<!\p{L})\p{N}+(?:[.,\u00a0\u202f' ]\p{N}{3}(?!\p{N}))*(?:[.,]\p{N}+)?|°\s?[cf]\b|%|\p{L}[\p{L}\p{N}]*/giu
const joining = new Set(['to', 'and', 'or', 'a', 'an'])
const skipped = new Set([
  'about',
  'some',
  'whole',
  'full',
  'more',
  'extra',
  'additional',
  'square',
  'cubic',
  'sq',
  'short',
  'long',
  'of',
  'the',
  'degrees',
  'degree',
])
const notCounted = new Set(
  'is are was were be been has have had in on at by for from with than as that which who it its this they but so if when while into over under per each every not and or to of the a an'.split(
    ' ',
  ),
)
const above =
  /(?:more than|over|above|at least|exceed(?:s|ing)?|beyond|no less than|minimum of|upwards of)\s+(?:about\s+)?(?:[$€£¥₹])?$/i
const below =
  /(?:less than|fewer than|under|below|at most|up to|no more than|maximum of|within|as little as)\s+(?:about\s+)?(?:[$€£¥₹])?$/i
const after = /^\s*(?:\p{L}+\s+){0,2}?(?:or (more|less|fewer|below|above|longer))/iu
const perPattern =
  /^\s*(?:of \p{L}+ )?(?:a|an|per|each|every|\/)\s*(day|week|month|year|hour|minute|night|person|adult|child|household|glass|cup|serving|batch|mile|kilometre|kilometer|litre|liter|bag|bottle|pound|ounce|gram|kilogram|gallon|watt|word|user|seat|unit|square (?:foot|feet|meter|metre))s?(?!\p{L})/iu
const adverbs: Record<string, string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
  hourly: 'hour',
}

type Token = { text: string; start: number; end: number }

const hasNumber = new RegExp(
  `(?<!\\p{L})\\p{N}|(?<!\\p{L})(?:sept|${Object.keys(numberWords).join('|')})(?!\\p{L})`,
  'iu',
)

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const isYear = (written: string) => /^(?:1[5-9]|20)\d{2}$/.test(written)
/** What a year can't be: "1500 grams". */
const isUnit = (name: string) => units.has(name) || name === 'people' || name === 'times'

export function readAmounts(text: string): Amount[] {
  if (!hasNumber.test(text)) return []
  const tokens = [...text.matchAll(token)].map(
    (match): Token => ({
      text: toToken(match[0], text.slice(match.index + 4, match.index + 6)),
      start: match.index,
      end: match.index + match[0].length,
    }),
  )
  const found: Amount[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { start, text: written } = tokens[at]!
    const first = toNumber(written)
    if (first === null) continue
    const money = tokens[at - 1]?.text
    const isMoney = money !== undefined && units.has(money) && /[$€£¥₹]/.test(money)
    const { value, next } = readNumber(tokens, at, first, isMoney)
    const named = findUnit(tokens, next)
    // "one" is a figure only before a unit: "one of them" isn't.
    if ((written === 'one' || written === 'once') && !named) continue
    const month = [tokens[at - 1], tokens[next]].find((one) => one && months.test(one.text))?.text
    const end = named?.end ?? tokens[next - 1]!.end
    if (isYear(written) && next === at + 1 && !isMoney && !(named && named.at === next && isUnit(named.name)))
      found.push({ value, unit: '', bound: null, per: null })
    else if (month && value <= 31) found.push({ value, unit: month.slice(0, 3), bound: null, per: null })
    else {
      const unit = isMoney ? money : (named?.name ?? '')
      const known = units.get(unit)
      found.push({
        value: value * (known?.factor ?? 1),
        unit: known?.kind ?? unit,
        bound: getBound(text, start, end),
        per: getPer(text, end),
      })
    }
    at = next - 1
  }
  return found
}

/** "Sept jours" is French for seven days; "Sept. 5" is a month. */
const toToken = (written: string, next: string) =>
  /^sept$/i.test(written) && /^ \p{Ll}/u.test(next) ? 'sieben' : written.toLowerCase()

/** Reads a number of several words: "one hundred and twenty", "seventy-five", "two thirds", "1.5 million". */
function readNumber(tokens: Token[], at: number, first: number, isMoney: boolean): { value: number; next: number } {
  let value = first
  let next = at + 1
  for (; tokens[next]; next++) {
    const word = tokens[next]!.text
    const scale = moneyScales.test(word) && !isMoney ? undefined : scales[word]
    const last = toNumber(tokens[next - 1]!.text)
    if (scale && (last !== null || scales[tokens[next - 1]!.text])) value *= scale
    else {
      const after = word === 'and' && scales[tokens[next - 1]!.text] ? 1 : 0
      const added = numberWords[tokens[next + after]?.text ?? '']
      const isPart = added !== undefined && added >= 1 && Number.isInteger(added) && !/^\p{N}/u.test(tokens[at]!.text)
      const isWords = isPart && !scales[tokens[next + after]!.text] && !/^(?:twice|double|triple|once)/.test(word)
      if (isWords && value >= 20 && value % 10 === 0 && added < (value % 100 === 0 ? 100 : 10)) {
        value += added
        next += after
      } else if (/^(?:thirds|quarters)$/.test(word) && Number.isInteger(first)) value *= numberWords[word]!
      else break
    }
  }
  return { value, next }
}

function toNumber(written: string): number | null {
  if (Object.hasOwn(numberWords, written)) return numberWords[written]!
  if (!/^\p{N}/u.test(written)) return null
  const spaced = written.replace(/[\u00a0\u202f' ](?=\p{N}{3})/gu, '')
  // The last mark is the decimal one if both are there: "1.234,5".
  const marks = [...spaced.matchAll(/[.,]/g)].map(([mark]) => mark)
  const joined = new Set(marks).size > 1 ? spaced.replaceAll(marks[0]!, '') : spaced
  const plain = /^\p{N}{1,3}(?:[.,]\p{N}{3})+$/u.test(joined) ? joined.replace(/[.,]/g, '') : joined.replace(',', '.')
  return Number(plain)
}

/** The unit after a number, also the one that "7 to 10 days" shares. */
function findUnit(tokens: Token[], from: number): { name: string; at: number; end: number } | null {
  let at = from
  let power = ''
  for (let steps = 0; steps < 5; steps++, at++) {
    const one = tokens[at]
    if (!one) return null
    const isNumber = toNumber(one.text) !== null
    // "In 2021, 14 %": the unit is the other figure's.
    if (isNumber && isYear(tokens[from - 1]!.text)) return null
    if (/^(?:square|sq)$/.test(one.text)) power = 'square '
    if (
      isNumber ||
      skipped.has(one.text) ||
      (joining.has(one.text) && tokens[at + 1] && toNumber(tokens[at + 1]!.text) !== null)
    )
      continue
    const name = toSingular(one.text)
    const two = power + name + (power === '' ? ` ${tokens[at + 1]?.text ?? ''}` : '')
    if (units.has(two)) return { name: two, at, end: power === '' ? tokens[at + 1]!.end : one.end }
    if (units.has(name)) return { name, at, end: one.end }
    // "two failed": a verb is no unit.
    if (notCounted.has(one.text) || /[^e]ed$/.test(one.text)) return null
    // "three times" isn't a time.
    return { name: isMeasure(name) ? `${name}s` : name, at, end: one.end }
  }
  return null
}

function toSingular(word: string): string {
  const british = word.replace(/(met|lit)er(s?)$/, '$1re$2').replace(/\s/g, '')
  if (units.has(british)) return british
  const singular = british.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  return singular
}

function getBound(text: string, start: number, end: number): Amount['bound'] {
  const before = text.slice(Math.max(0, start - 30), start)
  if (above.test(before)) return 'above'
  if (below.test(before)) return 'below'
  const word = after.exec(text.slice(end, end + 30))?.[1]?.toLowerCase()
  if (!word) return null
  return word === 'less' || word === 'fewer' || word === 'below' ? 'below' : 'above'
}

function getPer(text: string, end: number): string | null {
  const rest = text.slice(end, end + 40)
  const adverb = /^\s*(?:of \p{L}+ )?(daily|weekly|monthly|yearly|annually|hourly)/iu.exec(rest)?.[1]?.toLowerCase()
  if (adverb) return adverbs[adverb]!
  return perPattern.exec(rest)?.[1]?.toLowerCase().replace(/er$/, 're') ?? null
}

/** Whether a page's figure states the claimed one: value, unit, bound and scope. */
export function statesAmount(page: Amount, claim: Amount): boolean {
  if (Math.abs(page.value - claim.value) > 1e-6 * Math.max(Math.abs(page.value), Math.abs(claim.value))) return false
  if (claim.unit !== '' && page.unit !== '' && claim.unit !== page.unit) return false
  if (isMeasure(claim.unit) && page.unit === '') return false
  if (claim.unit === '' && isMeasure(page.unit)) return false
  if (claim.per !== null && page.per !== claim.per) return false
  return claim.bound === null ? true : page.bound === claim.bound
}

export const isMeasure = (unit: string): boolean => Object.hasOwn(unitsByKind, unit)

/** Whether a word names a unit: "mg", "degrees". Amounts are compared by their units already. */
export const isUnitName = (word: string): boolean =>
  isUnit(toSingular(word.toLowerCase())) || /^(?:degrees?|c|f)$/i.test(word)

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
  ...{ seventy: 70, eighty: 80, ninety: 90, hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, dozen: 12 },
  ...{ twice: 2, double: 2, doubles: 2, doubled: 2, triple: 3, once: 1 },
}
const scales: Record<string, number> = { hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, dozen: 12 }

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
  volume: { millilitre: 1, ml: 1, litre: 1000, l: 1000 },
  '%': { '%': 1, percent: 1, 'percentage point': 1 },
  money: { $: 1, dollar: 1, usd: 1, cent: 0.01 },
  euros: { '€': 1, euro: 1, eur: 1 },
  celsius: { '°c': 1, celsius: 1, centigrade: 1 },
  fahrenheit: { '°f': 1, fahrenheit: 1 },
  calories: { calorie: 1, kilocalorie: 1, kcal: 1, cal: 1 },
}
const units = new Map(
  Object.entries(unitsByKind).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, factor]) => [name, { kind, factor }] as const),
  ),
)

const token =
  /[$€£]|(?<!\p{L})\p{N}+(?:[.,\u00a0\u202f' ]\p{N}{3}(?!\p{N}))*(?:[.,]\p{N}+)?|°\s?[cf]\b|%|\p{L}[\p{L}\p{N}]*/giu
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
  /(?:more than|over|above|at least|exceed(?:s|ing)?|beyond|no less than|minimum of|upwards of)\s+(?:about\s+)?(?:[$€£])?$/i
const below =
  /(?:less than|fewer than|under|below|at most|up to|no more than|maximum of|within|as little as)\s+(?:about\s+)?(?:[$€£])?$/i
const after = /^\s*(?:\p{L}+\s+){0,2}?(?:or (more|less|fewer|below|above|longer))/iu
const perPattern =
  /^\s*(?:of \p{L}+ )?(?:a|an|per|each|every|\/)\s*(day|week|month|year|hour|minute|night|person|adult|child|household|glass|cup|serving|batch|mile|kilometre|kilometer|litre|liter|bag|bottle)s?(?!\p{L})/iu
const adverbs: Record<string, string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
  hourly: 'hour',
}

type Token = { text: string; start: number; end: number }

const hasNumber = new RegExp(`(?<!\\p{L})\\p{N}|(?<!\\p{L})(?:${Object.keys(numberWords).join('|')})(?!\\p{L})`, 'iu')

export function readAmounts(text: string): Amount[] {
  if (!hasNumber.test(text)) return []
  const tokens = [...text.matchAll(token)].map(
    (match): Token => ({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length }),
  )
  const found: Amount[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { start, text: written } = tokens[at]!
    let value = toNumber(written)
    if (value === null) continue
    // "one" is a figure only before a unit: "one of them" isn't.
    let next = at + 1
    while (tokens[next] && scales[tokens[next]!.text] && toNumber(tokens[next - 1]!.text) !== null)
      value *= scales[tokens[next++]!.text]!
    const named = findUnit(tokens, next)
    if ((written === 'one' || written === 'once') && !named) continue
    const money = tokens[at - 1]?.text
    const unit = money && units.has(money) && /[$€£]/.test(money) ? money : (named?.name ?? '')
    const known = units.get(unit)
    const end = named?.end ?? tokens[next - 1]!.end
    found.push({
      value: value * (known?.factor ?? 1),
      unit: known?.kind ?? unit,
      bound: getBound(text, start, end),
      per: getPer(text, end),
    })
    at = next - 1
  }
  return found
}

function toNumber(written: string): number | null {
  if (Object.hasOwn(numberWords, written)) return numberWords[written]!
  if (!/^\p{N}/u.test(written)) return null
  const joined = written.replace(/[\u00a0\u202f' ](?=\p{N}{3})/gu, '')
  const plain = /^\p{N}{1,3}(?:[.,]\p{N}{3})+$/u.test(joined) ? joined.replace(/[.,]/g, '') : joined.replace(',', '.')
  return Number(plain)
}

/** The unit after a number, also the one that "7 to 10 days" shares. */
function findUnit(tokens: Token[], from: number): { name: string; end: number } | null {
  let at = from
  for (let steps = 0; steps < 5; steps++, at++) {
    const one = tokens[at]
    if (!one) return null
    const isNumber = toNumber(one.text) !== null
    if (
      isNumber ||
      skipped.has(one.text) ||
      (joining.has(one.text) && tokens[at + 1] && toNumber(tokens[at + 1]!.text) !== null)
    )
      continue
    const name = toSingular(one.text)
    if (units.has(name)) return { name, end: one.end }
    return notCounted.has(one.text) ? null : { name, end: one.end }
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

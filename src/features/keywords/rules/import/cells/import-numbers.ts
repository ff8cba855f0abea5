/**
 * Parses numbers in the formats of every locale: "1,234", "1.234", "1 234", "1'234", "12,3 %", "10K – 100K", "10 mil – 100
 * mil", "1万~10万", "$1.25", "١٠٬٠٠٠".
 */

/** Decimal separator of a file. It only matters for numbers with exactly three digits after one separator. */
export type DecimalMark = '.' | ','

/** Null when the cell is empty or says "none"; NaN when it isn't a number. */
export type MaybeNumber = number | null

export type VolumeRange = { value: number | null; low: number | null; high: number | null }

const missing =
  /^(?:|-+|–|—|‐|‑|\.|…|\.{2,3}|\*|\/|x|n\.?\/?\s?a\.?|null|none|nan|undefined|unknown|unavailable|not (?:available|set|provided|ranked)|\((?:not set|not provided|none|other)\)|no (?:data|volume|info|results?)|(?:insufficient|not enough) data|k\. ?a\.|k\.?a\.?|keine(?: daten| angabe)?|s\/d|sin datos|n\.?d\.?|n\.?c\.?|b\.?d\.?|brak(?: danych)?|sem dados|aucune donnée|pas de données|dati non disponibili|geen gegevens|ingen data|нет данных|н\/д|veri yok|データなし|なし|データがありません|데이터 없음|없음|无数据|暂无数据|無資料|∞|\?|#(?:n\/a|ref!|value!|div\/0!|name\?|num!|null!|spill!))$/iu
const plainWhole = /^\d{1,15}$/
const plainFraction = /^\d{1,15}\.(?:\d{1,2}|\d{4,})$/
const scientific = /^[-+]?\d+(?:[.,]\d+)?e[-+]?\d+$/i
const numberAndUnit = /^([-+]?)\s*([\d.,' _]*\d[.,]?)\s*([^\d\s.,'_+-][^\d]*)?$/u
const spaced = /^(\d{1,3}(?:[ '_]\d{3})+)(?:[.,](\d*))?$/

const thousands =
  'k к mil mila mille tsd td tys тыс тис tis bin rb ribu tn nghin n хил χιλ 千 천 ألف الف آلاف هزار हज़ार हजार พัน'
const millions =
  'm м mio mill million millions millones milhoes milioni millionen mln mn mi mijn mil. млн εκ jt juta tr trieu مليون ملايين میلیون ล้าน'
const unitByWord = new Map<string, number>([
  ...thousands.split(' ').map((word): [string, number] => [word, 1e3]),
  ...millions.split(' ').map((word): [string, number] => [word, 1e6]),
  ...['b', 'bn', 'mrd', 'mld', 'mlrd', 'млрд'].map((word): [string, number] => [word, 1e9]),
  ...['万', '萬', '만'].map((word): [string, number] => [word, 1e4]),
  ...['億', '亿', '억'].map((word): [string, number] => [word, 1e8]),
  ['lakh', 1e5],
  ['लाख', 1e5],
  ['crore', 1e7],
])

/** Turkish exports abbreviate thousands as "B" (bin), which means billion elsewhere. */
export type NumberStyle = { decimal: DecimalMark; bMeansThousand?: boolean }

/** Longer than any number, so that long cells cost no time. */
const longest = 64

/** Normalizes digits to Latin, and spaces and apostrophes to one kind. */
function plain(raw: string): string {
  return /^[\x21-\x7e]*$/.test(raw)
    ? raw
    : raw
        .normalize('NFKC')
        .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
        .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
        .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
        .replaceAll('\u066b', '.')
        .replaceAll('\u066c', ',')
        .replaceAll('\u066a', '%')
        .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
        .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
        .replaceAll('\u2212', '-')
        .replace(/\s+/g, ' ')
        .trim()
}

/** `whole`: the column holds counts, so "1.234" is 1,234. */
export function readNumber(raw: string, style: NumberStyle, whole: boolean): MaybeNumber {
  if (plainWhole.test(raw)) return Number(raw)
  if (plainFraction.test(raw)) return Number(raw)
  if (raw.length > longest) return Number.NaN
  const text = plain(raw)
  if (missing.test(text)) return null
  if (scientific.test(text)) return Number(text.replace(',', '.'))
  const found = numberAndUnit.exec(text)
  if (!found) return Number.NaN
  const unit = found[3] === undefined ? 1 : unitFactor(found[3], style)
  const value = readDigits(found[2]!, style.decimal, whole && unit === 1) * unit
  const rounded = unit === 1 ? value : Math.round(value * 1e6) / 1e6
  return found[1] === '-' ? -rounded : rounded
}

function unitFactor(written: string, { bMeansThousand }: NumberStyle): number {
  const word = written
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
  if (bMeansThousand && word === 'b') return 1e3
  // Keeps the dot first: Czech "mil." is million, Spanish "mil" is thousand.
  return unitByWord.get(word) ?? unitByWord.get(word.replace(/\.$/, '')) ?? Number.NaN
}

function readDigits(digits: string, decimal: DecimalMark, whole: boolean): number {
  if (/[ '_]/.test(digits)) {
    const found = spaced.exec(digits)
    return found ? Number(`${found[1]!.replace(/[ '_]/g, '')}.${found[2] || '0'}`) : Number.NaN
  }
  const dot = digits.lastIndexOf('.')
  const comma = digits.lastIndexOf(',')
  if (dot < 0 && comma < 0) return Number(digits)
  if (dot >= 0 && comma >= 0) {
    const [mark, other] = dot > comma ? ['.', ','] : [',', '.']
    const [before, after, ...more] = digits.split(mark)
    if (more.length > 0 || !isGrouped(before!, other)) return Number.NaN
    return Number(`${before!.replaceAll(other, '')}.${after}`)
  }
  const mark = dot >= 0 ? '.' : ','
  const parts = digits.split(mark)
  if (parts.length > 2) return isGrouped(digits, mark) ? Number(parts.join('')) : Number.NaN
  const [before, after] = parts as [string, string]
  const groups = after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && (whole || mark !== decimal)
  return Number(groups ? before + after : `${before || '0'}.${after || '0'}`)
}

/** True for digit groups of three, or Indian groups of two before the last three. */
function isGrouped(digits: string, mark: string): boolean {
  const [first, ...rest] = digits.split(mark)
  if (rest.length === 0) return /^\d+$/.test(first!)
  return (
    /^\d{1,3}$/.test(first!) &&
    /^\d{3}$/.test(rest.at(-1)!) &&
    (rest.every((part) => part.length === 3) || rest.slice(0, -1).every((part) => part.length === 2))
  )
}

const rangeWithSpaces = /^(.+?)\s+(?:-+|[–—‒―~～〜]|to|bis|a|à|al|até|do|tot|till|до)\s+(.+)$/i
const rangeTight = /^([^-–—‒―~～〜]+)\s*[-–—‒―~～〜]\s*([^-–—‒―~～〜]+)$/
const below =
  /^(?:<=?|≤|＜|under|unter|below|less than|moins de|menos de|meno di|minder dan|mniej niż|менее|до)\s*(.+)$/iu
const above =
  /^(?:(?:>=?|≥|＞|over|über|above|more than|plus de|más de|mais de|più di|meer dan|ponad|более|от)\s*(.+)|(.+)\+)$/iu

/**
 * Parses a search volume: a number, or bounds when the file gives a range.
 * @returns null when there is none, 'invalid' when the cell holds something else
 */
export function readVolume(raw: string, style: NumberStyle): VolumeRange | null | 'invalid' {
  const number = readNumber(raw, style, true)
  if (number === null) return null
  if (!Number.isNaN(number)) return { value: number, low: null, high: null }
  if (raw.length > longest) return 'invalid'
  // NFKC runs first; it keeps the dashes that separate the bounds.
  const text = plain(raw)
  const bound = (written: string) => readNumber(written.trim(), style, true)
  const under = below.exec(text)
  if (under) return checked({ value: null, low: 0, high: bound(under[1]!) })
  const over = above.exec(text)
  if (over) return checked({ value: null, low: bound(over[1] ?? over[2]!), high: null })
  const range = rangeWithSpaces.exec(text) ?? rangeTight.exec(text)
  if (!range) return 'invalid'
  const [low, high] = [bound(range[1]!), bound(range[2]!)]
  if (low === null || high === null || low > high) return 'invalid'
  return checked({ value: null, low, high })
}

function checked(range: VolumeRange): VolumeRange | 'invalid' {
  return Number.isNaN(range.low) || Number.isNaN(range.high) ? 'invalid' : range
}

const codeBefore = /^([A-Z]{3})\s*(?=[\d.,-])/
const codeAfter = /(?<=[\d.,])\s*([A-Z]{3})$/
/** Only signs of a single currency: "kr" and "¥" are ambiguous. US exports write dollars as a bare "$". */
const currencySigns: [string, string][] = [
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['¥', ''],
  ['kr.', ''],
  ['kr', ''],
]

/** Returns an amount and its ISO 4217 currency when the cell has one. */
export function readMoney(raw: string, style: NumberStyle): { value: MaybeNumber; currency: string | null } {
  const simple = readNumber(raw, style, false)
  if (!Number.isNaN(simple) || raw.length > longest) return { value: simple, currency: null }
  const text = plain(raw)
  const code = codeBefore.exec(text) ?? codeAfter.exec(text)
  if (code) return { value: readNumber(text.replace(code[0], '').trim(), style, false), currency: code[1]! }
  for (const [sign, currency] of currencySigns) {
    const amount = text.startsWith(sign)
      ? text.slice(sign.length)
      : text.endsWith(sign)
        ? text.slice(0, -sign.length)
        : null
    if (amount !== null) return { value: readNumber(amount.trim(), style, false), currency: currency || null }
  }
  return { value: Number.NaN, currency: null }
}

/** Parses a number with an optional percent sign; `percent` is true when it has one. */
export function readShare(raw: string, style: NumberStyle): { value: MaybeNumber; percent: boolean } {
  if (raw.length > longest) return { value: Number.NaN, percent: false }
  const text = plain(raw)
  const percent = text.startsWith('%') || text.endsWith('%')
  return { value: readNumber(percent ? text.replace('%', '').trim() : text, style, false), percent }
}

const fractionDigits = /([.,])(\d+)\s*[^\d.,]*$/

/**
 * Detects a file's decimal separator from its unambiguous numbers. `fractions` are cells of columns with fractions, `counts` of
 * columns with counts.
 */
export function getDecimalMark(
  fractions: Iterable<string>,
  counts: Iterable<string>,
  fallback: DecimalMark,
): DecimalMark {
  let commas = 0
  let dots = 0
  const vote = (mark: string) => {
    if (mark === ',') commas++
    else dots++
  }
  for (const cell of fractions) {
    const found = cell.length > longest ? null : fractionDigits.exec(cell)
    if (!found) continue
    const other = found[1] === ',' ? '.' : ','
    if (found[2]!.length !== 3 || cell.includes(other)) vote(found[1]!)
  }
  for (const cell of counts) {
    const found = cell.length > longest ? null : fractionDigits.exec(cell)
    if (found && found[2]!.length === 3 && /^\d/.test(cell)) vote(found[1] === ',' ? '.' : ',')
  }
  return commas === dots ? fallback : commas > dots ? ',' : '.'
}

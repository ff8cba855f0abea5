/** Splits a text into words, numbers and marks in one pass over character codes, four times faster than regular expressions. */
import { type Span, sentenceSpans } from '#features/ai-content/rules/scoring/text-sentences.ts'

export const tokenKind = { word: 0, number: 1, mark: 2 } as const

/**
 * A word or mark shared by all texts, with cached lookups: `word` and `flags` are -1 until looked up, `pattern` is its index
 * among the patterns of `owner`.
 */
export type Lexeme = {
  /** Lowercase with straight apostrophes; one of `marks`, or "#" for a number. */
  form: string
  /** "I" or a contraction of it ("I'm"), whose capital doesn't make it a name. */
  isI: boolean
  word: number
  flags: number
  owner: object | null
  pattern: number
}

/** Parallel columns, one row per token; offsets are UTF-16 units. Typed arrays may be longer than the number of tokens. */
export type Tokens = {
  count: number
  lexemes: Lexeme[]
  starts: Int32Array
  ends: Int32Array
  kinds: Uint8Array
  /** 1 when the token starts with a capital. */
  capitals: Uint8Array
  /** Index of its sentence in `sentences`. */
  sentenceIndex: Int32Array
  sentences: Span[]
  /** Index of each sentence's first token, plus a final end index. */
  firstTokens: Int32Array
  /** Paragraph index of each sentence. */
  paragraphIndex: Int32Array
}

const lexemes = new Map<string, Lexeme>()
const maxRemembered = 50_000

function getLexeme(form: string): Lexeme {
  const known = lexemes.get(form)
  if (known) return known
  if (lexemes.size >= maxRemembered) lexemes.clear()
  const isI = form === 'i' || form.startsWith("i'")
  const lexeme = { form, isI, word: -1, flags: -1, owner: null, pattern: 0 }
  lexemes.set(form, lexeme)
  return lexeme
}

/** Marks by character code; all dashes are one mark, and so are all quotation marks. */
const markByCode = new Map<number, Lexeme>(
  Object.entries({
    ',': ',',
    '.': '.。．।',
    ';': ';',
    ':': ':',
    '?': '?？؟',
    '!': '!！',
    '…': '…',
    '(': '(',
    ')': ')',
    '—': '—–',
    '"': '"“”„«»',
  }).flatMap(([form, shapes]) => [...shapes].map((shape) => [shape.codePointAt(0)!, getLexeme(form)] as const)),
)
const numberLexeme = getLexeme('#')
const dashMark = getLexeme('—')
const ellipsisMark = getLexeme('…')
const lineBreak = 10
const space = 32
const point = 46
const hyphen = 45
const apostrophe = 39
const curlyApostrophe = 0x2019
/** Follows the 26 letters. */
const apostropheBits = 27

/** Class of a UTF-16 unit; `unread` until first used. */
const unit = { other: 0, small: 1, capital: 2, letter: 3, digit: 4, unread: 5 } as const
const unitClasses = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  code >= 128
    ? unit.unread
    : code >= 97 && code <= 122
      ? unit.small
      : code >= 65 && code <= 90
        ? unit.capital
        : code >= 48 && code <= 57
          ? unit.digit
          : unit.other,
)
const letter = /[\p{L}\p{M}]/u

function classify(code: number): number {
  // Treats surrogates as letters, since rare scripts beyond the basic plane are mostly letters.
  const isLetter =
    code >= 0xd835 && code <= 0xdfff ? code < 0xd83c || code >= 0xdc00 : letter.test(String.fromCharCode(code))
  const known = isLetter ? unit.letter : unit.other
  unitClasses[code] = known
  return known
}

/** The current text as UTF-16 units, which is faster to read than the string. */
let codes = new Uint16Array(2 ** 15)

/** Copies a text into `codes`, followed by two zeros. */
function readCodes(text: string) {
  if (codes.length < text.length + 2) codes = new Uint16Array(text.length * 2)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    codes[at] = code
    if (unitClasses[code] === unit.unread) classify(code)
  }
  codes.fill(0, text.length, text.length + 2)
}

/** Splits a text into tokens and sentences. */
export function tokenize(text: string): Tokens {
  readCodes(text)
  const sentences = sentenceSpans(text)
  const found: Lexeme[] = []
  // One token per four characters is nearly always enough.
  let columns = getColumns(16 + (text.length >> 2))
  let count = 0
  const firstTokens = new Int32Array(sentences.length + 1)
  const paragraphIndex = new Int32Array(sentences.length)
  let paragraph = 0
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const { start, end } = sentences[sentence]!
    if (sentence > 0 && hasLineBreak(sentences[sentence - 1]!.end, start)) paragraph++
    paragraphIndex[sentence] = paragraph
    firstTokens[sentence] = count
    let at = start
    while (at < end) {
      const from = at
      const code = codes[from]!
      const kindOfUnit = unitClasses[code]!
      let lexeme: Lexeme | undefined
      let kind: number = tokenKind.word
      let capital = 0
      if (kindOfUnit === unit.digit) {
        at = endOfNumber(from, end)
        kind = tokenKind.number
        lexeme = numberLexeme
      } else if (kindOfUnit !== unit.other) {
        // Packs Latin letters and apostrophes at five bits each: three numbers hold 18, enough for nearly every word.
        let [one, two, three] = [0, 0, 0]
        let packs = true
        for (; at < end; at++) {
          const next = codes[at]!
          const is = unitClasses[next]!
          let bits = apostropheBits
          if (is === unit.small || is === unit.capital) bits = next & 31
          else if (is === unit.other) {
            if ((next !== apostrophe && next !== curlyApostrophe) || at + 1 >= end || !isLetter(codes[at + 1]!)) break
          } else packs = false
          const offset = at - from
          if (offset < 6) one = (one << 5) | bits
          else if (offset < 12) two = (two << 5) | bits
          else if (offset < 18) three = (three << 5) | bits
          else packs = false
        }
        if (packs) {
          lexeme = packedLexeme(text, from, at, one, two, three)
          capital = kindOfUnit === unit.capital ? 1 : 0
        } else {
          const written = text.slice(from, at)
          lexeme = getLexeme(lowerCase(written))
          capital = code === lexeme.form.charCodeAt(0) ? 0 : 1
        }
      } else {
        at++
        if (code === space) continue
        const isDash = code === hyphen && (codes[at] === hyphen || isLooseHyphen(from))
        if (isDash || code === point) while (at < end && codes[at] === code) at++
        kind = tokenKind.mark
        lexeme = isDash ? dashMark : code === point && at > from + 1 ? ellipsisMark : markByCode.get(code)
        if (!lexeme) continue
      }
      if (count === columns.starts.length) columns = widened(columns)
      found.push(lexeme)
      columns.starts[count] = from
      columns.ends[count] = at
      columns.kinds[count] = kind
      columns.capitals[count] = capital
      columns.sentenceIndex[count] = sentence
      count++
    }
  }
  firstTokens[sentences.length] = count
  return { count, lexemes: found, ...columns, sentences, firstTokens, paragraphIndex }
}

const getColumns = (room: number) => ({
  starts: new Int32Array(room),
  ends: new Int32Array(room),
  kinds: new Uint8Array(room),
  capitals: new Uint8Array(room),
  sentenceIndex: new Int32Array(room),
})

function widened(columns: ReturnType<typeof getColumns>) {
  const wide = getColumns(columns.starts.length * 2)
  wide.starts.set(columns.starts)
  wide.ends.set(columns.ends)
  wide.kinds.set(columns.kinds)
  wide.capitals.set(columns.capitals)
  wide.sentenceIndex.set(columns.sentenceIndex)
  return wide
}

const lowerCase = (written: string) => written.toLowerCase().replaceAll('’', "'")

/**
 * Cache of words by their packed letters: a known word needs no substring, case folding or hashing. A word evicted from its
 * slot moves to the next slot.
 */
const slots = 2 ** 15
const packed = new Int32Array(slots * 4)
const met: Lexeme[] = new Array(slots).fill(numberLexeme)

function packedLexeme(text: string, from: number, to: number, one: number, two: number, three: number): Lexeme {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  const slot = (mixed ^ (mixed >>> 15)) & (slots - 1)
  const key = slot * 4
  if (packed[key] === one && packed[key + 1] === two && packed[key + 2] === three) return met[slot]!
  const nextSlot = slot ^ 1
  const nextKey = nextSlot * 4
  if (packed[nextKey] === one && packed[nextKey + 1] === two && packed[nextKey + 2] === three) return met[nextSlot]!
  const lexeme = getLexeme(lowerCase(text.slice(from, to)))
  packed.copyWithin(nextKey, key, key + 3)
  met[nextSlot] = met[slot]!
  packed[key] = one
  packed[key + 1] = two
  packed[key + 2] = three
  met[slot] = lexeme
  return lexeme
}

/** Returns the end of a number, including separators and suffixes: "1st", "20s" and "5km" are one token. */
function endOfNumber(from: number, end: number): number {
  let to = from + 1
  while (to < end && (isDigit(codes[to]!) || (isPoint(codes[to]!) && isDigit(codes[to + 1]!)))) to++
  while (to < end && isLetter(codes[to]!)) to++
  return to
}

function hasLineBreak(from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (codes[at] === lineBreak) return true
  return false
}

/** Only for units that were classified. */
const isLetter = (code: number) => unitClasses[code]! !== unit.other && unitClasses[code]! !== unit.digit
const isDigit = (code: number) => unitClasses[code] === unit.digit
const isPoint = (code: number) => code === point || code === 44
const isSpace = (code: number) => code === space || code === 9 || code === 0xa0

/** A spaced hyphen " - " counts as a dash; the one in "well-known" and a list mark don't. */
function isLooseHyphen(at: number) {
  return at > 1 && isSpace(codes[at - 1]!) && codes[at - 2] !== lineBreak && isSpace(codes[at + 1]!)
}

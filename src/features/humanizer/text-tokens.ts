/** Words, numbers and marks of a text in one pass, by character codes: a regular expression for each is four times slower. */
import { type Span, sentenceSpans } from '#features/ai-content/text-sentences.ts'

export const tokenKind = { word: 0, number: 1, mark: 2 } as const

/**
 * A word as all texts share it, with room for what is known of it: `word` and `flags` are -1 until they are looked up,
 * `pattern` is its number among the patterns of `owner`.
 */
export type Lexeme = { form: string; word: number; flags: number; owner: object | null; pattern: number }

/** Parallel columns, one row a token; offsets are UTF-16 units. The typed ones are longer than there are tokens. */
export type Tokens = {
  /** Lower case, with straight apostrophes; a mark is one of `marks`. */
  forms: string[]
  lexemes: Lexeme[]
  starts: Int32Array
  ends: Int32Array
  kinds: Uint8Array
  /** 1 where it begins with a capital. */
  capitals: Uint8Array
  /** The sentence it stands in, as an index into `sentences`. */
  sentenceOf: Int32Array
  sentences: Span[]
  /** Index of each sentence's first token; one more at the end. */
  firstOf: number[]
  /** Index of each sentence's paragraph. */
  paragraphOf: number[]
}

const lexemes = new Map<string, Lexeme>()
const mostRemembered = 50_000

function lexemeOf(form: string): Lexeme {
  const known = lexemes.get(form)
  if (known) return known
  if (lexemes.size >= mostRemembered) lexemes.clear()
  const lexeme = { form, word: -1, flags: -1, owner: null, pattern: 0 }
  lexemes.set(form, lexeme)
  return lexeme
}

/** Marks that are told apart; dashes and quotation marks of all shapes are one each. */
const markOf = new Map<number, Lexeme>(
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
  }).flatMap(([form, shapes]) => [...shapes].map((shape) => [shape.codePointAt(0)!, lexemeOf(form)] as const)),
)
const numberLexeme = lexemeOf('#')
const dashMark = lexemeOf('—')
const ellipsisMark = lexemeOf('…')
const space = 32
const hyphen = 45
const apostrophe = 39
const curlyApostrophe = 0x2019

/** Reads the tokens and sentences of a text. */
export function tokensOf(text: string): Tokens {
  const sentences = sentenceSpans(text)
  const room = 16 + (text.length >> 2)
  const tokens: Tokens = {
    forms: [],
    lexemes: [],
    starts: new Int32Array(room),
    ends: new Int32Array(room),
    kinds: new Uint8Array(room),
    capitals: new Uint8Array(room),
    sentenceOf: new Int32Array(room),
    sentences,
    firstOf: [],
    paragraphOf: [],
  }
  let paragraph = 0
  for (let index = 0; index < sentences.length; index++) {
    const { start, end } = sentences[index]!
    if (index > 0 && hasLineBreak(text, sentences[index - 1]!.end, start)) paragraph++
    tokens.paragraphOf.push(paragraph)
    tokens.firstOf.push(tokens.forms.length)
    readSentence(text, start, end, index, tokens)
  }
  tokens.firstOf.push(tokens.forms.length)
  return tokens
}

function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true
  return false
}

function readSentence(text: string, start: number, end: number, sentence: number, tokens: Tokens) {
  const push = (lexeme: Lexeme, from: number, to: number, kind: number, capital: boolean) => {
    tokens.forms.push(lexeme.form)
    tokens.lexemes.push(lexeme)
    const next = tokens.forms.length - 1
    if (next === tokens.starts.length) makeRoom(tokens)
    tokens.starts[next] = from
    tokens.ends[next] = to
    tokens.kinds[next] = kind
    if (capital) tokens.capitals[next] = 1
    tokens.sentenceOf[next] = sentence
  }
  let at = start
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === space) at++
    else if (isDigit(code)) {
      let to = at + 1
      while (
        to < end &&
        (isDigit(text.charCodeAt(to)) || (isPoint(text.charCodeAt(to)) && isDigit(text.charCodeAt(to + 1))))
      )
        to++
      // "1st", "20s", "5km" stay whole.
      while (to < end && isLetter(text, to)) to++
      push(numberLexeme, at, to, tokenKind.number, false)
      at = to
    } else if (isLetter(text, at)) {
      let to = at
      let hash = 0
      // Most words are small Latin letters alone and need no folding.
      for (; to < end; to++) {
        const next = text.charCodeAt(to)
        if (classOf[next] !== small) break
        hash = (Math.imul(hash, 31) + next) | 0
      }
      let plain = true
      for (; to < end; to++) {
        const next = text.charCodeAt(to)
        if (isLetter(text, to) || isDigit(next)) plain &&= classOf[next] === small
        else if ((next !== apostrophe && next !== curlyApostrophe) || to + 1 >= end || !isLetter(text, to + 1)) break
        else plain &&= next === apostrophe
      }
      if (plain) push(wordAt(text, at, to, hash), at, to, tokenKind.word, false)
      else {
        const written = text.slice(at, to)
        const lower = written.toLowerCase().replaceAll('’', "'")
        push(lexemeOf(lower), at, to, tokenKind.word, written.charCodeAt(0) !== lower.charCodeAt(0))
      }
      at = to
    } else {
      const dash = code === hyphen && (text.charCodeAt(at + 1) === hyphen || isLooseHyphen(text, at))
      const mark = dash ? dashMark : markOf.get(code)
      let to = at + 1
      if (dash || code === 46) while (to < end && text.charCodeAt(to) === code) to++
      if (mark) push(code === 46 && to > at + 1 ? ellipsisMark : mark, at, to, tokenKind.mark, false)
      at = to
    }
  }
}

const small = 1
/** Of the first 128 characters: 1 for small letters, 2 for capitals. */
const classOf = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? small : code >= 65 && code <= 90 ? 2 : 0,
)

/** The columns have room for a token every four characters at first, which is nearly always enough. */
function makeRoom(tokens: Tokens) {
  const grown = <T extends Int32Array | Uint8Array>(column: T, larger: T): T => {
    larger.set(column)
    return larger
  }
  const room = tokens.starts.length * 2
  tokens.starts = grown(tokens.starts, new Int32Array(room))
  tokens.ends = grown(tokens.ends, new Int32Array(room))
  tokens.kinds = grown(tokens.kinds, new Uint8Array(room))
  tokens.capitals = grown(tokens.capitals, new Uint8Array(room))
  tokens.sentenceOf = grown(tokens.sentenceOf, new Int32Array(room))
}

/** Words met before, by a hash of their letters: nothing is cut out of the text or hashed again for a word that is known. */
const slots = 2 ** 16
const met: (Lexeme | undefined)[] = new Array(slots)

function wordAt(text: string, from: number, to: number, hash: number): Lexeme {
  const slot = (hash ^ (hash >>> 16)) & (slots - 1)
  const known = met[slot]
  if (known !== undefined && known.form.length === to - from && text.startsWith(known.form, from)) return known
  const lexeme = lexemeOf(text.slice(from, to))
  met[slot] = lexeme
  return lexeme
}

const isDigit = (code: number) => code >= 48 && code <= 57
const isPoint = (code: number) => code === 46 || code === 44
const isSpace = (code: number) => code === 32 || code === 9 || code === 0xa0

/** " - " stands for a dash; the one in "well-known" does not, nor a list's mark. */
function isLooseHyphen(text: string, at: number) {
  return (
    at > 1 && isSpace(text.charCodeAt(at - 1)) && text.charCodeAt(at - 2) !== 10 && isSpace(text.charCodeAt(at + 1))
  )
}

const letter = /[\p{L}\p{M}]/u

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) return classOf[code] !== 0
  // Half of a pair: the rare scripts beyond the basic plane are letters often enough.
  if (code >= 0xd835 && code <= 0xdfff) return code < 0xd83c || code >= 0xdc00
  return letter.test(text[at]!)
}

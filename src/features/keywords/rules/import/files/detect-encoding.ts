import iconv from 'iconv-lite'
import { type ImportEncoding, importEncodings } from '../../../contract.ts'
import { isKnownHeader } from '../tables/import-columns.ts'
import { commonCharacters, getLanguageModels, type LanguageModel } from './encoding-models.ts'

/**
 * Decides in which code page a text without a byte order mark was written, by the language that comes out. Short lists of
 * keywords have too few letters for libraries, which take Czech for Western European.
 */

/** A reading of the bytes, most likely first. */
export type EncodingChoice = {
  encoding: string /** Natural logarithm, to compare readings of the same bytes. */
  score: number
}

const multiBytePages: string[] = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] satisfies ImportEncoding[]
const codePages: readonly string[] = importEncodings.filter((encoding) => !encoding.startsWith('utf-'))
const singleBytePages = codePages.filter((page) => !multiBytePages.includes(page))

const sampleBytes = 32_768
/** Typographic marks that any text has. */
const ordinaryMarks =
  /[\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2026\u2022\u20ac\u00a3\u00b0\u00a9\u00ae\u2122\u00ab\u00bb\u00b7\u00d7\u00bd\u00bc\u00a7\u00b2]/
const oddMark = -11
const ordinaryMark = -6.5
const controlCharacter = -30
const mixedScripts = -9
const oddCase = -3
const knownHeader = 9
/** Western European files are the most common, which decides where nothing else does. */
const usual = 0.7
/** Readings whose scores differ by less are as likely as each other. */
const doubtBelow = 1.5

/** Returns readings in order of likelihood. Several only if their texts differ and nothing decides between them. */
export function detectEncodings(bytes: Uint8Array): EncodingChoice[] {
  const sample = linesWithHighBytes(bytes)
  const readings = [...singleBytePages.map(readSingle), ...multiBytePages.map(readMulti)]
    .map((read) => read(sample))
    .filter((reading) => reading !== null)
    .sort((a, b) => b.score - a.score)
  const [best] = readings
  if (!best) return [{ encoding: 'windows-1252', score: 0 }]
  const texts = new Set<string>()
  return readings
    .filter(({ score }) => best.score - score < doubtBelow)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .map(({ encoding, score }) => ({ encoding, score }))
    .slice(0, 4)
}

/** Collects the lines with letters beyond ASCII: the others are the same in every code page. */
function linesWithHighBytes(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  let length = 0
  let start = 0
  let high = false
  for (let at = 0; at <= bytes.length && length < sampleBytes; at++) {
    const byte = bytes[at]
    if (byte === undefined || byte === 10 || byte === 13) {
      if (high) {
        const line = bytes.subarray(start, Math.min(at + 1, start + sampleBytes))
        parts.push(line)
        length += line.length
      }
      start = at + 1
      high = false
    } else if (byte >= 0x80) high = true
  }
  return Buffer.concat(parts)
}

type Reading = EncodingChoice & { text: string }

const readSingle =
  (encoding: string) =>
  (sample: Buffer): Reading | null => {
    const text = iconv.decode(sample, encoding)
    if (text.includes('\ufffd')) return null
    const words = text.match(/[^\s,;|"()[\]{}<>/\\:=+*&%$#@!?.\d_-]+/gu) ?? []
    const foreign = new Map<string, number>()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: tests for ASCII
    for (const word of words) if (/[^\u0000-\u007f]/.test(word)) foreign.set(word, (foreign.get(word) ?? 0) + 1)
    const models = getLanguageModels().filter(({ pages }) => pages.includes(encoding))
    if (models.length === 0) return null
    const best = Math.max(...models.map((model) => scoreWords(foreign, model)))
    const bonus = (encoding === 'windows-1252' ? usual : 0) + scoreHeaders(text)
    return { encoding, text, score: best + bonus }
  }

/** A repeated word says little more than once. */
const weigh = (times: number) => 1 + Math.log(times)

function scoreWords(words: ReadonlyMap<string, number>, model: LanguageModel): number {
  let score = 0
  for (const [word, times] of words) score += weigh(times) * scoreWord(word, model)
  return score
}

const isAscii = (letter: string) => letter < '\u0080'

function scoreWord(word: string, { language, getLogProbability }: LanguageModel): number {
  // Combining marks are separate letters in Thai only.
  const letters = [...(word.includes('İ') ? word.replaceAll('İ', 'i') : word).toLocaleLowerCase(language)]
  let score = 0
  for (let at = 0; at <= letters.length; at++) {
    const previous = at === 0 ? '^' : letters[at - 1]!
    const next = at === letters.length ? '$' : letters[at]!
    if (isAscii(previous) && isAscii(next)) continue
    if (isMark(previous) || isMark(next)) {
      if (isMark(next)) score += scoreMark(next)
      continue
    }
    score += getLogProbability(previous, next)
  }
  if (
    /\p{Script=Latin}/u.test(word) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u.test(word)
  )
    score += mixedScripts
  return score + oddCase * (word.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0)
}

const scoreMark = (mark: string) =>
  ordinaryMarks.test(mark) ? ordinaryMark : mark < '\u00a0' ? controlCharacter : oddMark

const isMark = (letter: string) => letter !== '^' && letter !== '$' && !/[\p{L}\p{M}]/u.test(letter)

/** Headers that come out as known words settle it. */
function scoreHeaders(text: string): number {
  const cells = text
    .slice(0, 4000)
    .split('\n', 12)
    .flatMap((line) => line.split(/[,;\t|]/))
  const known = cells.filter((cell) => {
    const header = cell.replace(/^\s*"|"\s*$/g, '').trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: tests for ASCII
    return header.length < 100 && /[^\u0000-\u007f]/.test(header) && isKnownHeader(header)
  })
  return known.length * knownHeader
}

const readMulti =
  (encoding: string) =>
  (sample: Buffer): Reading | null => {
    let text: string
    try {
      // A sample may end within a character.
      text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
    } catch {
      return null
    }
    const counts = new Map<string, number>()
    let mixed = 0
    let before = ''
    for (const character of text) {
      const kind = getKind(character)
      if (!isAscii(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
      // Nobody mixes Hangul and Han in a word, or writes a Latin word with one Han character.
      if (before && kind && kind !== before) mixed += before === 'latin' || kind === 'latin' ? 0.5 : 1
      before = kind
    }
    const hasKana = /[\u3041-\u3096\u30a1-\u30f6]/.test(text)
    let score = mixed * mixedScripts
    for (const [character, times] of counts) score += times * scoreCharacter(character, encoding, hasKana)
    return { encoding, text, score: score + scoreHeaders(text) }
  }

function getKind(character: string): 'hangul' | 'han' | 'latin' | '' {
  if (isAscii(character)) return /[a-z]/i.test(character) ? 'latin' : ''
  if (/\p{Script=Hangul}/u.test(character)) return 'hangul'
  return /\p{Script=Han}/u.test(character) ? 'han' : ''
}

/** First bytes of the common characters in each encoding, which lists them before the rare ones. */
const commonFirstBytes: Record<string, [number, number]> = {
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-jp': [0xb0, 0xcf],
  shift_jis: [0x88, 0x98],
}

function isCommonInEncoding(character: string, encoding: string): boolean {
  const [first = 0] = iconv.encode(character, encoding)
  const [from, to] = commonFirstBytes[encoding] ?? [1, 0]
  return first >= from && first <= to
}

function scoreCharacter(character: string, encoding: string, hasKana: boolean): number {
  const japanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  const { simplified, traditional, hangul } = commonCharacters()
  if (/[\u3041-\u3096\u30a1-\u30fc]/.test(character)) return japanese ? -3.5 : -9
  if (/[\uff61-\uff9f]/.test(character)) return -8
  if (/\p{Script=Hangul}/u.test(character)) return hangul.has(character) ? -5 : -9
  if (/\p{Script=Han}/u.test(character)) {
    if (encoding === 'euc-kr') return -11
    const known = japanese
      ? simplified.has(character) || traditional.has(character)
      : (encoding === 'big5' ? traditional : simplified).has(character)
    // A Japanese list without a single kana is rare.
    const penalty = japanese && !hasKana ? -2 : 0
    return penalty + (known ? -6 : isCommonInEncoding(character, encoding) ? -8 : -11)
  }
  if (/[\u3000-\u3002\u300c-\u3011\uff01-\uff5e\u2018-\u201d\u2026]/.test(character)) return -7
  return /[\ue000-\uf8ff]/.test(character) ? -30 : -13
}

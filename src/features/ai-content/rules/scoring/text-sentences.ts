/**
 * Splits text in any script into sentences. Intl.Segmenter is about fifty times slower and doesn't know abbreviations.
 */

export type Span = { start: number; end: number }

/** End marks with closing marks and footnote markers, which belong to the sentence before. */
const ends = /(?:([.!?…]+)|([。！？｡．।॥؟۔።፧։။៕]+))(["'”’»›)\]」』】）*_]*(?:[ \t]?\[\^[\w-]+\])*)|\n\s*/gu

const abbreviations = new Set(
  `mr mrs ms dr prof st sr jr vs etc e.g i.e eg ie cf no nos fig figs vol vols approx ca inc ltd co corp dept est min max oz lb lbs tsp
tbsp ft sq jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun a.m p.m u.s u.k u.n d.c ph.d al ed eds pp
bzw z.b d.h u.a usw ggf inkl evtl vgl nr abs str ca bspw u.u s.o s.u o.g sog etw max min mio mrd tel zzgl hr fr
p.ex av env réf chap éd mme mlle m sra srta dra ud uds pág núm art ej p.ej aprox av ecc sig dott prof pag es avv dhr mevr bijv d.w.z o.a blz
np itd tzn tj ul al prof r str т.е т.д т.п г гг др пр см рис стр ул им`.split(/\s+/),
)

const maxAbbreviationLength = Math.max(...[...abbreviations].map((each) => each.length))

/** The start of the next sentence may be quoted, in brackets or emphasized. */
const opener = /^["'“”‘’«‹„([¿¡*_]*/u
const openers = new Set([...'"\'“”‘’«‹„([¿¡*_'].map((mark) => mark.charCodeAt(0)))
const maxLookahead = 24

/**
 * Returns the offsets of sentences. A line break ends a sentence. Spans have no white space at their ends and together
 * include every other character.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  const close = (end: number) => {
    let from = start
    while (from < end && isSpace(text.charCodeAt(from))) from++
    let to = end
    while (to > from && isSpace(text.charCodeAt(to - 1))) to--
    if (to > from) spans.push({ start: from, end: to })
    start = end
  }
  ends.lastIndex = 0
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    const end = match.index + match[0].length
    if (match[1] === undefined || endsSentence(text, start, match.index, match[1], end)) close(end)
  }
  close(text.length)
  return spans
}

export function splitSentences(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
}

function endsSentence(text: string, start: number, at: number, mark: string, end: number): boolean {
  if (end >= text.length) return true
  if (!isSpace(text.charCodeAt(end))) return isDense(text.codePointAt(end)!)
  const next = getNextText(text, end)
  if (isSmall(next)) return false
  if (mark !== '.') return true
  const word = wordBefore(text, Math.max(start, at - maxLookahead), at)
  if (word === '') return true
  // "J. Smith", "U.S. Army": one letter is an initial.
  if ((word.length < 3 || word.includes('.')) && /^(?:\p{L}\.)*\p{L}$/u.test(word))
    return /^[Ii]$/.test(word) && !/^\p{Lu}\./u.test(next)
  if (word.length <= maxAbbreviationLength && abbreviations.has(word.toLowerCase())) return isAlwaysClosing(word, next)
  // "3. Mai" is a date, "1." at the start is a list number.
  if (word.length < 3 && /^\d{1,2}$/.test(word)) return text.slice(start, at).trim() !== word && !counted.test(next)
  return true
}

/** Returns the start of the text after a mark, without white space and opening marks. */
function getNextText(text: string, end: number): string {
  const to = Math.min(text.length, end + maxLookahead)
  let at = end
  while (at < to && isSpace(text.charCodeAt(at))) at++
  while (at < to && openers.has(text.charCodeAt(at))) at++
  if (at < to && text.charCodeAt(at) < 128) return text.slice(at, to)
  // Less common white space may follow.
  return text.slice(end, to).trimStart().replace(opener, '')
}

function isSmall(next: string): boolean {
  const code = next.charCodeAt(0)
  return code < 128 ? code >= 97 && code <= 122 : /^\p{Ll}/u.test(next)
}

/** Returns the word before a mark, back to white space, a quotation mark or a bracket. */
function wordBefore(text: string, start: number, end: number): string {
  let from = end
  while (from > start && !isEdge(text.charCodeAt(from - 1))) from--
  return text.slice(from, end)
}

const isEdge = (code: number) => (code < 128 ? asciiEdges[code] === 1 : /[\s“”‘’«»„]/u.test(String.fromCharCode(code)))
const asciiEdges = Uint8Array.from({ length: 128 }, (_, code) => (/[\s"'([\]]/.test(String.fromCharCode(code)) ? 1 : 0))

/** Some abbreviations often end a sentence too. Then a capitalized ordinary word decides. */
function isAlwaysClosing(word: string, next: string) {
  return (
    /^(?:etc|usw|ecc|itd|a\.m|p\.m|al|inc|ltd|co|corp|oz|lbs?|ft|min|max|tsp|tbsp|no)$/i.test(word) &&
    /^\p{Lu}\p{Ll}/u.test(next)
  )
}

/** Words that follow "3." inside a sentence in German, Danish and similar languages. */
const counted =
  /^(?:jan|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|jahrhundert|jahrestag|lebensjahr|platz|rang|klasse|auflage|etage|stock|tag|woche|monat|kapitel|dynasty|mal)/i

const isSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)

/** Kana, Han and similar scripts have no space after a period. */
const isDense = (code: number) => code >= 0x2e80 && code <= 0xffee

/**
 * Joins an interrupted text with its continuation. Models omit the leading space or repeat the last words, some
 * languages have no spaces, and a space in the wrong position breaks Markdown.
 */

export type Continuation = {
  /** What to insert between the two texts. */
  gap: string
  /** The continuation without leading white space and repeated words. */
  text: string
}

/** Characters of a continuation to buffer before deciding how to join it. */
const seenOfContinuation = 120

const noSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u
const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/
const sentenceEnd = /[.!?:…。！？：]["'”’»)\]*_]*$/u
const letter = /[\p{L}\p{N}]/u
/** A repeated word start shorter than this is likely a coincidence. */
const minWordStart = 4

/**
 * @param before the text so far; only its last 2,000 characters are used
 * @param continuation its first `seenOfContinuation` characters, or all of it
 */
export function joinContinuation(before: string, continuation: string): Continuation {
  const tail = before.slice(-2000)
  const lead = /^\s*/.exec(continuation)![0]
  const body = continuation.slice(lead.length)
  if (tail.trim() === '' || body === '') return { gap: '', text: body }
  const repeated = repeatedLength(tail.trimEnd(), body)
  if (repeated > 0) {
    const rest = body.slice(repeated)
    return { gap: '', text: /\s$/.test(tail) ? rest.trimStart() : rest }
  }
  if (isInFence(before)) return { gap: lead !== '' ? lead : wordsMeet(tail, body) ? ' ' : '', text: body }
  if (/\s$/.test(tail)) return { gap: missingSpace(tail, lead, body), text: body }
  if (lead.includes('\n')) return { gap: lead.replace(/\n\s*\n/, '\n\n'), text: body }
  return { gap: blockGap(tail, body) ?? (lead !== '' ? spaceGap(tail, body) : gapBetween(tail, body)), text: body }
}

/**
 * Joins a streamed continuation: buffers its beginning, then passes the rest through.
 * @param heading the heading already in the document; a continuation that repeats it loses it
 */
export function createContinuationReader(before: string, heading: string | null = null) {
  let held: string | null = ''
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const decide = (): Continuation => {
    const line = /^\s*#{1,6}[ \t]+([^\n]*)\n\s*/.exec(held!)
    const repeats = line !== null && heading !== null && letters(line[1]!) === letters(heading)
    const found = joinContinuation(before, repeats ? held!.slice(line[0].length) : held!)
    held = null
    return found
  }
  return {
    /** Returns null while buffering. After the first result, `gap` is empty. */
    push(piece: string): Continuation | null {
      if (held === null) return { gap: '', text: piece }
      held += piece
      return held.trimStart().length < seenOfContinuation ? null : decide()
    },
    /** Flushes the buffer at the end of the stream. */
    end: (): Continuation | null => (held === null ? null : decide()),
  }
}

/** The text ends in white space: returns what's missing of the continuation's own white space. */
function missingSpace(tail: string, lead: string, body: string): string {
  if (!lead.includes('\n')) return tail.endsWith('\n') && listItem.test(body) ? lead : ''
  const there = /\s*$/.exec(tail)![0].split('\n').length - 1
  const both = there + lead.split('\n').length - 1
  return '\n'.repeat(Math.max(0, Math.min(2, both) - there))
}

/**
 * Returns how many characters of the continuation repeat the end of the text: whole words, or the start of a cut word.
 */
function repeatedLength(tail: string, body: string): number {
  const maxOverlap = Math.min(seenOfContinuation, tail.length, body.length)
  for (let length = maxOverlap; length > 0; length--) {
    const same = body.slice(0, length)
    if (!tail.endsWith(same) || !letter.test(same)) continue
    const startsWord = length === tail.length || !letter.test(tail.at(-length - 1)!) || noSpaces.test(same[0]!)
    if (!startsWord) continue
    // In languages without spaces, a single character often repeats by coincidence.
    if (noSpaces.test(same) && length < minWordStart) continue
    const endsWord = length === body.length || !letter.test(body[length]!) || !letter.test(same.at(-1)!)
    const lastWord = /[\p{L}\p{N}]*$/u.exec(same)![0]
    if (endsWord ? same.length > 1 : lastWord.length >= minWordStart) return length
  }
  return 0
}

export function isInFence(text: string): boolean {
  let open: string | null = null
  for (const [, fence, rest] of text.matchAll(/^[ \t]{0,3}(`{3,}|~{3,})([^\n]*)$/gm)) {
    if (open === null) open = fence!
    else if (fence![0] === open[0] && fence!.length >= open.length && rest!.trim() === '') open = null
  }
  return open !== null
}

const wordsMeet = (tail: string, body: string) => letter.test(lastSign(tail)) && letter.test(body[0]!)
const lastSign = (text: string) => [...text.slice(-2)].at(-1) ?? ''

/** Returns the gap between two Markdown blocks, or null if the continuation doesn't start a block. */
function blockGap(tail: string, body: string): string | null {
  const line = tail.slice(tail.lastIndexOf('\n') + 1)
  const isOver = sentenceEnd.test(line)
  if (/^#{1,6}\s/.test(body) || /^(?:`{3}|~{3})/.test(body)) return '\n\n'
  if (/^#{1,6}\s/.test(line)) return /^\p{Lu}/u.test(body) ? '\n\n' : null
  if (body.startsWith('|')) return !line.startsWith('|') ? '\n\n' : line.endsWith('|') && line.length > 1 ? '\n' : ' '
  if (body.startsWith('> ')) return line.startsWith('>') ? '\n' : isOver ? '\n\n' : null
  if (!listItem.test(body)) return null
  if (listItem.test(line)) return '\n'
  return isOver ? '\n\n' : null
}

/** Returns the white space to insert between a text and a sentence appended to it. */
export const spaceBetween = (before: string, sentence: string) =>
  before === '' || sentence === '' || /\s$/.test(before) ? '' : gapBetween(before.slice(-2000), sentence)

/** Keeps the continuation's own space, except in languages without spaces. */
const spaceGap = (tail: string, body: string) => (noSpaces.test(lastSign(tail)) && noSpaces.test(body[0]!) ? '' : ' ')

function gapBetween(tail: string, body: string): string {
  const a = lastSign(tail)
  const b = String.fromCodePoint(body.codePointAt(0)!)
  const paragraph = tail.slice(tail.lastIndexOf('\n\n') + 1)
  const odd = (mark: string) => paragraph.split(mark).length % 2 === 0
  if (noSpaces.test(a) || noSpaces.test(b)) return ''
  if (odd('`')) return wordsMeet(tail, body) ? ' ' : ''
  if (/\d/.test(a) && /\d/.test(b)) return ''
  if (/\d[.,]$/.test(tail) && /\d/.test(b)) return ''
  if (body.startsWith('[^') || (a === ']' && b === '(')) return ''
  for (const mark of ['**', '__', '*', '_'] as const) {
    if (body.startsWith(mark)) return odd(mark) ? '' : ' '
    if (tail.endsWith(mark)) return odd(mark) ? '' : letter.test(b) ? ' ' : gapAfterWord(b)
  }
  if (b === '"' || b === '“') return isQuoteOpen(paragraph, b) ? '' : ' '
  if (a === '"' || a === '“') return isQuoteOpen(paragraph, a) === (a === '"') && !isLow(paragraph) ? '' : ' '
  if (b === "'" || b === '’') return /^['’]\p{L}{1,2}\b/u.test(body) ? '' : ' '
  if (/[\p{Ps}\p{Pi}¿¡/@$£€—-]/u.test(a)) return /\s-$/.test(tail) ? ' ' : ''
  return gapAfterWord(b)
}

/** Closing marks and marks inside words follow without a space. */
const gapAfterWord = (b: string) => (/[\p{Pe}\p{Pf}.,;:!?…%—/-]/u.test(b) ? '' : ' ')

/** German writes „…“: its closing mark is the opening mark of English. */
const isLow = (text: string) => text.includes('„')

function isQuoteOpen(text: string, mark: string): boolean {
  if (mark === '"') return text.split('"').length % 2 === 0
  return isLow(text) && text.split('„').length > text.split('“').length
}

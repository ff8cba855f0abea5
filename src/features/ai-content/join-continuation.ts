/**
 * Joins a text that broke off with what a writer adds to it. Models leave out the space a continuation begins with, or repeat the
 * words before it; some languages have no spaces, and Markdown has places where a space breaks the form.
 */

export type Continuation = {
  /** What belongs between the two texts. */
  gap: string
  /** The continuation without white space at its start and without words it repeats. */
  text: string
}

/** What is seen of a continuation before it is decided how it is joined. */
const seenOfContinuation = 120

const noSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u
const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/
const sentenceEnd = /[.!?:…。！？：]["'”’»)\]*_]*$/u
const letter = /[\p{L}\p{N}]/u
/** A repeated beginning of a word counts as one from this length on: shorter ones begin too many other words. */
const minWordStart = 4

/**
 * @param before the text so far; its last 2,000 characters decide
 * @param continuation its first characters (`seenOfContinuation`), or all of it
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
 * Reads a continuation as it comes: its beginning is held until it is known how it joins, the rest passes.
 * @param heading printed already: a continuation that begins with it goes on without it
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
    /** Null while nothing can be told yet. After the first, `gap` is empty. */
    push(piece: string): Continuation | null {
      if (held === null) return { gap: '', text: piece }
      held += piece
      return held.trimStart().length < seenOfContinuation ? null : decide()
    },
    /** What is still held, at the end of the answer. */
    end: (): Continuation | null => (held === null ? null : decide()),
  }
}

/** The text ends in white space: what of the continuation's own is still to be added. */
function missingSpace(tail: string, lead: string, body: string): string {
  if (!lead.includes('\n')) return tail.endsWith('\n') && listItem.test(body) ? lead : ''
  const there = /\s*$/.exec(tail)![0].split('\n').length - 1
  const both = there + lead.split('\n').length - 1
  return '\n'.repeat(Math.max(0, Math.min(2, both) - there))
}

/** How much of the continuation repeats the end of the text: whole words, or the beginning of a word that was cut. */
function repeatedLength(tail: string, body: string): number {
  const most = Math.min(seenOfContinuation, tail.length, body.length)
  for (let length = most; length > 0; length--) {
    const same = body.slice(0, length)
    if (!tail.endsWith(same) || !letter.test(same)) continue
    const startsWord = length === tail.length || !letter.test(tail.at(-length - 1)!) || noSpaces.test(same[0]!)
    if (!startsWord) continue
    // Without spaces a single sign may well come twice.
    if (noSpaces.test(same) && length < minWordStart) continue
    const endsWord = length === body.length || !letter.test(body[length]!) || !letter.test(same.at(-1)!)
    const lastWord = /[\p{L}\p{N}]*$/u.exec(same)![0]
    if (endsWord ? same.length > 1 : lastWord.length >= minWordStart) return length
  }
  return 0
}

/** Whether the text ends inside a code block. */
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

/** Between blocks of Markdown; null when the continuation begins none. */
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

/** What belongs between a text and a sentence that is put behind it. */
export const spaceBetween = (before: string, sentence: string) =>
  before === '' || sentence === '' || /\s$/.test(before) ? '' : gapBetween(before.slice(-2000), sentence)

/** The continuation brought a space of its own: it stays, but for languages without. */
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

/** Marks that close, and those inside words, follow without a space. */
const gapAfterWord = (b: string) => (/[\p{Pe}\p{Pf}.,;:!?…%—/-]/u.test(b) ? '' : ' ')

/** German writes „…“: there the sign that opens an English quotation closes one. */
const isLow = (text: string) => text.includes('„')

function isQuoteOpen(text: string, mark: string): boolean {
  if (mark === '"') return text.split('"').length % 2 === 0
  return isLow(text) && text.split('„').length > text.split('“').length
}

import type { Mark, Node } from '@tiptap/pm/model'

/**
 * Writes the words of a paragraph as Markdown. Signs such as `**` only count beside certain characters, so spaces and punctuation move
 * out of a mark where it wouldn't be one otherwise, and a letter is written as an entity where nothing can move.
 */
export function toInlineMarkdown(block: Node, lineBreak: string): string {
  const writer = createWriter(lineBreak)
  const items = block.children.map(toItem)
  for (const [at, item] of items.entries()) writer.add(item, (mark) => getExtent(items, at, mark))
  return writer.end()
}

type Item = { kind: 'text' | 'atom' | 'break'; text: string; marks: readonly Mark[] }

/** A mark that is open. `letter`: the character of its sign. `run`: how many of those began there. */
type Active = { mark: Mark; letter: string; run: number }

const signLengths: Record<string, number> = { bold: 2, italic: 1, strike: 2 }
const isLink = ({ mark }: Active) => mark.type.name === 'link'
const toSign = ({ mark, letter }: Active) => letter.repeat(signLengths[mark.type.name] ?? 1)
/** Equal ranges: the first of these is around the others. */
const order = ['link', 'bold', 'italic', 'strike']

function toItem(node: Node): Item {
  const marks = node.marks.filter(({ type }) => order.includes(type.name))
  if (node.isText) {
    const text = node.text!.replace(/\n/g, ' ')
    const isCode = node.marks.some(({ type }) => type.name === 'code')
    return isCode ? { kind: 'atom', text: toCodeSpan(text), marks } : { kind: 'text', text, marks }
  }
  if (node.type.name === 'hardBreak') return { kind: 'break', text: '', marks }
  if (node.type.name === 'citation') return { kind: 'atom', text: `[^${node.attrs.n}]`, marks }
  const { src, alt, title } = node.attrs
  return { kind: 'atom', text: `![${escapeText(alt ?? '', false)}](${toAddress(src ?? '')}${toTitle(title)})`, marks }
}

export function toCodeSpan(text: string) {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  // Markdown takes one space off both ends.
  const isPadded = longest > 0 || (/^ .* $/.test(text) && text.trim() !== '')
  return isPadded ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`
}

/** Returns a link's URL for Markdown, in `<…>` if it has characters that would end it. */
export const toAddress = (url: string) =>
  url === '' || /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, (sign) => encodeURIComponent(sign))}>` : url

export const toTitle = (title: unknown) =>
  title ? ` "${String(title).replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"` : ''

const isBlank = ({ kind, text }: Item) => kind === 'break' || (kind === 'text' && text.trim() === '')

/** Index of the last item up to which all words have the mark. */
function getExtent(items: Item[], from: number, mark: Mark): number {
  let last = from
  for (let at = from; at < items.length; at++) {
    if (isBlank(items[at]!)) continue
    if (!mark.isInSet(items[at]!.marks)) break
    last = at
  }
  return last
}

const isPunctuation = (text: string) => /^[\p{P}\p{S}]$/u.test(text)
const isSpace = (text: string) => text === '' || /^[\s\p{Zs}]$/u.test(text)
const isLetter = (text: string) => !isSpace(text) && !isPunctuation(text)
const getFirst = (text: string) => (text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!))
const getLast = (text: string) => [...text.slice(-2)].at(-1) ?? ''
/** The punctuation at the end, with the spaces before it. A pattern would try every sign of a long run as the first. */
function getEnding(text: string): string {
  let at = text.length
  for (let last = getLast(text); isPunctuation(last); last = getLast(text.slice(Math.max(0, at - 2), at)))
    at -= last.length
  if (at === text.length) return ''
  while (at > 0 && isSpace(text[at - 1]!)) at--
  return text.slice(at)
}

const toEntity = (letter: string) => `&#${letter.codePointAt(0)};`

/** Whether signs that begin a mark could be read as the end of an open one (CommonMark's "multiple of 3"). */
const couldEnd = (open: number, next: number) => (open + next) % 3 !== 0 || (open % 3 === 0 && next % 3 === 0)

function createWriter(lineBreak: string) {
  let out = ''
  let active: Active[] = []
  /** Punctuation at the end of the last words, and the spaces and line breaks after it. */
  let [tail, gap] = ['', '']
  /** Where signs that began marks are. */
  const begun: { at: number; end: number }[] = []
  // Only in paragraphs, signs at the start of a line begin a block.
  let isLineStart = lineBreak.endsWith('\n')

  const close = (one: Active) => {
    out += isLink(one)
      ? `](${toAddress(String(one.mark.attrs.href ?? ''))}${toTitle(one.mark.attrs.title)})`
      : toSign(one)
  }

  /** Ends the marks after the first `count`. `next` is the character that follows them. */
  function closeDown(count: number, next: string): { needsEntity: boolean } {
    const closed = active.slice(count).reverse()
    active = active.slice(0, count)
    // The sign must not stand between punctuation and a letter.
    const moves = tail !== '' && closed.length > 0 && !closed.some(isLink) && isLetter(next)
    if (!moves) out += tail
    // The character before the outermost mark: the end of the text so far, or of another mark.
    let before = ''
    for (const [at, one] of closed.entries()) {
      if (closed[at - 1]?.letter !== one.letter) before = getLast(out)
      close(one)
    }
    if (moves) out += tail
    tail = ''
    const outermost = closed.at(-1)
    if (moves || !outermost || isLink(outermost) || !isLetter(next)) return { needsEntity: false }
    // Underscores end a mark only at the end of a word.
    return { needsEntity: isPunctuation(before) || outermost.letter === '_' }
  }

  /** Signs for marks that begin where those after the first `count` end: other ones than what they could be read as one with. */
  function toActive(marks: Mark[], count: number, isApart: boolean): Active[] {
    const run = marks.reduce((sum, { type }) => sum + (type.name === 'bold' ? 2 : type.name === 'italic' ? 1 : 0), 0)
    const around = active.slice(0, count).find(({ run }) => run > 0)
    const ended = isApart ? undefined : active[count]?.letter
    // Right after a space, signs can only begin a mark.
    const isSafe = !around || !couldEnd(around.run, run) || (isApart && marks[0]?.type.name !== 'strike')
    const avoided = ended === '*' || ended === '_' ? ended : isSafe ? '_' : around.letter
    return marks.map((mark) => {
      const { name } = mark.type
      if (name === 'link' || name === 'strike') return { mark, letter: name === 'link' ? '[' : '~', run: 0 }
      return { mark, letter: avoided === '*' ? '_' : '*', run }
    })
  }

  function open(opened: Active[], text: string, kind: Item['kind']): string {
    let rest = text
    const before = getLast(out)
    const [first] = opened
    if (first && !isLink(first) && isLetter(before)) {
      const inner = opened.find(({ letter }) => letter !== first.letter)
      const following = inner ? inner.letter : getFirst(rest)
      if (!inner && isPunctuation(following) && kind === 'text') {
        const lead = /^[\p{P}\p{S}]+\s*/u.exec(rest)![0]
        if (lead.length === rest.length) return rest
        out += escapeText(lead, false)
        rest = rest.slice(lead.length)
      } else if (isPunctuation(following) || first.letter === '_') encodeLast()
    }
    const at = out.length
    for (const one of opened) {
      if (isLink(one) && /(?:^|[^\\])!$/.test(out)) out = `${out.slice(0, -1)}\\!`
      out += isLink(one) ? '[' : toSign(one)
      isLineStart = false
    }
    active.push(...opened)
    if (opened.length > 0) begun.push({ at, end: out.length })
    return rest
  }

  /** Writes the last letter as an entity, which counts as punctuation. */
  function encodeLast() {
    const letter = getLast(out)
    const rest = out.slice(0, -letter.length)
    const last = begun.at(-1)?.end === rest.length ? begun.pop() : undefined
    // An underscore within a word needed no escape.
    if (!last) out = rest.replace(/(?<!\\)_$/, '\\_') + toEntity(letter)
    else {
      // Signs between letters would be after one and before punctuation.
      out = rest.slice(0, last.at)
      if (isLetter(getLast(out))) encodeLast()
      out += rest.slice(last.at) + toEntity(letter)
    }
  }

  return {
    add({ kind, text, marks }: Item, getEnd: (mark: Mark) => number) {
      if (kind === 'break') {
        gap += lineBreak === ' ' && (out === '' || gap !== '') ? '' : lineBreak
        return
      }
      const [, lead = '', core = '', trail = ''] =
        kind === 'atom' ? ['', '', text, ''] : /^(\s*)([\s\S]*?)(\s*)$/.exec(text)!
      if (core === '') {
        gap += text
        return
      }
      let space = gap + lead
      // Spaces at the start of a line would be dropped, or make it code.
      if (out === '' && tail === '') space = space.replace(/^[ \t]+/, '')
      space = space.replaceAll(`${lineBreak} `, lineBreak)
      let count = 0
      while (count < active.length && active[count]!.mark.isInSet(marks)) count++
      const opened = marks
        .filter((mark) => !active.slice(0, count).some((one) => mark.eq(one.mark)))
        .sort((a, b) => getEnd(b) - getEnd(a) || order.indexOf(a.type.name) - order.indexOf(b.type.name))
      const next = toActive(opened, count, space !== '')
      const { needsEntity } = closeDown(count, getFirst(space) || (next[0]?.letter ?? getFirst(core)))
      out += space
      if (space.endsWith('\n')) isLineStart = true
      let rest = open(next, core, kind)
      if (kind === 'atom') out += rest
      else {
        const letter = needsEntity ? getFirst(rest) : ''
        rest = rest.slice(letter.length)
        const ending = getEnding(rest)
        // Words of punctuation alone stay in their mark.
        const held = active.length > 0 && ending.length < rest.length ? ending : ''
        const startsDefinition = isLineStart === false && /(?:^|\n)\[\^\d+\]$/.test(out) && rest.startsWith(':')
        if (letter) out += toEntity(letter)
        out +=
          (startsDefinition ? '\\' : '') +
          escapeText(rest.slice(0, rest.length - held.length), isLineStart && !letter, out !== '')
        tail = held === '' ? '' : escapeText(held, false)
      }
      isLineStart = false
      gap = trail
    },
    end(): string {
      closeDown(0, '')
      return gap.includes(lineBreak) && lineBreak !== ' ' ? out : out + gap
    },
  }
}

const isInWord = /^[\p{L}\p{N}]_[\p{L}\p{N}]$/u

/** @param afterBreak the text begins a line that isn't the paragraph's first */
export function escapeText(text: string, isLineStart: boolean, afterBreak = false): string {
  const safe = text
    .replace(/[`*\\~[\]_]/g, (sign, at: number) =>
      sign === '_' && isInWord.test(text.slice(at - 1, at + 2)) ? sign : `\\${sign}`,
    )
    .replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)/gi, '\\$&')
  if (!isLineStart) return safe
  return safe
    .replace(/^(\+ |[->])/, '\\$&')
    .replace(/^(\s*)(#{1,6})(\s|$)/, '$1\\$2$3')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(afterBreak ? /^[+=|:]/ : /^[+=]/, '\\$&')
}

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

const signs: Record<string, string> = { bold: '**', italic: '*', strike: '~~' }
/** The character of a mark's sign. */
const getLetter = (name: string) => signs[name]?.[0] ?? '['
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
const toAddress = (url: string) =>
  url === '' || /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, (sign) => encodeURIComponent(sign))}>` : url

const toTitle = (title: unknown) => (title ? ` "${String(title).replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"` : '')

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

function createWriter(lineBreak: string) {
  let out = ''
  let active: Mark[] = []
  /** Punctuation at the end of the last words, and the spaces and line breaks after it. */
  let [tail, gap] = ['', '']
  // Only in paragraphs, signs at the start of a line begin a block.
  let isLineStart = lineBreak.endsWith('\n')

  const close = (mark: Mark) => {
    out += signs[mark.type.name] ?? `](${toAddress(String(mark.attrs.href ?? ''))}${toTitle(mark.attrs.title)})`
  }

  /** Ends the marks after the first `count`. `next` is the character that follows them. */
  function closeDown(count: number, next: string): { needsEntity: boolean } {
    const closed = active.slice(count).reverse()
    active = active.slice(0, count)
    const hasLink = closed.some(({ type }) => type.name === 'link')
    const hasEmphasis = closed.some(({ type }) => type.name !== 'link')
    // The sign must not stand between punctuation and a letter.
    const moves = tail !== '' && !hasLink && hasEmphasis && isLetter(next)
    if (!moves) out += tail
    for (const mark of closed) close(mark)
    if (moves) out += tail
    tail = ''
    const outermost = closed.at(-1)
    if (moves || !outermost || outermost.type.name === 'link' || !isLetter(next)) return { needsEntity: false }
    // What the outermost sign stands beside: another sign, a link's end, or the last words.
    const inner = closed.slice(0, -1).findLast(({ type }) => getLetter(type.name) !== getLetter(outermost.type.name))
    const before = inner ? getLetter(inner.type.name) : getLast(out.slice(0, -signLength(closed)))
    return { needsEntity: isPunctuation(before) }
  }

  const signLength = (closed: Mark[]) => closed.reduce((sum, { type }) => sum + (signs[type.name]?.length ?? 0), 0)

  function open(opened: Mark[], text: string, kind: Item['kind']): string {
    let rest = text
    const before = getLast(out)
    if (opened.length > 0 && opened[0]!.type.name !== 'link' && isLetter(before)) {
      const inner = opened.find(({ type }) => getLetter(type.name) !== getLetter(opened[0]!.type.name))
      const first = inner ? getLetter(inner.type.name) : getFirst(rest)
      if (!inner && isPunctuation(first) && kind === 'text') {
        const lead = /^[\p{P}\p{S}]+/u.exec(rest)![0]
        if (lead.length === rest.length) return rest
        out += escapeText(lead, false)
        rest = rest.slice(lead.length)
      } else if (isPunctuation(first)) out = out.slice(0, -before.length) + toEntity(before)
    }
    for (const mark of opened) {
      if (mark.type.name === 'link' && /(?:^|[^\\])!$/.test(out)) out = `${out.slice(0, -1)}\\!`
      out += signs[mark.type.name] ?? '['
      isLineStart = false
    }
    active.push(...opened)
    return rest
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
      while (count < active.length && active[count]!.isInSet(marks)) count++
      const closing = active.slice(count)
      const opened = marks
        .filter((mark) => !mark.isInSet(active.slice(0, count)))
        // A sign that ends and begins a mark at one place would be read as one sign.
        .filter(
          (mark) =>
            space !== '' || [mark, closing[0]].some((one) => one?.type.name === 'link') || !mark.isInSet(closing),
        )
        .sort((a, b) => getEnd(b) - getEnd(a) || order.indexOf(a.type.name) - order.indexOf(b.type.name))
      // Signs of one character beside each other are read as one, which stands beside what follows all of them.
      const joined = closing.length > 0 ? getLetter(closing[0]!.type.name) : ''
      const following = opened.find(({ type }) => getLetter(type.name) !== joined)
      const next = space !== '' ? getFirst(space) : following ? getLetter(following.type.name) : getFirst(core)
      const isJoined = space === '' && opened[0] !== undefined && getLetter(opened[0].type.name) === joined
      const isAlone = closing.every(({ type }) => getLetter(type.name) === joined)
      if (isJoined && isAlone && tail === '' && isPunctuation(next) && isLetter(getLast(out)))
        out = out.slice(0, -getLast(out).length) + toEntity(getLast(out))
      const { needsEntity } = closeDown(count, next)
      out += space
      if (space.endsWith('\n')) isLineStart = true
      let rest = open(opened, core, kind)
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

/** @param afterBreak the text begins a line that isn't the paragraph's first */
export function escapeText(text: string, isLineStart: boolean, afterBreak = false): string {
  const safe = text
    .replace(/[`*\\~[\]_]/g, (sign, at: number) =>
      sign === '_' && /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at + 1] ?? '') ? sign : `\\${sign}`,
    )
    .replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)/gi, '\\$&')
  if (!isLineStart) return safe
  return safe
    .replace(/^(\+ |[->])/, '\\$&')
    .replace(/^(\s*)(#{1,6})(\s|$)/, '$1\\$2$3')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(afterBreak ? /^[+=|:]/ : /^[+=]/, '\\$&')
}

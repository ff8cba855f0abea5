/** What models put around a whole text: three quotation marks, or a tag such as `<answer>`. */
import { isClosing, mayClose } from './chatter-phrases.ts'

export type Wrapper = {
  /** Number of characters that open it. */
  length: number
  /** What closes it, in lower case. */
  closing: string
}

const names =
  '(?:article|answer|text|output|response|result|draft|content|document|post|section|passage|email|blog_post|final_answer|final_text|revised_text|rewritten_text|edited_text|new_text)'
const quotes = /^\s*("""|''')/
const tag = new RegExp(`^\\s*<(${names})>`, 'i')
const quotesName = /^[ \t]*(?:markdown|md|text|plaintext|txt)?[ \t]*$/i
const maxTagLength = 20
const maxLine = 400

/** Whether `start` may be the beginning of a wrapper, of which more is needed to tell. */
const mayOpen = (start: string) =>
  /^(?:"{1,2}|'{1,2})$/.test(start) || (start.length < maxTagLength && /^<[a-z_]*$/i.test(start))

/** Reads the wrapper that opens at the start of `rest`, where the text begins. Null if there's none. */
export function readWrapper(rest: string, isEnd: boolean): Wrapper | 'incomplete' | null {
  if (!isEnd && mayOpen(rest.trim())) return 'incomplete'
  const quoted = quotes.exec(rest)
  const opened = quoted ?? tag.exec(rest)
  if (!opened) return null
  const closing = quoted ? quoted[1]! : `</${opened[1]!.toLowerCase()}>`
  const after = rest.slice(opened[0].length)
  const end = after.indexOf('\n')
  if (end < 0 && !isEnd && after.length <= maxLine) return 'incomplete'
  const line = end < 0 ? after : after.slice(0, end)
  const below = end < 0 ? '' : after.slice(end).trimStart()
  if (line.trim() === '' || (quoted && quotesName.test(line))) {
    if (below === '') return isEnd ? null : 'incomplete'
    if (!quoted && below[0] === '<') {
      // HTML below the tag is the text, unless it's one more wrapper.
      const inner = readWrapper(below, isEnd)
      if (inner === null || inner === 'incomplete') return inner
    }
    return { length: opened[0].length + line.length + 1, closing }
  }
  const space = line.length - line.trimStart().length
  const wrapper = { length: opened[0].length + space, closing }
  const closed = line.toLowerCase().indexOf(closing)
  if (closed < 0) return quoted || /^[^\s\p{Ll}<]/u.test(line) ? wrapper : null
  if (line.slice(closed + closing.length).trim() !== '') return null
  // A line that closes what it opened is the whole text, or a short part of it that has three quotation marks of its own.
  const next = below.split('\n', 1)[0]!
  if (next === '') return isEnd ? wrapper : 'incomplete'
  if (isClosing(next)) return wrapper
  return !isEnd && below.length === next.length && mayClose(next) ? 'incomplete' : null
}

/** Number of characters of a line, or of its beginning, that come before what closes the wrapper or may begin to. */
export function getLengthInWrapper(line: string, closing: string, isWhole: boolean): number {
  const text = line.trimEnd().toLowerCase()
  for (let length = closing.length; length > 0; length = isWhole ? 0 : length - 1)
    if (text.endsWith(closing.slice(0, length))) return text.slice(0, -length).trimEnd().length
  return line.length
}

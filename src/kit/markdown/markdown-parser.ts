import MarkdownIt from 'markdown-it'
import { AppError } from '../errors.ts'
import { callouts } from './markdown-callouts.ts'
import { footnotes } from './markdown-footnotes.ts'
import { tasks } from './markdown-tasks.ts'

/**
 * Markdown as everything here reads it: CommonMark with tables, struck text, tasks, callouts, footnotes and citation markers `[^n]`.
 * HTML in it is text, except `<br>`, which tables need. A link that leads nowhere safe stays what was typed.
 */
export function createMarkdownReader(): MarkdownIt {
  const reader = MarkdownIt('default', { html: false, linkify: false, typographer: false })
    .use(footnotes)
    .use(loneBrackets)
    .use(callouts)
    .use(tasks)
    .use(lineBreakTags)
  reader.validateLink = isSafeAddress
  return reader
}

const maxTableCells = 50_000

/** Each cell costs a reader a kilobyte. @throws AppError too_large */
export function refuseTooManyCells(markdown: string) {
  let cells = 0
  for (let at = markdown.indexOf('|'); at >= 0; at = markdown.indexOf('|', at + 1))
    if (++cells > maxTableCells)
      throw new AppError(
        'too_large',
        'This text has more than 50,000 table cells. Split its tables into several texts.',
        { reason: 'too_many_table_cells', params: { max: 50_000 } },
      )
}

/** http(s), mail, telephone and places of our own. */
export const isSafeAddress = (url: string) =>
  /^(https?:|mailto:|tel:|\/(?!\/)|#|\.)/i.test(url.trim()) || !/^[a-z][a-z0-9+.-]*:/i.test(url.trim())

/** `<br>` is a line break: a cell of a table can't have another. */
function lineBreakTags(markdown: MarkdownIt) {
  markdown.inline.ruler.before('autolink', 'line_break_tag', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 60) return false
    const found = /^<br\s{0,3}\/?>/i.exec(state.src.slice(state.pos, state.pos + 9))
    if (!found) return false
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos += found[0].length
    return true
  })
}

/** A paragraph with more brackets than this is not treated as links. */
const maxBrackets = 500

/**
 * Treats unpaired brackets as text in paragraphs with very many brackets: the parser would scan the rest of the
 * paragraph for each, two seconds for 400 kB.
 */
function loneBrackets(markdown: MarkdownIt) {
  let src = ''
  let lone: Uint8Array | null = null
  markdown.inline.ruler.before('citation', 'lone_bracket', (state, silent) => {
    const image = state.src.charCodeAt(state.pos) === 33
    const at = image ? state.pos + 1 : state.pos
    if (state.src.charCodeAt(at) !== 91) return false
    if (state.src !== src) [src, lone] = [state.src, getLoneBrackets(state.src)]
    if (!lone?.[at]) return false
    if (!silent) state.pending += image ? '![' : '['
    state.pos = at + 1
    return true
  })
}

/** 1 for each opening bracket that none closes; null where there are few. */
function getLoneBrackets(text: string): Uint8Array | null {
  const open: number[] = []
  let brackets = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // An escaped bracket opens and closes nothing.
    if (code === 92) at++
    else if (code === 91) {
      brackets++
      open.push(at)
    } else if (code === 93) open.pop()
  }
  if (brackets <= maxBrackets) return null
  const lone = new Uint8Array(text.length)
  for (const at of open) lone[at] = 1
  return lone
}

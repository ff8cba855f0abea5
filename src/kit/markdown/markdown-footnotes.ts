import type MarkdownIt from 'markdown-it'
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs'

/** Footnotes of the text's own: a mark `[^1]` or `[^mats]`, and a definition such as `[^1]: [Title](https://…)`. */

const definitionMark = /^\[\^([^\]\s[]{1,60})\]:/
const numericLabel = /^\d{1,4}$/

type Env = { footnoteNumbers?: Map<string, number>; highestMark?: number }

/**
 * Tokens `footnote_open` and `footnote_close` around the blocks of a definition, and `citation` for a mark, each with
 * the number as `meta`. Marks of definitions with a name get a free number. A name without a definition is text.
 */
export function footnotes(markdown: MarkdownIt) {
  markdown.block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'citation', (state, silent) => {
    const label = /^\[\^([^\]\s[]{1,60})\]/.exec(state.src.slice(state.pos, state.pos + 64))?.[1]
    const n = label && getNumber(label, state.env as Env | undefined)
    if (!label || !n) return false
    if (!silent) state.push('citation', '', 0).meta = n
    state.pos += label.length + 3
    return true
  })
}

const getNumber = (label: string, env: Env | undefined): number | undefined =>
  numericLabel.test(label) ? Number(label) : env?.footnoteNumbers?.get(label.toLowerCase())

function readDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const found = definitionMark.exec(state.src.slice(start, Math.min(start + 64, state.eMarks[startLine]!)))
  if (!found) return false
  if (silent) return true

  const open = state.push('footnote_open', '', 1)
  open.block = true
  open.meta = numberDefinition(found[1]!, state)
  const { bMarks, tShift, sCount, parentType } = state
  const before = { b: bMarks[startLine]!, t: tShift[startLine]!, s: sCount[startLine]! }
  const contentStart = start + found[0].length
  let text = contentStart
  while (text < state.eMarks[startLine]! && /[ \t]/.test(state.src[text]!)) text++
  // The first line counts as indented like the ones below it.
  bMarks[startLine] = contentStart
  tShift[startLine] = text - contentStart
  sCount[startLine] = state.blkIndent + 4
  state.blkIndent += 4
  state.parentType = 'blockquote'
  state.md.block.tokenize(state, startLine, endLine)
  state.parentType = parentType
  state.blkIndent -= 4
  bMarks[startLine] = before.b
  tShift[startLine] = before.t
  sCount[startLine] = before.s
  state.push('footnote_close', '', -1).block = true
  return true
}

function numberDefinition(label: string, state: StateBlock): number {
  const env = (state.env ?? {}) as Env
  const known = getNumber(label, env)
  if (known !== undefined) return known
  env.highestMark ??= Math.max(0, ...[...state.src.matchAll(/\[\^(\d{1,4})\]/g)].map((match) => Number(match[1])))
  env.highestMark++
  env.footnoteNumbers ??= new Map()
  env.footnoteNumbers.set(label.toLowerCase(), env.highestMark)
  return env.highestMark
}

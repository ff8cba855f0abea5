/**
 * Splits a text losslessly into parts: each a sentence with its lead (list mark, quote mark) and the white space after it.
 * Blocks that aren't prose are one part and never rewritten.
 */
import { type Span, sentenceSpans } from '#features/ai-content/rules/scoring/text-sentences.ts'

export type TextPart = {
  /** UTF-16 offset in the text; parts are contiguous. */
  start: number
  end: number
  /** List marks, quote marks and indentation before the sentence. */
  lead: string
  /** The sentence; empty for white space only. */
  body: string
  /** White space after it. */
  trail: string
  /** `fixed`: code, headings, tables, rules, HTML, definitions. */
  kind: 'prose' | 'fixed'
  /** Index of the paragraph or list item: sentences of one paragraph may refer to each other. */
  paragraph: number
}

const codeFence = /^ {0,3}(`{3,}|~{3,})/
const fixedLine =
  /^(?: {0,3}#{1,6}(?:\s|$)| {0,3}(?:[-*_][ \t]*){3,}$|\s*\|.*\||\s*\[\^?[^\]]+\]:\s| {0,3}<(?:!--|\/?[a-z][\w-]*[\s/>])|\s*\$\$| {0,3}(?:=+|-{2,})\s*$| {0,3}>\s*\[!\w{1,12}\]\s*$)/i
/** A table row without outer bars, or the rule below the header row. */
const tableRule = /^\s*(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+(?:\|\s*)?$/
const indentedCode = /^(?: {4}|\t)/
const lineLead = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/
/** Breaks after shorter lines are intentional: verses, addresses, labels. */
const minWrappedLength = 45

type Line = { start: number; end: number; text: string }

/** Returns the parts of a text; joining them in order gives the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  const lines = toLines(text)
  let paragraph = 0
  let open: string | null = null
  let block: Line[] = []
  const inTable = tableLines(lines)
  /** Parts that absorbed more lines; their blank ends are trimmed once, at the end. */
  const grown = new Set<TextPart>()

  const push = (span: { start: number; end: number }, kind: TextPart['kind'], lead = '') => {
    const whole = text.slice(span.start, span.end)
    parts.push({ ...span, lead, ...toBody(whole.slice(lead.length)), kind, paragraph })
  }
  const flush = () => {
    if (block.length === 0) return
    paragraph++
    const [start, end] = [block[0]!.start, block.at(-1)!.end]
    for (const part of sentencesOfBlock(text, block)) push(part, 'prose', part.lead)
    if (parts.at(-1)!.end !== end || start > end) throw new Error('A paragraph was not cut whole.')
    block = []
  }

  lines.forEach((line, at) => {
    const mark = codeFence.exec(line.text)?.[1]
    if (open !== null) {
      extend(line)
      if (mark && mark[0] === open[0] && mark.length >= open.length && line.text.trim() === mark) open = null
      return
    }
    if (mark) {
      flush()
      paragraph++
      open = mark
      push(line, 'fixed')
      return
    }
    if (line.text.trim() === '') {
      flush()
      if (parts.length > 0) extend(line)
      else push(line, 'fixed')
      return
    }
    const next = lines[at + 1]?.text ?? ''
    const isTable = tableRule.test(line.text) || (line.text.includes('|') && tableRule.test(next)) || inTable[at]
    // A line underlined by the next one is a heading.
    const underlined = /^ {0,3}(?:=+|-{2,})\s*$/.test(next) && block.length === 0 && !/^\s*[-*+>]/.test(line.text)
    const isCode = indentedCode.test(line.text) && block.length === 0 && !/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line.text)
    if (isTable || underlined || isCode || fixedLine.test(line.text)) {
      flush()
      paragraph++
      push(line, 'fixed')
      return
    }
    if (block.length > 0 && startsItem(line.text)) flush()
    block.push(line)
  })
  flush()
  for (const part of grown) Object.assign(part, toBody(text.slice(part.start + part.lead.length, part.end)))
  if (parts.map(({ start, end }) => text.slice(start, end)).join('') !== text)
    throw new Error('A text was not cut whole.')
  return parts

  function extend(line: Line) {
    const last = parts.at(-1)!
    last.end = line.end
    grown.add(last)
  }
}

const toBody = (whole: string) => {
  const body = whole.trimEnd()
  return { body, trail: whole.slice(body.length) }
}

/** Returns for each line whether it belongs to a table. */
function tableLines(lines: Line[]): boolean[] {
  let ruled = false
  return lines.map(({ text }) => {
    const row = text.includes('|')
    const inside = row && ruled
    ruled = row && (ruled || tableRule.test(text))
    return inside
  })
}

const startsItem = (line: string) => /^[ \t]*(?:>|(?:[-*+•]|\d{1,3}[.)])[ \t]+)/.test(line)

/** Splits into lines, each with its line break. */
function toLines(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start < text.length) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at + 1
    lines.push({ start, end, text: text.slice(start, at < 0 ? end : at).replace(/\r$/, '') })
    start = end
  }
  return lines
}

/** Splits a paragraph into sentences. A hard-wrapped line break doesn't end a sentence. */
function sentencesOfBlock(text: string, block: Line[]): (Span & { lead: string })[] {
  const found: (Span & { lead: string })[] = []
  let at = 0
  while (at < block.length) {
    let last = at
    while (last + 1 < block.length && isWrapped(block[last]!.text)) last++
    const [start, end] = [block[at]!.start, block[last]!.end]
    const lead = lineLead.exec(block[at]!.text)![0]
    const from = start + lead.length
    const spans = sentenceSpans(text.slice(from, end).replace(/[\r\n]/g, ' '))
    if (spans.length === 0) found.push({ start, end, lead: '' })
    spans.forEach((_span, index) => {
      found.push({
        start: index === 0 ? start : from + spans[index]!.start,
        end: index === spans.length - 1 ? end : from + spans[index + 1]!.start,
        lead: index === 0 ? lead + text.slice(from, from + spans[0]!.start) : '',
      })
    })
    at = last + 1
  }
  return found
}

const isWrapped = (line: string) =>
  line.trimEnd().length >= minWrappedLength &&
  !/(?:[.!?…:;。！？]["'”’»)\]*_]*(?:\[\^[\w-]+\])*\s*| {2,}|\\)$/u.test(line)

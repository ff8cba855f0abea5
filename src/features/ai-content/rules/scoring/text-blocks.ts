/** Splits Markdown into headings, paragraphs, list items and table rows. Has no dependencies on the server. */
import type { Heading } from '#features/reports/contract.ts'
import { isCalloutMark } from '#kit/markdown/markdown-callouts.ts'
import { getHeadingRanges, plainText } from '../markdown-text.ts'

/** `text` is plain, `markdown` has its links and footnote markers. */
export type TextBlock = { kind: 'paragraph' | 'item' | 'row' | 'quote'; text: string; markdown: string }

/** What is below a heading, up to the next heading of any level. The text before the first heading has none. */
export type TextSection = { heading: Heading | null; blocks: TextBlock[] }

const fence = /^ {0,3}(`{3,}|~{3,})/
const item = /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)/
const quote = /^\s*(?:>\s?)+/
const tableRule = /^[\s:|-]+$/

/** Returns the sections in text order. Code, rules and footnote definitions are left out. */
export function getTextSections(markdown: string): TextSection[] {
  const headings = new Map(getHeadingRanges(markdown).map((heading) => [heading.start, heading]))
  const sections: TextSection[] = [{ heading: null, blocks: [] }]
  let open: TextBlock | null = null
  let fenced: string | null = null
  let at = 0
  const add = (kind: TextBlock['kind'], line: string, joins: boolean) => {
    const text = plainText(line)
    if (text === '') return
    if (joins && open?.kind === kind) {
      open.text += ` ${text}`
      open.markdown += ` ${line}`
      return
    }
    open = { kind, text, markdown: line }
    sections.at(-1)!.blocks.push(open)
  }
  for (const line of markdown.split('\n')) {
    const heading = headings.get(at)
    at += line.length + 1
    const mark = fence.exec(line)?.[1]
    if (mark) {
      if (fenced === null) fenced = mark
      else if (mark[0] === fenced[0] && mark.length >= fenced.length) fenced = null
      open = null
    } else if (fenced !== null) continue
    else if (heading) {
      sections.push({ heading: { type: heading.type, text: heading.text }, blocks: [] })
      open = null
    } else if (line.trim() === '') open = null
    else if (/^\s*\[\^[\w-]+\]:/.test(line) || /^\s*(?:[-*_]\s*){3,}$/.test(line)) open = null
    else if (item.test(line)) add('item', line.replace(item, ''), false)
    else if (quote.test(line)) {
      if (!isCalloutMark(line.replace(quote, ''))) add('quote', line.replace(quote, ''), true)
    } else if (line.trim().startsWith('|')) {
      if (!tableRule.test(line))
        add(
          'row',
          line
            .trim()
            .replace(/^\||\|$/g, '')
            .replace(/\s*\|\s*/g, ' '),
          false,
        )
    } else add((open as TextBlock | null)?.kind ?? 'paragraph', line.trim(), true)
  }
  return sections
}

/**
 * An engine's answer as blocks of text. It keeps where each piece stands in the source, because mentions are positions there, and knows
 * only the Markdown that assistants write: headings, lists, tables, code, emphasis and links. Anything else stays as it is.
 */

export type Run = { start: number; end: number; strong?: boolean; emphasis?: boolean; code?: boolean; href?: string }
export type Block =
  | { kind: 'heading'; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'item'; depth: number; marker: string; runs: Run[] }
  | { kind: 'code'; runs: Run[] }
  | { kind: 'table'; rows: Run[][][] }

const maxDepth = 4

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: { start: number; end: number } | null = null
  let fence: { start: number; end: number } | null = null
  const endParagraph = () => {
    if (paragraph) blocks.push({ kind: 'paragraph', runs: readRuns(text, paragraph.start, paragraph.end) })
    paragraph = null
  }
  for (const { start, end } of getLines(text)) {
    const line = text.slice(start, end)
    if (/^\s*(```|~~~)/.test(line)) {
      endParagraph()
      if (fence) {
        blocks.push({ kind: 'code', runs: [{ ...fence }] })
        fence = null
      } else fence = { start: end + 1, end: end + 1 }
      continue
    }
    if (fence) {
      fence.end = end
      continue
    }
    const begun = /^(\s*)(#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)(?=\S)/.exec(line)
    if (line.trim() === '' || /^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) endParagraph()
    else if (/^\s*\|.*\|\s*$/.test(line)) {
      endParagraph()
      addTableRow(blocks, text, start, line)
    } else if (begun) {
      endParagraph()
      const [all, indent = '', marker = ''] = begun
      const runs = readRuns(text, start + all.length, end)
      if (marker.startsWith('#')) blocks.push({ kind: 'heading', runs })
      else {
        const depth = Math.min(maxDepth, Math.floor(indent.replaceAll('\t', '  ').length / 2))
        blocks.push({ kind: 'item', depth, marker: /\d/.test(marker) ? marker.trim() : '•', runs })
      }
    } else if (paragraph) paragraph = { start: (paragraph as { start: number }).start, end }
    else paragraph = { start, end }
  }
  if (fence && fence.start < text.length) blocks.push({ kind: 'code', runs: [{ ...fence, end: text.length }] })
  endParagraph()
  return blocks
}

/** The text without the signs. */
export const toPlainText = (text: string) =>
  readMarkdown(text)
    .map((block) =>
      (block.kind === 'table' ? block.rows.flat(2) : block.runs).map((run) => text.slice(run.start, run.end)),
    )
    .map((parts) => parts.join(''))
    .join(' ')

function addTableRow(blocks: Block[], text: string, start: number, line: string) {
  if (/^[\s|:-]+$/.test(line)) return
  const cells: Run[][] = []
  for (const { 1: cell = '', index } of line.matchAll(/\|([^|]*)(?=\|)/g))
    cells.push(readRuns(text, start + index + 1, start + index + 1 + cell.length))
  const last = blocks.at(-1)
  if (last?.kind === 'table') last.rows.push(cells)
  else blocks.push({ kind: 'table', rows: [cells] })
}

function getLines(text: string) {
  const lines: { start: number; end: number }[] = []
  let start = 0
  for (const line of text.split('\n')) {
    lines.push({ start, end: start + line.length })
    start += line.length + 1
  }
  return lines
}

const inline =
  /(`+)(?<code>[^`]+)\1|\[(?<label>[^\][]+)\]\((?<href>https?:\/\/[^\s)]+)\)|(\*\*|__)(?<strong>\S(?:[^\n]*?\S)?)\5|(?<![\w*])([*_])(?<emphasis>[^\s*_](?:[^*_\n]*[^\s*_])?)\7(?![\w*])/g

type Style = Omit<Run, 'start' | 'end'>

function readRuns(text: string, start: number, end: number, style: Style = {}): Run[] {
  const runs: Run[] = []
  let from = start
  const add = (to: number) => {
    if (to > from) runs.push({ start: from, end: to, ...style })
  }
  for (const found of text.slice(start, end).matchAll(inline)) {
    const at = start + found.index
    const { code, label, href, strong, emphasis } = found.groups!
    const inner = (code ?? label ?? strong ?? emphasis)!
    const innerAt = at + (label ? 1 : found[0].indexOf(inner))
    add(at)
    const innerStyle = {
      ...style,
      ...(code ? { code: true } : label ? { href } : strong ? { strong: true } : { emphasis: true }),
    }
    if (code) runs.push({ start: innerAt, end: innerAt + inner.length, ...innerStyle })
    else runs.push(...readRuns(text, innerAt, innerAt + inner.length, innerStyle))
    from = at + found[0].length
  }
  add(end)
  return runs
}

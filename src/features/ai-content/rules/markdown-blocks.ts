/** Splits Markdown into blocks, for comparing, merging and streaming. */

const fence = /^ {0,3}(`{3,}|~{3,})/

/** Returns the blocks of a text, in order. Joined by empty lines, they are the text again. */
export function toBlocks(markdown: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let open: string | null = null
  const close = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1]
    if (mark && open === null) open = mark
    else if (mark && open !== null && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark)
      open = null
    if (open === null && line.trim() === '') close()
    else lines.push(line)
  }
  close()
  return blocks
}

/**
 * Returns the length of the finished blocks of a text that is still streaming in. The last block can still change (a
 * line
 * into a heading, a paragraph into a table), so it's parsed again with more text.
 */
export function settledLength(markdown: string): number {
  let settled = 0
  let at = 0
  let open: string | null = null
  let afterBlank = false
  let inList = false
  const lines = markdown.split('\n')
  for (const [index, line] of lines.entries()) {
    // The last line may be incomplete: a digit or dash may become a list item.
    const last = index === lines.length - 1
    const item = last ? /^(\s|[-*+]|\d)/ : /^(\s|[-*+] |\d+[.)] )/
    if (open === null && afterBlank && line.trim() !== '' && !(inList && item.test(line))) {
      settled = at
      inList = false
    }
    if (last) break
    const mark = fence.exec(line)?.[1]
    if (mark && open === null) open = mark
    else if (mark && open !== null && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark)
      open = null
    if (open === null && /^ {0,3}([-*+]|\d+[.)]) /.test(line) && (settled === at || !inList)) inList = true
    // A heading ends with its line.
    if (open === null && /^#{1,6} /.test(line)) {
      settled = at + line.length + 1
      inList = false
    }
    afterBlank = line.trim() === ''
    at += line.length + 1
  }
  return settled
}

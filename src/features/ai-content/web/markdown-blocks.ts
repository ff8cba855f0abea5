/** A Markdown text cut where its paragraphs, lists, tables and code end: what is compared, merged and streamed is blocks. */

const fence = /^ {0,3}(`{3,}|~{3,})/

/** The blocks of a text, in order, without the empty lines between them. Joined by an empty line they are the text again. */
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
 * How much of a text that is still coming is over and done with: the characters before the last block. What follows may yet
 * become something else (a line a heading, a paragraph a table, a list longer), so it is read again when more comes.
 */
export function settledLength(markdown: string): number {
  let settled = 0
  let at = 0
  let open: string | null = null
  let afterBlank = false
  let inList = false
  const lines = markdown.split('\n')
  for (const [index, line] of lines.entries()) {
    // Of the last line only the beginning may have come: a digit or a dash may yet be another item.
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
    // A heading is over with its line.
    if (open === null && /^#{1,6} /.test(line)) {
      settled = at + line.length + 1
      inList = false
    }
    afterBlank = line.trim() === ''
    at += line.length + 1
  }
  return settled
}

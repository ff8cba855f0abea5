import { getSchema, type JSONContent } from '@tiptap/core'
import { refuseTooManyCells } from '#kit/markdown/markdown-parser.ts'
import { textExtensions } from '../editor/editor-extensions.ts'
import { markdownFor } from '../editor/editor-markdown.ts'

/** About 3,000 words, several screens. */
const maxLength = 20_000

/** Each makes at most a few elements: line ends, and what starts a block or formats text. */
const maxSyntax = 2000
const syntax = /[#>*+\-_~`|[\]!\\<&]/g

const { parse } = markdownFor(getSchema(textExtensions))

/**
 * Parses the beginning of a text for the first paint on the server; the editor shows all of it once it's loaded. Parsing
 * and rendering run on the event loop, so the beginning is bounded by length and by how much Markdown is in it.
 * @throws AppError too_large: the text has more than 50,000 table cells, so the editor couldn't open it either
 */
export function parseFirstPaint(markdown: string): JSONContent {
  refuseTooManyCells(markdown)
  return parse(getBeginning(markdown)).toJSON()
}

/** Ends at a paragraph where it can, so that the last sentence is whole. */
function getBeginning(markdown: string): string {
  let [end, syntaxLeft, columns] = [0, maxSyntax, 0]
  for (const line of markdown.slice(0, maxLength).split('\n')) {
    const marks = [...line.matchAll(syntax)]
    // A table fills short rows with empty cells, so one sign can make a row as wide as the widest line.
    columns = line.trim() === '' ? 0 : Math.max(columns, line.split('|').length - 1)
    const cost = 1 + Math.max(marks.length, columns)
    if (cost > syntaxLeft) {
      end += columns > marks.length ? 0 : (marks[syntaxLeft]?.index ?? line.length)
      break
    }
    syntaxLeft -= cost
    end += line.length + 1
  }
  end = Math.min(end, maxLength)
  if (end >= markdown.length) return markdown
  const paragraph = markdown.lastIndexOf('\n\n', end)
  return markdown.slice(0, paragraph > 0 ? paragraph : end).toWellFormed()
}

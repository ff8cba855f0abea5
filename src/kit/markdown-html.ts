import sanitizeHtml from 'sanitize-html'
import { createMarkdownReader, refuseTooManyCells } from './markdown-parser.ts'

const reader = createMarkdownReader()
// Which numbers have a source to lead to is known per text.
reader.renderer.rules.citation = (tokens, index, _options, env: { sources?: ReadonlySet<number> }) => {
  const n = tokens[index]!.meta as number
  return env.sources?.has(n) ? `<sup><a href="#source-${n}">${n}</a></sup>` : ''
}

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
    ...['strong', 'em', 's', 'sup', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    code: ['class'],
    th: ['style'],
    td: ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/**
 * Markdown as HTML that is safe to show: the reader makes no tags of the text's own, and what it made is sanitised.
 * `sources`: numbers whose `[^n]` become links to `#source-n`; others are left out.
 * @throws AppError too_large: more than 50,000 table cells
 */
export function markdownToHtml(markdown: string, sources: ReadonlySet<number> = new Set()): string {
  refuseTooManyCells(markdown)
  return sanitizeHtml(reader.render(markdown, { sources }), allowed)
}

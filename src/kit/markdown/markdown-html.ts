import sanitizeHtml from 'sanitize-html'
import { type CalloutKind, getCalloutLabel } from './markdown-callouts.ts'
import { createMarkdownReader, refuseTooManyCells } from './markdown-parser.ts'

const reader = createMarkdownReader()
// Which numbers have a source to lead to is known per text.
reader.renderer.rules.citation = (tokens, index, _options, env: { sources?: ReadonlySet<number> }) => {
  const n = tokens[index]!.meta as number
  return env.sources?.has(n) ? `<sup><a href="#source-${n}">${n}</a></sup>` : ''
}

reader.renderer.rules.callout_open = (tokens, index, _options, env: { language?: string }) => {
  const kind = tokens[index]!.meta as CalloutKind
  const label = getCalloutLabel(kind, env.language ?? 'en')
  return `<aside class="callout callout-${kind}" role="note"><p class="callout-label"><strong>${label}</strong></p>`
}
reader.renderer.rules.callout_close = () => '</aside>\n'

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
    ...['strong', 'em', 's', 'sup', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'aside'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    code: ['class'],
    th: ['style'],
    td: ['style'],
    aside: ['role'],
  },
  allowedClasses: { aside: ['callout', 'callout-*'], p: ['callout-label'] },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/**
 * Markdown as HTML that is safe to show: the reader makes no tags of the text's own, and what it made is sanitised.
 * `sources`: numbers whose `[^n]` become links to `#source-n`; others are left out.
 * `language`: of the text, for the names of callouts.
 * @throws AppError too_large: more than 50,000 table cells
 */
export function markdownToHtml(markdown: string, sources: ReadonlySet<number> = new Set(), language = 'en'): string {
  refuseTooManyCells(markdown)
  return sanitizeHtml(reader.render(markdown, { sources, language }), allowed)
}

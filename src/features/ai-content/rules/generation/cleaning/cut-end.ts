import type { TemplateName } from '../../../contract-documents.ts'
import type { WritingNote } from '../../../contract-provenance.ts'

/** Templates of prose. Lines of the others may end without a period: a signature, a hashtag, a heading. */
const proseTemplates = new Set<TemplateName>([
  'blog_post',
  'intro',
  'section',
  'faq',
  'product_description',
  'rewrite',
  'summary',
])
/** Shorter last lines may be a list item or a label. */
const minWords = 6

/** Returns the end of a text that breaks off in the middle of a sentence, or null. */
export function findCutEnd(template: TemplateName, markdown: string): string | null {
  if (!proseTemplates.has(template)) return null
  const line = markdown.trimEnd().split('\n').at(-1) ?? ''
  // Headings, table rows and code end as they like.
  if (/^\s*(?:#|\||```|~~~|>|!?\[)/.test(line)) return null
  const text = line.replace(/(?:\s*\[\^\d+\])+$/u, '').replace(/[*_`)\]"'”’»]+$/u, '')
  if (!/[\p{L}\p{N},;–—-]$/u.test(text)) return null
  const isList = /^\s*(?:[-*+]|\d+[.)])\s/.test(line)
  // List items often have no period; only one that clearly goes on is cut.
  if (isList && !/[,;–—-]$|(?:^|\s)(?:and|or|the|a|an|of|to|with|for|und|oder|et|ou|y|o)$/iu.test(text)) return null
  return text.split(/\s+/).length >= minWords ? text.slice(-80) : null
}

export const toCutEndNote = (text: string | null): WritingNote[] =>
  text === null ? [] : [{ kind: 'cut_end', text, count: 1 }]

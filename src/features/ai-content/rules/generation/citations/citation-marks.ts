import { withFootnoteSources } from '#kit/markdown/footnote-sources.ts'
import type { Citation } from '../../../contract.ts'

export const citationMark = /\[\^(\d{1,3})\](?!:)/g

/**
 * Returns one citation per number, the later one of duplicates. A document keeps citations whose marker was deleted,
 * because the deletion can be undone. Publishing and exporting keep only cited ones.
 */
export function getUsedCitations(known: Citation[]): Citation[] {
  const byNumber = new Map(known.map((citation) => [citation.n, citation]))
  return [...byNumber.values()].sort((a, b) => a.n - b.n)
}

/**
 * Returns the citations whose `[^n]` is in the text, by number, the later one of duplicates. Pages that the text's own
 * footnotes name are citations too.
 */
export function citationsIn(markdown: string, known: Citation[]): Citation[] {
  const cited = new Set([...markdown.matchAll(citationMark)].map((match) => Number(match[1])))
  const byNumber = new Map(withFootnoteSources(markdown, known).map((citation) => [citation.n, citation]))
  return [...byNumber.values()].filter(({ n }) => cited.has(n)).sort((a, b) => a.n - b.n)
}

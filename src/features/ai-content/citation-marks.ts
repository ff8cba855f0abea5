import type { Citation } from './contract.ts'

const mark = /\[\^(\d{1,3})\](?!:)/g

/**
 * What a document keeps: one citation a number, of two the later. Those whose mark was cut out stay, for the cut may be undone;
 * what is published or exported holds only those its text cites.
 */
export function getUsedCitations(known: Citation[]): Citation[] {
  const byNumber = new Map(known.map((citation) => [citation.n, citation]))
  return [...byNumber.values()].sort((a, b) => a.n - b.n)
}

/** Those of the known citations whose `[^n]` stands in the text, by number; of two with one number the later. */
export function citationsIn(markdown: string, known: Citation[]): Citation[] {
  const cited = new Set([...markdown.matchAll(mark)].map((match) => Number(match[1])))
  const byNumber = new Map(known.map((citation) => [citation.n, citation]))
  return [...byNumber.values()].filter(({ n }) => cited.has(n)).sort((a, b) => a.n - b.n)
}

import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { BatchOverlap } from './batch-records.ts'

/** Which articles of a batch compete: they say the same, or answer the same searches. */

export type Article = { id: string; title: string; keywords: string[]; text: string }

/** Words in a row that two texts share only if one says what the other says. */
const runLength = 6
/** Share of the shorter text. Articles of one topic share a few stock phrases; measured on articles of one report. */
export const minTextShare = 0.15
export const minKeywordShare = 0.5
const maxPairs = 100

export function findOverlaps(articles: readonly Article[]): BatchOverlap[] {
  const language = getSpellingLanguage(articles.flatMap(({ keywords, title }) => [...keywords, title]))
  const read = articles.map(({ id, keywords, title, text }) => ({
    id,
    runs: getRuns(text),
    keys: new Set((keywords.length > 0 ? keywords : [title]).map((text) => keywordKeyIn(text, language))),
  }))
  const pairs: BatchOverlap[] = []
  for (const [index, a] of read.entries())
    for (const b of read.slice(index + 1)) {
      const text = getShare(a.runs, b.runs)
      const keyword = getShare(a.keys, b.keys)
      if (text >= minTextShare) pairs.push({ items: [a.id, b.id], share: round(text), kind: 'text' })
      else if (keyword >= minKeywordShare) pairs.push({ items: [a.id, b.id], share: round(keyword), kind: 'keyword' })
    }
  return pairs.sort((a, b) => b.share - a.share).slice(0, maxPairs)
}

/** Runs of words of a text's sentences, without headings, which articles of one outline share. */
function getRuns(markdown: string): Set<string> {
  const prose = markdown
    .split('\n')
    .filter((line) => !/^#{1,6}\s/.test(line))
    .join('\n')
    .replace(/\[\^\d+\]/g, '')
  const words = prose.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const runs = new Set<string>()
  for (let at = 0; at + runLength <= words.length; at++) runs.add(words.slice(at, at + runLength).join(' '))
  return runs
}

/** How much of the smaller set both have. */
function getShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const value of small) if (large.has(value)) shared++
  return shared / small.size
}

const round = (share: number) => Math.round(share * 100) / 100

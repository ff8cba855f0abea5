import { countPlainWords, countWords } from './markdown-text.ts'
import { splitSentences } from './scoring/text-sentences.ts'

const mark = /\[\^(\d{1,3})\](?!:)/g

/** Returns each cited page's share of a text's words, 0 to 1: the sentences that cite it. */
export function getSourceShares(markdown: string): Map<number, number> {
  const total = Math.max(1, countWords(markdown))
  const words = new Map<number, number>()
  for (const line of markdown.split('\n')) {
    if (!line.includes('[^')) continue
    for (const sentence of splitSentences(line)) {
      const cited = new Set([...sentence.matchAll(mark)].map((match) => Number(match[1])))
      const count = countPlainWords(sentence.replace(mark, '')) / Math.max(1, cited.size)
      for (const n of cited) words.set(n, (words.get(n) ?? 0) + count)
    }
  }
  return new Map([...words].map(([n, count]) => [n, Math.min(1, count / total)]))
}

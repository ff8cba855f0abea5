import type { Citation } from '../contract.ts'
import { countPlainWords, countWords, plainText } from './markdown-text.ts'
import { splitSentences } from './scoring/text-sentences.ts'

const mark = /\[\^(\d{1,3})\](?!:)/
/** A quotation with its source: “…”[^1], also when the mark comes after a period or another mark. */
const quotation = /[“"„]([^“”"„]+)[”"][.,]?(?=\s*\[\^\d)/g
/** Fewer words are a name or a term that everyone uses. */
const minCopiedWords = 8

/** Returns the share of a text's words that stand in quotations with a source, 0 to 1. */
export function getQuotedShare(markdown: string): number {
  const total = countWords(markdown)
  if (total === 0) return 0
  const quoted = [...markdown.matchAll(quotation)].reduce((sum, [, words]) => sum + countPlainWords(words!), 0)
  return Math.min(1, quoted / total)
}

/** Returns sentences that are word for word in a cited page but not in quotation marks. */
export function getCopiedSentences(markdown: string, citations: Pick<Citation, 'quote'>[]): string[] {
  const sources = citations.map(({ quote }) => ` ${toWords(quote ?? '').join(' ')} `).filter((text) => text !== '  ')
  if (sources.length === 0) return []
  return markdown.split('\n').flatMap((line) =>
    line.startsWith('>')
      ? []
      : splitSentences(line.replace(quotation, ''))
          .map((sentence) => plainText(sentence.replaceAll(new RegExp(mark, 'g'), '')).trim())
          .filter((sentence) => {
            const words = toWords(sentence)
            return words.length >= minCopiedWords && sources.some((source) => source.includes(` ${words.join(' ')} `))
          }),
  )
}

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

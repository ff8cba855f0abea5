/** Checks, while a text streams, whether a page supports the sentence that cites it. */
import type { Citation } from '../../../contract.ts'
import { plainSentence } from '../../scoring/claims.ts'
import { findSupport, type PageSentences, readPage } from '../../scoring/support.ts'
import { splitSentences } from '../../scoring/text-sentences.ts'
import type { SourcePage } from '../generation-context.ts'

const maxPageLength = 30_000
const maxQuoteLength = 300
const minSegmentWords = 4
const mark = /\[\^\d{1,3}\]/g

const readPages = new WeakMap<SourcePage, PageSentences>()

function getSentences(page: SourcePage, language: string): PageSentences {
  const known =
    readPages.get(page) ?? readPage(page.n, `${page.title}\n${page.content.slice(0, maxPageLength)}`, language)
  readPages.set(page, known)
  return known
}

export type CheckedCitation = {
  /** The cited sentence, without citation marks and Markdown. */
  text: string
  /** Null if the page doesn't support it. */
  citation: Citation | null
  /** The page's sentence that comes nearest to one it doesn't support. Null if none does. */
  nearest: string | null
}

/**
 * @param before the text up to the citation mark, at least back to the beginning of its line
 * @param language BCP 47
 */
export function checkCitation(before: string, page: SourcePage, language: string): CheckedCitation {
  const line = before.split('\n').findLast((one) => one.trim() !== '') ?? ''
  const sentence = splitSentences(line.replace(/^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,3}[.)]\s+|\|)?/, '')).at(-1) ?? ''
  const text = plainSentence(sentence)
  // In "five grams[^1] and seven liters[^2]" each mark is for the words before it.
  const segment = plainSentence(
    sentence
      .replace(/(?:\s*\[\^\d{1,3}\])+\s*$/, '')
      .split(mark)
      .at(-1) ?? '',
  )
  const tried = segment !== text && segment.split(/\s+/).length >= minSegmentWords ? [segment, text] : [text]
  const sentences = getSentences(page, language)
  let nearest: string | null = null
  for (const one of tried) {
    const support = findSupport(one, [sentences], language)
    if (support.isSupported) {
      const { n, url, title } = page
      return { text, citation: { n, url, title, quote: toQuote(support.quote) }, nearest: null }
    }
    if (support.nearest) nearest = toQuote(support.nearest)
  }
  return { text, citation: null, nearest }
}

const toQuote = (text: string) =>
  text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength - 1).trimEnd()}…` : text

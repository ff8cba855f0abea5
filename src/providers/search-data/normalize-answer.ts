import { decodeHTMLStrict } from 'entities'
import type { PeopleAlsoAsk, SerpResult, SourceAnswer, Suggestion } from './port.ts'

/** An answer with what the source brought, the rest empty. */
export function toAnswer(brought: Partial<SourceAnswer>): SourceAnswer {
  // A part that failed is undefined and must not replace the default empty list.
  const given = Object.fromEntries(Object.entries(brought).filter(([, part]) => part !== undefined))
  return {
    suggestions: [],
    discussions: [],
    pages: [],
    features: [],
    metrics: [],
    fetchedAt: new Date().toISOString(),
    cached: false,
    costUsd: null,
    ...given,
  }
}

/** Texts in the vendor's order as suggestions: the first has relevance 1, the fourth a half. Empty and repeated go. */
export function ranked(
  texts: readonly (string | null | undefined)[],
  kind: Suggestion['kind'],
  read: (text: string | null | undefined) => string = readText,
): Suggestion[] {
  return distinct(
    texts
      .map(read)
      .filter((text) => text !== '')
      .map((text, index) => ({ text, kind, relevance: 1 / Math.sqrt(index + 1) })),
  )
}

/** Texts in no order of the vendor's: their place says nothing, so they have no relevance. Empty and repeated go. */
export const unranked = (texts: readonly (string | null | undefined)[], kind: Suggestion['kind']): Suggestion[] =>
  distinct(
    texts
      .map(readText)
      .filter((text) => text !== '')
      .map((text) => ({ text, kind, relevance: null })),
  )

/** Each text once, as it came first. */
export function distinct(suggestions: Suggestion[]): Suggestion[] {
  const seen = new Set<string>()
  return suggestions.filter(({ text }) => {
    const key = text.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

export type FoundQuestion = {
  text?: string | null
  parent?: string | null
  answer?: string | null
  title?: string | null
  url?: string | null
}

const maxQuestions = 100
const maxQuestionLength = 300
const maxAnswerLength = 1000

/** "People Also Ask" questions in the vendor's order, each once under the same question. Links are http(s) or null. */
export function toPeopleAlsoAsk(found: readonly FoundQuestion[]): PeopleAlsoAsk[] {
  const seen = new Set<string>()
  const questions: PeopleAlsoAsk[] = []
  for (const { parent, answer, title, url, ...rest } of found) {
    const text = readText(rest.text)
    const under = readText(parent) || null
    const key = `${under ?? ''}\n${text}`.toLowerCase()
    if (text === '' || text.length > maxQuestionLength || (under?.length ?? 0) > maxQuestionLength) continue
    if (seen.has(key)) continue
    seen.add(key)
    const link = url ? URL.parse(url) : null
    questions.push({
      text,
      parent: under,
      answer: shorten(readText(answer), maxAnswerLength),
      title: shorten(readText(title), maxQuestionLength),
      url: link && /^https?:$/.test(link.protocol) ? link.href : null,
    })
    if (questions.length === maxQuestions) break
  }
  return questions
}

/** The text on one line, cut after a word with "…" where it is longer; null when there is none. */
export function shorten(text: string | null | undefined, maxLength: number): string | null {
  const line = tidy(text)
  if (line.length <= maxLength) return line || null
  const cut = line.slice(0, maxLength - 1)
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), maxLength - 40))
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/**
 * A vendor's text on one line, with HTML entities as the characters they stand for. Decodes once: where a text is about "&amp;", its
 * vendor writes "&amp;amp;". Not for texts that were decoded.
 */
export const readText = (text: string | null | undefined) => tidy(decodeHTMLStrict(text ?? ''))

export const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

export type FoundPage = {
  url?: string | null
  title?: string | null
  snippet?: string | null
  rank?: number | null
  pixels?: number | null
}

/** No results page is longer. */
const maxPixels = 1_000_000

/** The best pages, ten unless said otherwise, each address once. Ranks are the vendor's, or the order where it gives none. */
export function bestPages(found: readonly FoundPage[], max = 10): SerpResult[] {
  const pages: SerpResult[] = []
  const seen = new Set<string>()
  for (const { url, title, snippet, rank, pixels = null } of found) {
    const address = url ? URL.parse(url) : null
    if (!address || !/^https?:$/.test(address.protocol) || seen.has(address.href)) continue
    seen.add(address.href)
    pages.push({
      rank: rank ?? pages.length + 1,
      url: url!,
      domain: address.host.replace(/^www\./, ''),
      title: readText(title),
      snippet: readText(snippet),
      ...(pixels !== null && pixels >= 0 && pixels <= maxPixels ? { pixels: Math.round(pixels) } : {}),
    })
    if (pages.length === max) break
  }
  return pages
}

/** Pages of several requests in a row: where a vendor counts each request's results from 1, ranks go on from the one before. */
export function joinPages(requests: readonly (readonly FoundPage[])[], max: number): SerpResult[] {
  let last = 0
  const found = requests.flatMap((pages) => {
    const offset = (pages[0]?.rank ?? 1) > last ? 0 : last
    const ranked = pages.map((page, at) => ({ ...page, rank: page.rank == null ? last + at + 1 : page.rank + offset }))
    last = Math.max(last, ...ranked.map(({ rank }) => rank))
    return ranked
  })
  return bestPages(found, max)
}

/** Seconds since 1970 as ISO 8601. */
export const toIsoDate = (seconds: number | null | undefined) =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : null

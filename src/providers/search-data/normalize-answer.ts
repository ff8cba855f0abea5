import type { SerpResult, SourceAnswer, Suggestion } from './port.ts'

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
export function ranked(texts: readonly (string | null | undefined)[], kind: Suggestion['kind']): Suggestion[] {
  return distinct(
    texts
      .map((text) => tidy(text))
      .filter((text) => text !== '')
      .map((text, index) => ({ text, kind, relevance: 1 / Math.sqrt(index + 1) })),
  )
}

/** Texts in no order of the vendor's: their place says nothing, so they have no relevance. Empty and repeated go. */
export const unranked = (texts: readonly (string | null | undefined)[], kind: Suggestion['kind']): Suggestion[] =>
  distinct(
    texts
      .map((text) => tidy(text))
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

export const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

export type FoundPage = { url?: string | null; title?: string | null; snippet?: string | null; rank?: number | null }

/** The ten best pages, each address once. Ranks are the vendor's, or the order where it gives none. */
export function bestPages(found: readonly FoundPage[]): SerpResult[] {
  const pages: SerpResult[] = []
  const seen = new Set<string>()
  for (const { url, title, snippet, rank } of found) {
    const address = url ? URL.parse(url) : null
    if (!address || !/^https?:$/.test(address.protocol) || seen.has(address.href)) continue
    seen.add(address.href)
    pages.push({
      rank: rank ?? pages.length + 1,
      url: url!,
      domain: address.host.replace(/^www\./, ''),
      title: tidy(title),
      snippet: tidy(snippet),
    })
    if (pages.length === 10) break
  }
  return pages
}

/** Seconds since 1970 as ISO 8601. */
export const toIsoDate = (seconds: number | null | undefined) =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : null

import { useEffect, useMemo, useState } from 'react'
import type { Heading, SerpPage } from '../../../contract.ts'

type Rules = {
  findCovered: typeof import('#features/ai-content/rules/briefing/covered-headings.ts').findCovered
  groupPageHeadings: typeof import('#features/ai-content/rules/briefing/page-headings.ts').groupPageHeadings
  getTerms: typeof import('#features/ai-content/rules/scoring/text-terms.ts').getTerms
}

export type ComparedHeading = Heading & {
  /** The pages that have it, in order of rank. */
  pages: SerpPage[]
  /** Whether a heading of the outline is about the same. */
  covered: boolean
}

export type HeadingComparison = {
  /** Headings of the ranking pages, alike ones as one, those on most pages first. */
  headings: ComparedHeading[]
  /** Headings of the outline that no ranking page has. */
  onlyOutline: Heading[]
}

/** Compares the headings of ranking pages with the outline. Null until the rules are loaded, or without them. */
export function useHeadingComparison(
  pages: readonly SerpPage[],
  outline: readonly Heading[],
  { query, language }: { query: string; language: string },
): HeadingComparison | null {
  const [rules, setRules] = useState<Rules | null>(null)
  useEffect(() => {
    let unmounted = false
    Promise.all([
      import('#features/ai-content/rules/briefing/covered-headings.ts'),
      import('#features/ai-content/rules/briefing/page-headings.ts'),
      import('#features/ai-content/rules/scoring/text-terms.ts'),
    ]).then(
      ([{ findCovered }, { groupPageHeadings }, { getTerms }]) =>
        unmounted || setRules({ findCovered, groupPageHeadings, getTerms }),
      () => undefined,
    )
    return () => {
      unmounted = true
    }
  }, [])
  return useMemo(() => {
    if (!rules) return null
    const read = rules.getTerms(language)
    const grouped = rules.groupPageHeadings(
      pages.map(({ headings }, n) => ({ n, headings })),
      read,
    )
    const own = outline.map(({ text }) => text)
    const texts = grouped.map(({ text }) => text)
    const covered = rules.findCovered(texts, own, query, read)
    const known = rules.findCovered(own, texts, query, read)
    return {
      headings: grouped.map(({ type, text, pages: numbers }, at) => ({
        type,
        text,
        pages: numbers.map((n) => pages[n]!),
        covered: covered[at] ?? false,
      })),
      onlyOutline: outline.filter((_, at) => !known[at]),
    }
  }, [rules, pages, outline, query, language])
}

import type { Citation } from '../../../contract.ts'
import type { Passage, SourcePage } from '../generation-context.ts'
import { checkCitation } from './check-citation.ts'
import type { Removed } from './read-link.ts'

export type CitationOptions = {
  pages: SourcePage[]
  /** The passages the writer got: only their pages can be cited. Omitted: any of `pages`. */
  passages?: Passage[]
  /** BCP 47. */
  language?: string
  /** The writer only quotes the pages: citations and links aren't checked. */
  isTrusted?: boolean
  /** False in texts that carry no footnotes, such as emails and ads: their marks are taken out. */
  cites?: boolean
  /** Numbers of marks that stay without a check, because the text that is edited has them. */
  ownMarks?: ReadonlySet<number>
}

/** Characters before a mark in which the sentence it cites is looked for. */
export const sentenceReach = 1200

/**
 * Returns a function that checks the pages cited after the text `before`. It returns the marks that stay, the citations that are
 * new, and what was taken out. A page that is cited again is checked for its new sentence.
 */
export function createCitationCheck(options: CitationOptions) {
  const { pages, isTrusted = false, ownMarks } = options
  const known = new Map(pages.map((page) => [page.n, page]))
  const marks = getMarks(options)
  const cited = new Set<number>()

  return (numbers: readonly number[], before: string) => {
    const citations: Citation[] = []
    const removed: Removed[] = []
    let shown = ''
    for (const n of new Set(numbers)) {
      if (!marks.has(n)) continue
      const isKnown = ownMarks !== undefined || (isTrusted && cited.has(n))
      const checked = isKnown ? null : checkPage(known.get(n)!, before + shown, options)
      if (checked?.citation === null) {
        const { url, title } = known.get(n)!
        removed.push({ kind: 'citation', text: checked.text, n, url, title, nearest: checked.nearest })
        continue
      }
      if (checked && !cited.has(n)) citations.push(checked.citation)
      cited.add(n)
      shown += `[^${n}]`
    }
    return { shown, citations, removed }
  }
}

/** The numbers that marks may have. */
function getMarks({ pages, passages = [], cites = true, ownMarks }: CitationOptions): ReadonlySet<number> {
  if (ownMarks || !cites) return ownMarks ?? new Set()
  const all = pages.map(({ n }) => n)
  const given = new Set(passages.map(({ n }) => n))
  return new Set(given.size > 0 ? all.filter((n) => given.has(n)) : all)
}

/** A trusted writer's quotation needs no check but finds its sentence the same way. */
function checkPage(page: SourcePage, before: string, { language = 'en', isTrusted = false }: CitationOptions) {
  const checked = checkCitation(before.slice(-sentenceReach), page, language)
  if (!isTrusted || checked.citation) return checked
  const { n, url, title } = page
  return { ...checked, citation: { n, url, title, quote: checked.text.slice(0, 300) } }
}

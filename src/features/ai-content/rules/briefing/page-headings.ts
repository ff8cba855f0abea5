/** Groups what ranking pages have as headings. */
import type { Heading } from '#features/reports/contract.ts'
import type { PageHeading } from '../../contract.ts'
import { headingKey } from '../markdown-text.ts'
import { getShared } from '../scoring/text-terms.ts'

/** Headings that mean nothing outside their page or lead off topic. */
export const emptyHeading =
  /^(?:introduction|conclusion|summary|overview|faqs?|frequently asked questions|contents|table of contents|related\b.*|references|sources|final thoughts|key takeaways|comments|about (?:us|the author)|share\b.*|newsletter.*|einleitung|fazit|inhalt|zusammenfassung|quellen|häufige fragen|introduction|sommaire|en résumé|introducción|conclusión|resumen|conclusiones|introduzione|conclusioni|introdução|conclusão|inleiding|conclusie)$/iu

type Read = (text: string) => string[]

const maxLength = 120
/** Headings that share this part of their stems say the same. */
const minShared = 0.7
const maxHeadings = 60

/**
 * Returns the H2 and H3 headings of pages, those on most pages first, then in the pages' order. "Introduction" and the
 * like are left out.
 */
export function groupPageHeadings(
  pages: readonly { n: number; headings: readonly Heading[] }[],
  read: Read,
): PageHeading[] {
  const groups: { heading: PageHeading; stems: ReadonlySet<string> }[] = []
  for (const { n, headings } of pages) {
    for (const { type, text: raw } of headings) {
      const text = raw.replace(/\s+/g, ' ').trim()
      if ((type !== 'h2' && type !== 'h3') || text.length > maxLength || emptyHeading.test(text)) continue
      const stems = new Set(read(headingKey(text)))
      if (stems.size === 0) continue
      const same = groups.find((group) => getShared(group.stems, stems) >= minShared)
      if (!same) {
        if (groups.length < 500) groups.push({ heading: { type, text, pages: [n] }, stems })
        continue
      }
      if (!same.heading.pages.includes(n)) same.heading.pages.push(n)
      if (type < same.heading.type) same.heading.type = type
    }
  }
  return groups
    .map(({ heading }) => heading)
    .sort((a, b) => b.pages.length - a.pages.length)
    .slice(0, maxHeadings)
}

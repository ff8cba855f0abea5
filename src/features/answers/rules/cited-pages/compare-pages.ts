import type { CitedPages } from '../../contract-cited-pages.ts'
import { createStemReader, type PageParts, toFigures } from './read-page-parts.ts'

/** What one's own page lacks against pages that assistants cite. */

export type Compared = { url: string; parts: PageParts }

const maxHeadings = 20
const maxFacts = 12
/** A heading is covered if the page has this share of its words. */
const covered = 0.75

export function findMissing(own: PageParts, cited: readonly Compared[], language: string): CitedPages['missing'] {
  const read = createStemReader(own.language ?? language)
  const stems = new Set(own.stems)
  const figures = new Set(own.figures)
  const counts = new Map<string, number>()
  for (const { parts } of cited) for (const format of parts.formats) counts.set(format, (counts.get(format) ?? 0) + 1)
  const formats = (cited[0] ? [...new Set(cited.flatMap(({ parts }) => parts.formats))] : [])
    .filter((format) => !own.formats.includes(format) && counts.get(format)! * 2 >= cited.length)
    .map((format) => ({ format, pages: counts.get(format)! }))
    .sort((a, b) => b.pages - a.pages)
  const seen = new Set<string>()
  const headings = cited.flatMap(({ url, parts }) =>
    parts.headings.flatMap((text) => {
      const words = [...new Set(read(text))]
      const key = words.toSorted().join(' ')
      if (words.length === 0 || seen.has(key)) return []
      seen.add(key)
      const has = words.filter((word) => stems.has(word)).length
      return has / words.length >= covered ? [] : [{ text, url }]
    }),
  )
  const facts = cited.flatMap(({ url, parts }) =>
    parts.facts.filter((text) => !toFigures(text).some((figure) => figures.has(figure))).map((text) => ({ text, url })),
  )
  return { formats, headings: headings.slice(0, maxHeadings), facts: facts.slice(0, maxFacts) }
}

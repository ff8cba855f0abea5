import { citationMark } from '#features/ai-content/rules/generation/citations/citation-marks.ts'
import { getFootnoteLabels } from '#kit/markdown/footnote-sources.ts'
import type { PostSource } from '../contract.ts'

const mark = /<sup><a href="#source-(\d+)">\d+<\/a><\/sup>/g
const toMark = (n: number) => `<sup><a href="#source-${n}">${n}</a></sup>`

/** Numbers the cited sources from 1 in order of appearance, each page once, and drops those that aren't cited. */
export function numberSources(html: string, sources: PostSource[]): { html: string; sources: PostSource[] } {
  const known = new Map(sources.map((source) => [source.n, source]))
  const numbered = new Map<string, PostSource>()
  let previousEnd = -1
  let previousNumber = 0
  const text = html.replace(mark, (whole, n: string, at: number) => {
    const source = known.get(Number(n))
    if (!source) return ''
    const own = numbered.get(source.url) ?? { ...source, n: numbered.size + 1 }
    numbered.set(source.url, own)
    // Two citations of one page side by side are one.
    const isRepeat = at === previousEnd && own.n === previousNumber
    previousEnd = at + whole.length
    previousNumber = own.n
    return isRepeat ? '' : toMark(own.n)
  })
  return { html: text, sources: [...numbered.values()] }
}

/**
 * The text with the numbers its sources have now. Notes of its own get the numbers after them. Marks with neither a source nor a note
 * are dropped, since another source may have their number.
 */
export function renumberMarks(
  { body_md, sources }: { body_md: string; sources: PostSource[] },
  numbered: PostSource[],
) {
  if (sources.length === 0) return body_md
  const byUrl = new Map(numbered.map(({ url, n }) => [url, n]))
  const now = new Map(sources.map(({ n, url }) => [n, byUrl.get(url)]))
  let last = numbered.length
  for (const label of getFootnoteLabels(body_md))
    if (/^\d{1,3}$/.test(label) && !now.has(Number(label))) now.set(Number(label), ++last)
  return body_md
    .replace(citationMark, (_, n: string) => (now.get(Number(n)) ? `[^${now.get(Number(n))}]` : ''))
    .replace(definition, (whole, indent: string, n: string) => {
      const own = now.get(Number(n))
      return own ? `${indent}[^${own}]:` : whole
    })
}

const definition = /^( {0,3})\[\^(\d{1,3})\]:/gm

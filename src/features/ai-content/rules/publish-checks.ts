/** What to look at before a text is published: nothing here prevents publishing. */
import type { Citation, Claim } from '../contract.ts'
import { isRawQuery } from './as-heading.ts'
import { isWriterNote } from './builtin-writer/builtin-words.ts'
import { citationMark } from './generation/citations/citation-marks.ts'
import { getHeadings, headingKey } from './markdown-text.ts'
import { getCopiedSentences, getQuotedShare } from './quoted-words.ts'
import { getTextSections } from './scoring/text-blocks.ts'

export type PublishProblem = {
  id:
    | 'raw_titles'
    | 'writer_notes'
    | 'empty_sections'
    | 'repeated_headings'
    | 'lost_citations'
    | 'claims'
    | 'copied'
    | 'alt_text'
    | 'links'
    | 'quoted'
  /** How many, and for `quoted` the percentage of words. */
  count: number
  /** Words of the text by which the first one is found. */
  examples: string[]
}

const image = /!\[([^[\]]*)\]\(([^()\s]*)[^()]*\)/g
const link = /(?<!!)\[([^[\]]+)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)[^()]*\)/g

export type PublishedText = {
  title: string
  markdown: string
  citations: Citation[]
  /** Null if they weren't checked. */
  claims: Claim[] | null
}

/** Share of quoted words from which a text is more its sources' than its author's. */
const maxQuotedShare = 0.25

/** Only problems that were found, in the order above. */
export function getPublishProblems({ title, markdown, citations, claims }: PublishedText): PublishProblem[] {
  const known = new Set(citations.map(({ n }) => n))
  const marks = [...markdown.matchAll(citationMark)].map((match) => Number(match[1]))
  const quoted = getQuotedShare(markdown)
  const found: Record<Exclude<PublishProblem['id'], 'quoted'>, string[]> = {
    raw_titles: [title, ...getHeadings(markdown).map(({ text }) => text)].filter(isRawQuery),
    writer_notes: markdown
      .split('\n')
      .filter(isWriterNote)
      .map((line) => line.slice(2)),
    empty_sections: getEmptySections(markdown),
    repeated_headings: getRepeatedHeadings(markdown),
    lost_citations: [...new Set(marks.filter((n) => !known.has(n)))].map((n) => `[${n}]`),
    claims: (claims ?? []).filter(({ state }) => state !== 'sourced').map(({ text }) => text),
    copied: getCopiedSentences(markdown, citations),
    alt_text: [...markdown.matchAll(image)].filter(([, alt]) => alt!.trim() === '').map(([, , url]) => url!),
    links: [...markdown.matchAll(link)].filter(([, , url]) => !isWebAddress(url!)).map(([, text]) => text!),
  }
  const problems: PublishProblem[] = (Object.keys(found) as (keyof typeof found)[])
    .filter((id) => found[id].length > 0)
    .map((id) => ({ id, count: found[id].length, examples: found[id].slice(0, 3) }))
  if (quoted > maxQuotedShare) problems.push({ id: 'quoted', count: Math.round(100 * quoted), examples: [] })
  return problems
}

/** Headings with no text below, not even below a smaller heading. */
function getEmptySections(markdown: string): string[] {
  const sections = getTextSections(markdown)
  return sections.flatMap(({ heading, blocks }, at) => {
    if (!heading || heading.type === 'h1' || blocks.length > 0) return []
    const next = sections[at + 1]?.heading
    return next && next.type > heading.type ? [] : [heading.text]
  })
}

/** Headings that repeat an earlier one. "Pros" below one heading and "Pros" below another don't repeat each other. */
export function getRepeatedHeadings(markdown: string): string[] {
  const parents: string[] = []
  const known = new Map<string, { level: number; parent: string }[]>()
  const repeated: string[] = []
  for (const { type, text } of getHeadings(markdown)) {
    const level = Number(type[1])
    const key = headingKey(text)
    if (key === '') continue
    const parent = parents.slice(0, level).join('\n')
    const earlier = known.get(key) ?? []
    if (earlier.some((other) => Math.min(level, other.level) < 3 || other.parent === parent)) repeated.push(text)
    known.set(key, [...earlier, { level, parent }])
    parents.length = level
    parents[level] = key
  }
  return repeated
}

/** The http and https addresses a text links to, in text order, without images. */
export const getWebLinks = (markdown: string): string[] =>
  [...markdown.matchAll(link)].map(([, , url]) => url!).filter((url) => /^https?:/i.test(url) && isWebAddress(url))

/** An address a reader can open: http, mail, phone, a path of the site or an anchor. */
function isWebAddress(url: string): boolean {
  if (/^(?:mailto:\S+@\S|tel:[+\d]|\/(?!\/)|#\S)/i.test(url)) return true
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname.includes('.') || hostname.startsWith('[')
}

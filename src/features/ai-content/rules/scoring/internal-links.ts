/** Links to the workspace's own published pages. */
import type { ScorePart, ScoreTarget } from '../../contract.ts'
import { toLinkKey } from '../generation/citations/read-link.ts'
import type { CompiledTarget } from './compile-target.ts'
import type { CountedText } from './counted-text.ts'
import { getTerms } from './text-terms.ts'

export type OwnPages = NonNullable<ScoreTarget['own_pages']>
type OwnPage = OwnPages['pages'][number]

const linksPerThousandWords = 3
const maxPages = 60
const maxMissing = 5
const link = /(?<!!)\[[^[\]]+\]\(\s*<?([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?[^()]*\)/g

/** The pages closest to the topic first: those whose titles share most words with it. Others keep their order. */
export function rankOwnPages(pages: OwnPage[], topic: string[], language: string): OwnPage[] {
  const read = getTerms(language)
  const words = new Set(topic.flatMap(read))
  const getShared = ({ title }: OwnPage) => [...new Set(read(title))].filter((word) => words.has(word)).length
  return pages
    .map((page) => ({ page, shared: getShared(page) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, maxPages)
    .map(({ page }) => page)
}

export function internalLinksPart(
  { target }: CompiledTarget,
  { sections, counted }: CountedText,
): ScorePart & { id: 'internal_links' } {
  const part = { id: 'internal_links', label: 'Internal links', weight: 0 } as const
  const own = target.own_pages
  if (own === null)
    return {
      ...part,
      value: null,
      figure: '–',
      missing: [],
      note: 'This workspace has no other published page to link to, so this doesn’t count.',
    }
  const found = new Set<string>()
  for (const { blocks } of sections)
    for (const { sentences, markdown } of blocks)
      if (sentences.some(({ reason }) => reason === null))
        for (const [, url] of markdown.matchAll(link)) if (isOwnUrl(url!, own)) found.add(toLinkKey(url!))
  const expected = Math.min(own.pages.length, Math.max(1, Math.round((counted / 1000) * linksPerThousandWords)))
  const missing = own.pages.filter(({ url, path }) => !found.has(toLinkKey(url)) && !found.has(toLinkKey(path)))
  const isEnough = found.size >= expected
  return {
    ...part,
    value: Math.round(100 * Math.min(1, found.size / expected)),
    figure: `${found.size} of ${expected}`,
    missing: isEnough ? [] : missing.slice(0, maxMissing).map(({ title }) => title),
    note: isEnough
      ? 'Enough links to your own pages for this length.'
      : `Link to ${expected - found.size} more of this workspace’s published posts, in sentences about the topic.`,
  }
}

/** Whether a URL or path leads to the workspace's published pages. */
function isOwnUrl(url: string, { home, path, earlier_paths: earlier = [] }: OwnPages): boolean {
  const key = toLinkKey(url)
  return [home, path, ...earlier].some((start) => {
    const begin = toLinkKey(start)
    return begin !== '' && key.startsWith(`${begin}/`)
  })
}

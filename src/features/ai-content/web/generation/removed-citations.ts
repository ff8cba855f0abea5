import { plural } from '#ui/format/format.ts'
import type { RemovedList } from '../../contract.ts'
import { getHost } from '../document/sources-list.tsx'

type RemovedClaim = RemovedList['claims'][number]
type NamedPage = { n: number; url: string; title: string }

/**
 * The page whose citation was removed. Null if it isn't known any more.
 * @param pages the report's pages and the document's sources: texts of earlier versions kept the number only
 */
export function getRemovedPage({ n, url, title }: RemovedClaim, pages: readonly NamedPage[]): NamedPage | null {
  if (url) return { n, url, title: title ?? '' }
  return pages.find((page) => page.n === n) ?? null
}

/** Says which pages don't support what cited them. Empty if there are none. */
export function describeRemovedCitations(claims: readonly RemovedClaim[]): string {
  if (claims.length === 0) return ''
  const hosts = [...new Set(claims.map(({ n, url }) => (url ? getHost(url) : `source ${n}`)))]
  const named =
    hosts.length > 2
      ? `${hosts[0]} and ${plural(hosts.length - 1, 'other site')} don’t`
      : hosts.length === 2
        ? `${hosts.join(' and ')} don’t`
        : `${hosts[0]} doesn’t`
  return `${plural(claims.length, 'citation')} removed: ${named} support ${claims.length === 1 ? 'the sentence' : 'the sentences'}. See “Removed while writing” beside the text.`
}

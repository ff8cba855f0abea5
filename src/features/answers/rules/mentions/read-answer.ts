import { isOnSite, parseSiteTarget } from '#kit/site-target.ts'
import { type Brand, findMentions, getListPosition, type Mention, quoteSentence } from './find-mentions.ts'

/** What one answer says about a brand. Cited: it links to a page of the brand’s. */

export type BrandReading = {
  brand: string
  mentioned: boolean
  cited: boolean
  /** Where it’s first named. */
  mentions: Mention[]
  /** In a list, from 1; null when it isn’t in one. */
  position: number | null
  /** The sentence that names it first, as it stands. Null when it isn’t named. */
  quote: string | null
}

export type AnswerToRead = { text: string; citations: readonly { url: string; domain: string }[] }

const maxMentions = 50

export function readBrand({ text, citations }: AnswerToRead, brand: Brand): BrandReading {
  const mentions = findMentions(text, brand).slice(0, maxMentions)
  const [first] = mentions
  const sites = (brand.domains ?? []).flatMap((domain) => parseSiteTarget(domain) ?? [])
  const cited = citations.some(({ url, domain }) =>
    sites.some((site) => isOnSite(site, url) || (site.path === '' && isOnSite(site, `https://${domain}/`))),
  )
  return {
    brand: brand.name,
    mentioned: mentions.length > 0,
    cited,
    mentions,
    position: first ? getListPosition(text, first) : null,
    quote: first ? quoteSentence(text, first) : null,
  }
}

import { isOnSite, type SiteTarget } from '#kit/site-target.ts'

/** What a results page says about a site. Knows nothing of how the page was had. */

export type SerpPage = { rank: number; url: string; pixels?: number }
export type Serp = {
  pages: readonly SerpPage[]
  features: readonly { type: string }[]
  aiOverview?: { present: boolean; citations: readonly { url: string }[] | null } | null
}

export type Placement = {
  /** Null: not among the first `depth` results. */
  position: number | null
  url: string | null
  /** From the top of the results page. Null where it wasn’t measured. */
  pixels: number | null
}

export type AiOverviewState = {
  /** Null where the source doesn’t say. */
  present: boolean | null
  cited: boolean | null
}

/** Where a site’s best result stands. */
export function findPlacement(serp: Serp, site: SiteTarget, depth: number): Placement {
  const best = serp.pages
    .filter(({ rank, url }) => rank <= depth && isOnSite(site, url))
    .reduce<SerpPage | null>((first, page) => (first && first.rank <= page.rank ? first : page), null)
  if (!best) return { position: null, url: null, pixels: null }
  return { position: best.rank, url: best.url, pixels: best.pixels ?? null }
}

export function findAiOverview({ aiOverview }: Serp, site: SiteTarget): AiOverviewState {
  if (!aiOverview) return { present: null, cited: null }
  if (!aiOverview.present) return { present: false, cited: false }
  return { present: true, cited: aiOverview.citations?.some(({ url }) => isOnSite(site, url)) ?? null }
}

const maxFeatures = 30

/** Each kind of SERP feature once, in the page’s order. */
export const listFeatures = ({ features }: Serp): string[] =>
  [...new Set(features.map(({ type }) => type.slice(0, 60)))].slice(0, maxFeatures)

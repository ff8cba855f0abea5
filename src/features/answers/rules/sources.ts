import { isOnSite, parseSiteTarget, type SiteTarget } from '#kit/site-target.ts'

/** Sites that answers cite, counted by answers. */

export type CitedSource = {
  domain: string
  count: number
  own: boolean
  competitor: string | null
  pages: { url: string; count: number }[]
}

export type Owner = { name: string; domains: readonly string[] }
export type Cited = { citations: readonly { url: string; domain: string }[] }

const maxSources = 50
const maxPages = 5

export function listSources(answers: readonly Cited[], brand: Owner, competitors: readonly Owner[]): CitedSource[] {
  const byDomain = new Map<string, { count: number; pages: Map<string, number> }>()
  for (const { citations } of answers) {
    const domains = new Set<string>()
    const pages = new Set<string>()
    for (const { url, domain } of citations) {
      const site = byDomain.get(domain) ?? { count: 0, pages: new Map<string, number>() }
      byDomain.set(domain, site)
      // An answer counts once for a site and once for a page.
      if (!domains.has(domain)) site.count++
      domains.add(domain)
      const page = url.replace(/[?&](?:utm_[^&#]*)/g, '').replace(/#.*$/, '')
      if (!pages.has(page)) site.pages.set(page, (site.pages.get(page) ?? 0) + 1)
      pages.add(page)
    }
  }
  const own = toSites(brand)
  const others = competitors.map((one) => ({ name: one.name, sites: toSites(one) }))
  const isWithin = (sites: readonly SiteTarget[], domain: string) =>
    sites.some((site) => isOnSite({ ...site, path: '' }, `https://${domain}/`))
  return [...byDomain]
    .sort(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b))
    .slice(0, maxSources)
    .map(([domain, { count, pages }]) => ({
      domain,
      count,
      own: isWithin(own, domain),
      competitor: others.find(({ sites }) => isWithin(sites, domain))?.name ?? null,
      pages: [...pages]
        .sort(([a, one], [b, other]) => other - one || a.localeCompare(b))
        .slice(0, maxPages)
        .map(([url, cited]) => ({ url, count: cited })),
    }))
}

const toSites = ({ domains }: Owner) => domains.flatMap((domain) => parseSiteTarget(domain) ?? [])

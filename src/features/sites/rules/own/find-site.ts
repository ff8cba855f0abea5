import { parseSiteTarget, type SiteTarget } from '#kit/site-target.ts'
import { isDomain } from '../site-url.ts'

/**
 * The site whose Search Console data has all of a domain or folder: the narrowest one that contains it. A domain has its subdomains,
 * a prefix only its own host. Null when none does.
 */
export function findContainingSite<Site extends { url: string }>(
  target: SiteTarget,
  sites: readonly Site[],
): Site | null {
  const containing = sites.flatMap((site) => {
    const parsed = parseSiteTarget(site.url)
    return parsed && contains(parsed, target, isDomain(site.url)) ? [{ site, parsed }] : []
  })
  // Of those that contain the same, the longest host and path are nearest.
  containing.sort((a, b) => getLength(b.parsed) - getLength(a.parsed))
  return containing[0]?.site ?? null
}

function contains(site: SiteTarget, target: SiteTarget, withSubdomains: boolean) {
  const isSameHost = target.host === site.host
  if (site.path !== '') return isSameHost && (target.path === site.path || target.path.startsWith(`${site.path}/`))
  return isSameHost || (withSubdomains && target.host.endsWith(`.${site.host}`))
}

const getLength = ({ host, path }: SiteTarget) => host.length + path.length

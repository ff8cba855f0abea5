import { domainToUnicode } from './domain-to-unicode.ts'

/**
 * What a tracker counts as the site: a host with its subdomains, or a folder of one host.
 * "example.com" has blog.example.com; "blog.example.com" doesn’t have example.com; "example.com/shop" has that folder of
 * example.com and www.example.com alone.
 */
export type SiteTarget = {
  /** Lower case, ASCII (Punycode), without "www.". */
  host: string
  /** Starts with "/" and doesn’t end with one; empty for the whole site. */
  path: string
}

const maxLength = 253

/** Null when it isn’t a domain with at least two parts. A URL is taken for its host and path. */
export function parseSiteTarget(value: string): SiteTarget | null {
  const trimmed = value.trim()
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password || address.port)
    return null
  const host = address.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/, '')
  if (host.length > maxLength || !/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host))
    return null
  return { host, path: toPath(address.pathname) }
}

/** As people write it: "münchen.example/shop". */
export const formatSiteTarget = ({ host, path }: SiteTarget) => `${domainToUnicode(host)}${decode(path)}`

/** Whether a result belongs to the site. Anything but http(s) doesn’t. */
export function isOnSite({ host, path }: SiteTarget, url: string): boolean {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return false
  const found = address.hostname.toLowerCase().replace(/\.$/, '')
  if (path === '') return found === host || found.endsWith(`.${host}`)
  if (found !== host && found !== `www.${host}`) return false
  const there = toPath(address.pathname)
  return there === path || there.startsWith(`${path}/`)
}

const toPath = (pathname: string) => decode(pathname).normalize('NFC').replace(/\/+/g, '/').replace(/\/$/, '')

/** Escapes that aren’t UTF-8 stay as they are. */
function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

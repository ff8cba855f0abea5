import { AppError } from '#kit/errors.ts'

/**
 * What belongs to a site. A domain (`example.com`) has all its subdomains and both schemes, as a domain property of Search Console has;
 * a prefix (`https://example.com/blog/`) has what begins like it.
 */

const maxSiteUrl = 500

/** The site’s URL as it’s stored: a bare domain, or a prefix that ends with a slash. @throws AppError invalid_input */
export function normalizeSiteUrl(given: string): string {
  const text = given.trim().replace(/^sc-domain:/i, '')
  const isPrefix = /^https?:\/\//i.test(text)
  const url = URL.parse(isPrefix ? text : `https://${text}`)
  if (
    !url ||
    text.length > maxSiteUrl ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    /\s/.test(text)
  )
    throw invalidSite()
  const isBare = !isPrefix && url.pathname === '/' && !url.search && !url.hash && url.port === ''
  if (isBare) {
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(url.hostname) || /^[\d.]+$/.test(url.hostname)) throw invalidSite()
    return url.hostname.replace(/^www\./, '')
  }
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

export const isDomain = (site: string) => !site.includes('/')

/** Whether a URL is one of the site’s. */
export function isInSite(site: string, url: URL): boolean {
  if (!isDomain(site)) return url.href.startsWith(site)
  return /^https?:$/.test(url.protocol) && (url.hostname === site || url.hostname.endsWith(`.${site}`))
}

/** Where a crawl starts. */
export const getStartUrl = (site: string) => (isDomain(site) ? `https://${site}/` : site)

const invalidSite = () =>
  new AppError('invalid_input', 'url must be a domain such as example.com, or the start of its URLs.', {
    field: 'url',
    reason: 'invalid_site_url',
  })

import { createHash } from 'node:crypto'
import { extractTerms } from '#features/reports/rules/keywords/extract-terms.ts'
import { getBoilerplate } from '#features/reports/rules/pages/page-boilerplate.ts'
import { extractTree } from '#features/reports/rules/pages/page-content.ts'
import { type PageElement, parseTree } from '#features/reports/rules/pages/page-parser.ts'
import { isInSite } from '../site-url.ts'
import { isFile, toPageUrl } from './page-url.ts'
import { isJsonLd, readSchemaTypes, toScript } from './schema-types.ts'

/** What a crawl learns from a page’s HTML. URLs of links are as `toPageUrl` writes them. */
export type PageFacts = {
  title: string | null
  description: string | null
  h1: string | null
  headings: { type: string; text: string }[]
  words: number
  language: string | null
  /** The term its title and text are about. Null if none stands out. */
  topic: string | null
  terms: { term: string; weight: number }[]
  schemaTypes: string[]
  canonical: string | null
  noindex: boolean
  nofollow: boolean
  images: number
  imagesWithoutAlt: number
  /** Pages of the site that the main content links to. */
  contentLinks: string[]
  /** Pages of the site that menus, footers and lists around the content link to, and the content doesn’t. */
  navigationLinks: string[]
  /** Of these, links marked `nofollow`. */
  unfollowed: string[]
  externalLinks: number
  /** Tells whether the main content changed. */
  digest: string
}

const maxLinks = 500
const maxHeadings = 100
const maxTerms = 20
const maxTermChars = 60_000

/** Takes any string and never throws. `robots`: the `X-Robots-Tag` of the response. */
export function readPageFacts(html: string, url: string, site: string, robots: string | null): PageFacts {
  const tree = parseTree(html)
  const { content, base, contentHrefs } = extractTree(tree, url)
  const found = collect(tree)
  const directives = `${robots ?? ''},${found.robots.join(',')}`.toLowerCase()
  const against = (base && URL.parse(base, url)?.href) || url
  // Without a main element, the content is what reads like it.
  const hrefs = found.hasMain
    ? found.links.filter(({ zone }) => zone === 'content').map(({ href }) => href)
    : contentHrefs
  const { inside: contentLinks } = toLinks(hrefs, against, site)
  const all = toLinks(
    found.links.map(({ href }) => href),
    against,
    site,
  )
  const ofContent = new Set(contentLinks)
  const nofollow = toLinks(
    found.links.filter(({ rel }) => rel).map(({ href }) => href),
    against,
    site,
  )
  const language = content.language
  const h1 = found.h1
  const terms = extractTerms(
    [{ url, text: content.body.slice(0, maxTermChars), headings: content.headings }],
    '',
    language ?? 'en',
    maxTerms,
  ).map(({ term, weight }) => ({ term: term.slice(0, 100), weight }))
  return {
    title: cut(content.title, 300),
    description: cut(content.description, 1000),
    h1: cut(h1, 300),
    headings: content.headings
      .slice(0, maxHeadings)
      .map(({ type, text }) => ({ type, text: clean(text).slice(0, 300) })),
    words: content.words,
    language: cut(language, 35),
    topic: getTopic(terms, `${content.title ?? ''} ${h1 ?? ''}`),
    terms,
    schemaTypes: readSchemaTypes(found.jsonLd),
    canonical: found.canonical === null ? null : (toPageUrl(found.canonical, against)?.href ?? null),
    noindex: /\b(?:noindex|none)\b/.test(directives),
    nofollow: /\b(?:nofollow|none)\b/.test(directives),
    images: found.images,
    imagesWithoutAlt: found.imagesWithoutAlt,
    contentLinks: contentLinks.slice(0, maxLinks),
    navigationLinks: all.inside.filter((link) => !ofContent.has(link)).slice(0, maxLinks),
    unfollowed: nofollow.inside,
    externalLinks: all.outside,
    digest: createHash('sha256').update(content.text).digest('base64url').slice(0, 22),
  }
}

const clean = (text: string) => text.replaceAll('\0', '')
const cut = (text: string | null, length: number) => text && clean(text).slice(0, length)

/** The strongest term of the text that the title or main heading names too, or shares a word with. */
function getTopic(terms: { term: string }[], heading: string): string | null {
  const named = heading.toLowerCase()
  const has = (text: string) => named.includes(text.toLowerCase())
  const shares = (term: string) => term.split(' ').some((word) => word.length > 3 && has(word))
  return (terms.find(({ term }) => has(term)) ?? terms.find(({ term }) => shares(term)))?.term ?? null
}

function toLinks(hrefs: string[], base: string, site: string) {
  const inside = new Set<string>()
  let outside = 0
  for (const href of hrefs) {
    if (href.startsWith('#')) continue
    const url = toPageUrl(href, base)
    if (!url) continue
    if (!isInSite(site, url)) outside++
    else if (!isFile(url)) inside.add(url.href)
  }
  return { inside: [...inside], outside }
}

/** `around`: neither in the main element nor surely a menu. */
type Zone = 'content' | 'around' | 'navigation'

type Found = {
  links: { href: string; rel: boolean; zone: Zone }[]
  hasMain: boolean
  robots: string[]
  jsonLd: string[]
  canonical: string | null
  h1: string | null
  images: number
  imagesWithoutAlt: number
}

/** Of all links, the ones in menus and footers too. */
function collect(root: PageElement): Found {
  const found: Found = {
    ...{ links: [], hasMain: false, robots: [], jsonLd: [], canonical: null, h1: null },
    ...{ images: 0, imagesWithoutAlt: 0 },
  }
  const visit = (element: PageElement, around: Zone) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const zone = getZone(child, around)
      if (zone === 'content') found.hasMain = true
      read(child, found, zone)
      visit(child, zone)
    }
  }
  visit(root, 'around')
  return found
}

const contentTags = new Set(['main', 'article'])
const navigationTags = new Set(['nav', 'aside', 'menu', 'footer', 'dialog'])
const navigationRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'menu', 'menubar'])

function getZone(element: PageElement, around: Zone): Zone {
  const { tag, attrs } = element
  if (around === 'navigation') return around
  if (navigationTags.has(tag) || navigationRoles.has(attrs.role?.toLowerCase() ?? '')) return 'navigation'
  if (contentTags.has(tag) || attrs.role === 'main') return 'content'
  return getBoilerplate(element) === 'certain' ? 'navigation' : around
}

const maxFoundLinks = 5000
const robotsNames = new Set(['robots', 'googlebot'])

function read(element: PageElement, found: Found, zone: Zone) {
  const { tag, attrs } = element
  if (tag === 'a' && attrs.href !== undefined && found.links.length < maxFoundLinks)
    found.links.push({ href: attrs.href, rel: /\bnofollow\b/i.test(attrs.rel ?? ''), zone })
  else if (tag === 'img') {
    found.images++
    // An empty alt marks decoration, which is right.
    if (attrs.alt === undefined) found.imagesWithoutAlt++
  } else if (tag === 'h1') found.h1 ??= toText(element) || null
  else if (tag === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attrs.rel ?? '')) found.canonical ??= attrs.href ?? null
  else if (tag === 'meta' && robotsNames.has(attrs.name?.toLowerCase() ?? '')) found.robots.push(attrs.content ?? '')
  else if (isJsonLd(element)) found.jsonLd.push(toScript(element))
}

const toText = (element: PageElement): string => {
  const parts = element.children.map((child) => (typeof child === 'string' ? child : toText(child)))
  return parts.join('').replace(/\s+/g, ' ').trim()
}

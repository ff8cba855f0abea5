import type { PageElement } from './page-parser.ts'

export type PageMetadata = {
  title: string | null
  description: string | null
  /** BCP 47. */
  language: string | null
  /** ISO 8601: a date, or a date and time when the page has both the time and its zone. */
  published_at: string | null
  /** Base URL of relative links, if the page sets one. */
  base: string | null
}

const titleNames = ['og:title', 'twitter:title', 'dc.title']
const descriptionNames = ['description', 'og:description', 'twitter:description', 'dc.description']
const publishedNames = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'article:published',
  'parsely-pub-date',
  'dc.date.issued',
  'dcterms.created',
  'dc.date.created',
  'dc.date',
  'publish-date',
  'publish_date',
  'publication_date',
  'pubdate',
  'date',
]

/** Reads metadata from a page's head, JSON-LD and `time` elements. Never throws. */
export function readMetadata(root: PageElement): PageMetadata {
  const found = collect(root)
  const meta = (names: string[]) => getFirst(names.map((name) => found.meta.get(name)))
  return {
    title: getFirst([found.title]) ?? meta(titleNames),
    description: meta(descriptionNames),
    language:
      asLanguage(root.attrs.lang ?? root.attrs['xml:lang'] ?? found.bodyLanguage) ??
      asLanguage(meta(['content-language', 'og:locale', 'dc.language'])),
    published_at: firstDate([
      ...publishedNames.slice(0, 3).map((name) => found.meta.get(name)),
      ...found.jsonLd.map(publishedInJsonLd),
      ...publishedNames.slice(3).map((name) => found.meta.get(name)),
      ...found.times,
    ]),
    base: found.base,
  }
}

type Found = {
  title: string | null
  base: string | null
  bodyLanguage: string | undefined
  meta: Map<string, string>
  jsonLd: string[]
  times: string[]
}

function collect(root: PageElement): Found {
  const found: Found = { title: null, base: null, bodyLanguage: undefined, meta: new Map(), jsonLd: [], times: [] }
  const visit = (element: PageElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      read(child, found)
      if (child.tag !== 'svg') visit(child)
    }
  }
  visit(root)
  return found
}

function read({ tag, attrs, children }: PageElement, found: Found) {
  const text = () => children.filter((child) => typeof child === 'string').join('')
  if (tag === 'title') found.title ??= text()
  else if (tag === 'base') found.base ??= attrs.href ?? null
  else if (tag === 'body') found.bodyLanguage = attrs.lang
  else if (tag === 'script') {
    if (attrs.type?.toLowerCase().includes('ld+json')) found.jsonLd.push(text())
  } else if (tag === 'time') {
    if (attrs.datetime && ('pubdate' in attrs || found.times.length < 3)) found.times.push(attrs.datetime)
  }
  const value = tag === 'meta' ? attrs.content : attrs.itemprop ? (attrs.datetime ?? attrs.content) : undefined
  if (value === undefined) return
  for (const name of [attrs.property, attrs.name, attrs.itemprop, attrs['http-equiv']]) {
    if (name && !found.meta.has(name.toLowerCase())) found.meta.set(name.toLowerCase(), value)
  }
}

function getFirst(values: (string | null | undefined)[]) {
  for (const value of values) {
    const text = value?.replace(/\s+/g, ' ').trim()
    if (text) return text
  }
  return null
}

function asLanguage(value: string | null | undefined) {
  const tag = value?.split(',')[0]?.trim().replaceAll('_', '-')
  if (!tag) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Extracts one value without parsing, because JSON-LD is often broken or huge. */
function publishedInJsonLd(json: string) {
  return /"datePublished"\s*:\s*"([^"]{8,40})"/.exec(json)?.[1]
}

function firstDate(values: (string | null | undefined)[]) {
  for (const value of values) {
    const date = value && asDate(value.trim())
    if (date) return date
  }
  return null
}

const isoDate = /^((?:19[89]|20\d)\d-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?/i

/** Accepts only ISO 8601 order, since "03/04/2024" is ambiguous. */
function asDate(value: string) {
  const [, day, time, zone] = isoDate.exec(value) ?? []
  if (!day || Number.isNaN(Date.parse(day))) return null
  if (!time || !zone) return day
  const instant = new Date(`${day}T${time}${zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(instant.getTime()) ? day : instant.toISOString()
}

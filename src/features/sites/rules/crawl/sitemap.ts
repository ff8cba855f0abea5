import { Tokenizer } from 'htmlparser2'

/** A sitemap, or an index of sitemaps. */
export type Sitemap = { urls: { url: string; lastmod: string | null }[]; sitemaps: string[] }

/** The protocol’s limit. */
export const maxSitemapUrls = 50_000
const maxValue = 4000

/** Reads XML of any kind, however broken, in linear time. Feeds and lists of plain URLs aren’t read. */
export function parseSitemap(xml: string): Sitemap {
  const sitemap: Sitemap = { urls: [], sitemaps: [] }
  let tag = ''
  let text = ''
  let entry: { kind: 'url' | 'sitemap'; loc: string; lastmod: string } | null = null
  const add = (piece: string) => {
    if (entry && (tag === 'loc' || tag === 'lastmod') && text.length < maxValue) text += piece
  }
  const close = () => {
    if (!entry) return
    const loc = entry.loc.trim()
    if (loc && sitemap.urls.length + sitemap.sitemaps.length < maxSitemapUrls) {
      if (entry.kind === 'sitemap') sitemap.sitemaps.push(loc)
      else sitemap.urls.push({ url: loc, lastmod: entry.lastmod.trim().slice(0, 40) || null })
    }
    entry = null
  }
  const getName = (start: number, end: number) => xml.slice(start, end).toLowerCase()
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => add(xml.slice(start, end)),
      ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
      oncdata: (start, end, offset) => add(xml.slice(start, end - offset)),
      onopentagname(start, end) {
        tag = getName(start, end)
        text = ''
        if (tag === 'url' || tag === 'sitemap') {
          close()
          entry = { kind: tag, loc: '', lastmod: '' }
        }
      },
      onclosetag(start, end) {
        const name = getName(start, end)
        if (entry && name === tag && (name === 'loc' || name === 'lastmod')) entry[name] ||= text
        if (name === 'url' || name === 'sitemap') close()
        tag = ''
      },
      onopentagend() {},
      onselfclosingtag() {},
      onattribname() {},
      onattribdata() {},
      onattribentity() {},
      onattribend() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend: close,
    },
  )
  tokenizer.write(xml)
  tokenizer.end()
  return sitemap
}

import { type ImageWidths, toSrcset } from '#features/images/image-url.ts'
import { markdownToHtml } from '#kit/markdown-html.ts'
import { toSlug } from './slug.ts'

export type Article = {
  html: string
  headings: { level: number; text: string; id: string }[]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const toText = (html: string) =>
  html
    .replace(/<sup>.*?<\/sup>|<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .trim()

const ownPicture = /<img src="((?:https?:\/\/[^/"]+)?\/images\/([0-9a-f-]{36})\/(?:full|\d+))"/g
/** Width of the text column. */
const textWidth = '(max-width: 43rem) 94vw, 39rem'

/** Ids used by the page around the article. */
const reservedIds = /^(content|related|like|source-\d+)$/

/**
 * A post's body as safe HTML. It is sanitized first (kit/markdown-html.ts); everything added afterwards has escaped attributes.
 * Headings start at h2 and have ids, images load lazily, tables and code scroll.
 * @param foreign user-generated: links get `ugc nofollow`
 * @param pictures sizes of our images by id, for `srcset` and to avoid layout shift
 */
export function articleHtml(
  markdown: string,
  sources: ReadonlySet<number>,
  foreign: boolean,
  pictures: ReadonlyMap<string, ImageWidths> = new Map(),
): Article {
  const headings: Article['headings'] = []
  const ids = new Set<string>()
  /** Next suffix per heading text, so that many equal headings don't take quadratic time. */
  const uses = new Map<string, number>()
  const safe = markdownToHtml(markdown, sources)
  const highest = Math.min(...[...safe.matchAll(/<h([1-6])>/g)].map((match) => Number(match[1])), 6)
  const html = safe
    .replace(/<h([1-6])>([\s\S]*?)<\/h\1>/g, (_, given: string, inside: string) => {
      const level = Math.min(6, Number(given) - highest + 2)
      const text = toText(inside)
      const id = freeId(toSlug(text) || 'section')
      if (text) headings.push({ level, text, id })
      return `<h${level} id="${id}">${inside}<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${level}>`
    })
    .replace(ownPicture, (tag, address: string, id: string) => {
      const known = pictures.get(id)
      if (!known) return tag
      const { width, height, files } = known
      return `<img width="${width}" height="${height}" srcset="${toSrcset(address, files)}" sizes="${textWidth}" ${tag.slice('<img '.length)}`
    })
    .replaceAll('<img ', '<img loading="lazy" decoding="async" ')
    .replaceAll('<table>', '<div class="wide" role="group" tabindex="0" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<a (?=href="https?:)/gi, `<a rel="${foreign ? 'ugc nofollow noopener' : 'noopener'}" `)
  return { html, headings }

  function freeId(wanted: string) {
    let id = reservedIds.test(wanted) ? `${wanted}-1` : wanted
    let n = uses.get(wanted) ?? 2
    for (; ids.has(id); n++) id = `${wanted}-${n}`
    uses.set(wanted, n)
    ids.add(id)
    return id
  }
}

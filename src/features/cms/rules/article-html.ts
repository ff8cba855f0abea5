import { type ImageWidths, toSrcset } from '#features/images/rules/image-url.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import type { PostSource } from '../contract.ts'
import { type Faq, getFaq, toText } from './faq.ts'
import { numberSources } from './number-sources.ts'
import { toSlug } from './slug.ts'

export type Article = {
  html: string
  /** The cited ones, numbered from 1 as they appear. */
  sources: PostSource[]
  headings: { level: number; text: string; id: string }[]
  faq: Faq[]
}

const ownImage = /<img src="((?:https?:\/\/[^/"]+)?\/images\/([0-9a-f-]{36})\/(?:full|\d+))"/g
/** Width of the text column. */
const textWidth = '(max-width: 43rem) 94vw, 39rem'

/** Ids used by the page around the article. */
const reservedIds = /^(content|related|more|like|author|sources|source-\d+)$/

/**
 * A post's body as safe HTML. It is sanitized first (kit/markdown/markdown-html.ts); everything added afterwards has escaped attributes.
 * Headings start at h2 and have ids, images load lazily, tables and code scroll.
 * @param foreign user-generated: links get `ugc nofollow`
 * @param imageWidths sizes of our images by id, for `srcset` and to avoid layout shift
 */
export function articleHtml(
  markdown: string,
  sources: PostSource[],
  foreign: boolean,
  imageWidths: ReadonlyMap<string, ImageWidths> = new Map(),
  language = 'en',
): Article {
  const headings: Article['headings'] = []
  const ids = new Set<string>()
  /** Next suffix per heading text, so that many equal headings don't take quadratic time. */
  const uses = new Map<string, number>()
  const cited = new Set(sources.map(({ n }) => n))
  const { html: safe, sources: numbered } = numberSources(markdownToHtml(markdown, cited, language), sources)
  const highest = Math.min(...[...safe.matchAll(/<h([1-6])>/g)].map((match) => Number(match[1])), 6)
  const html = safe
    .replace(/<h([1-6])>([\s\S]*?)<\/h\1>/g, (_, given: string, inside: string) => {
      const level = Math.min(6, Number(given) - highest + 2)
      const text = toText(inside)
      const id = freeId(toSlug(text) || 'section')
      if (text) headings.push({ level, text, id })
      return `<h${level} id="${id}">${inside}<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${level}>`
    })
    .replace(ownImage, (tag, address: string, id: string) => {
      const known = imageWidths.get(id)
      if (!known) return tag
      const { width, height, files } = known
      return `<img width="${width}" height="${height}" srcset="${toSrcset(address, files)}" sizes="${textWidth}" ${tag.slice('<img '.length)}`
    })
    .replaceAll('<img ', '<img loading="lazy" decoding="async" ')
    .replaceAll('<table>', '<div class="wide" role="group" tabindex="0" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<a (?=href="https?:)/gi, `<a rel="${foreign ? 'ugc nofollow noopener' : 'noopener'}" `)
  return { html, headings, faq: getFaq(safe), sources: numbered }

  function freeId(requestedId: string) {
    let id = reservedIds.test(requestedId) ? `${requestedId}-1` : requestedId
    let n = uses.get(requestedId) ?? 2
    for (; ids.has(id); n++) id = `${requestedId}-${n}`
    uses.set(requestedId, n)
    ids.add(id)
    return id
  }
}

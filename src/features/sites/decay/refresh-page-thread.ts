/** Reads a page as a document in a worker thread, because untrusted HTML may be built to take very long. */

import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  mapElements,
  parseHtml,
  toText,
} from '#features/publishing/rules/content/html-tree.ts'
import { toMarkdown } from '#features/publishing/rules/content/to-markdown.ts'
import { decodePage } from '#features/reports/rules/pages/page-charset.ts'
import { extractPage } from '#features/reports/rules/pages/page-content.ts'

export type RefreshTask = { bytes: Uint8Array; contentType: string | null; url: string }
export type RefreshPage = { title: string; language: string | null; markdown: string }

const around = new Set('nav header footer aside script style noscript template form iframe svg button head'.split(' '))
const maxTextChars = 400_000

export default function readPage({ bytes, contentType, url }: RefreshTask): RefreshPage {
  const html = decodePage(bytes, contentType)
  const content = extractPage(html, url)
  const nodes = parseHtml(html)
  const main = findLargest(nodes, 'article') ?? findLargest(nodes, 'main')
  const markdown = toMarkdown(clean(main ? main.children : nodes, url), {
    headingShift: 0,
    getImageUrl: (address) => URL.parse(address, url)?.href ?? address,
    getSourceNumber: (n) => n,
  })
  // Where the markup hides the text, its paragraphs alone are better than a part of it.
  const isPart = toText(parseHtml(markdown)).length < content.body.length / 2
  const title = content.headings.find(({ type }) => type === 'h1')?.text ?? content.title ?? url
  return {
    title: title.slice(0, 300),
    language: content.language,
    markdown: withoutTitle(isPart ? content.body : markdown, title).slice(0, maxTextChars),
  }
}

/** The title is a field of its own. */
const withoutTitle = (markdown: string, title: string) =>
  markdown.startsWith(`# ${title}`) ? markdown.slice(title.length + 2).trimStart() : markdown

function findLargest(nodes: HtmlNode[], tag: string): HtmlElement | null {
  let best: HtmlElement | null = null
  const visit = (list: HtmlNode[]) => {
    for (const node of list) {
      if (typeof node === 'string') continue
      if (isElement(node, tag) && (!best || toText(node.children).length > toText(best.children).length)) best = node
      else visit(node.children)
    }
  }
  visit(nodes)
  return best
}

const clean = (nodes: HtmlNode[], url: string): HtmlNode[] =>
  mapElements(nodes, (element) => {
    if (around.has(element.tag)) return []
    if (element.tag === 'img') return [{ ...element, attrs: { ...element.attrs, src: getImageSource(element.attrs) } }]
    const href = element.attrs.href
    const target = href === undefined ? null : URL.parse(href, url)
    return [target ? { ...element, attrs: { ...element.attrs, href: target.href } } : element]
  })

/** Where an image is. Pages that load images late have the URL in another attribute and a blank image in `src`. */
function getImageSource(attrs: Record<string, string>): string {
  const { src = '' } = attrs
  const late = attrs['data-src'] ?? attrs['data-lazy-src'] ?? attrs['data-original']
  if (late) return late
  if (src !== '' && !src.startsWith('data:')) return src
  const widest = (attrs['data-srcset'] ?? attrs.srcset ?? '')
    .split(/,\s+/)
    .map((one) => one.trim().split(/\s+/))
    .toSorted(([, a = ''], [, b = '']) => Number.parseFloat(b) - Number.parseFloat(a))[0]?.[0]
  return widest || src
}

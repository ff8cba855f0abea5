import { type ContentFormat, type PostMarker, toMarkerText } from '#providers/publishing/port.ts'
import {
  type ArticlePlaces,
  type ArticleText,
  getArticleNodes,
  getFaqJson,
  getLoneImage,
  getSourceList,
  getSourcesLabel,
} from './article-nodes.ts'
import { type HtmlElement, type HtmlNode, isElement, mapElements, toHtml } from './html-tree.ts'
import { htmlBlock, toGutenberg } from './to-gutenberg.ts'

export type RenderInput = ArticleText &
  ArticlePlaces & {
    format: ContentFormat
    /** Null for comparing texts. */
    marker: PostMarker | null
    /** Whether the destination keeps scripts in posts. */
    keepsScripts: boolean
  }

export type RenderedArticle = { content: string; structuredData: string | null }

/** A document's text in a destination's format, with its sources as a list, and its questions as structured data. */
export function renderArticle(input: RenderInput): RenderedArticle {
  const { body, sources, faq } = getArticleNodes(input, input)
  const structuredData = getFaqJson(faq, input.language)
  const heading: HtmlElement = { tag: 'h2', attrs: {}, children: [getSourcesLabel(input.language)] }
  const list = getSourceList(sources)
  const hidden = [
    ...(structuredData && input.keepsScripts && input.format !== 'ghost'
      ? [`<script type="application/ld+json">${structuredData}</script>`]
      : []),
    ...(input.marker ? [`<!-- ${toMarkerText(input.marker)} -->`] : []),
  ].join('\n')
  const sizes = getSizes(input.images)
  const content = formats[input.format]({ body, sizes, sources: sources.length > 0 ? { heading, list } : null, hidden })
  return { content, structuredData }
}

type Sizes = Map<string, { width: string; height: string }>
type Parts = {
  body: HtmlNode[]
  /** Pixels of images, by URL. */
  sizes: Sizes
  sources: { heading: HtmlElement; list: HtmlElement } | null
  hidden: string
}

const formats: Record<ContentFormat, (parts: Parts) => string> = {
  gutenberg: ({ body, sources, hidden }) =>
    [
      toGutenberg(body),
      ...(sources ? [toGutenberg([sources.heading]), htmlBlock(toHtml([sources.list]))] : []),
      ...(hidden ? [htmlBlock(hidden)] : []),
    ].join('\n\n'),

  // Ghost's editor has no tables and drops the ids of list items: both are cards of HTML.
  ghost: ({ body, sizes, sources }) =>
    [
      ...toPlain(body).map((node) =>
        isElement(node, 'table') ? ghostCard(toHtml([node])) : toHtml(withSizes([node], sizes)),
      ),
      ...(sources ? [toHtml([sources.heading]), ghostCard(toHtml([sources.list]))] : []),
    ].join('\n'),

  html: ({ body, sources, hidden }) =>
    [toHtml(toPlain(body)), ...(sources ? [toHtml([sources.heading, sources.list])] : []), ...(hidden ? [hidden] : [])]
      .join('\n')
      .trim(),
}

const ghostCard = (html: string) => `<!--kg-card-begin: html-->\n${html}\n<!--kg-card-end: html-->`

const getSizes = (images: ArticlePlaces['images']): Sizes =>
  new Map(
    Object.values(images).flatMap(({ url, width, height }) =>
      width && height ? [[url, { width: String(width), height: String(height) }]] : [],
    ),
  )

/** Ghost's image cards take their pixels from the HTML. Without them a page moves while images load, and offers no smaller files. */
const withSizes = (nodes: HtmlNode[], sizes: Sizes): HtmlNode[] =>
  mapElements(nodes, (element) => {
    const size = element.tag === 'img' ? sizes.get(element.attrs.src ?? '') : undefined
    return [size ? { ...element, attrs: { ...element.attrs, ...size } } : element]
  })

/** Figures around images, quotes for callouts, and nothing that is ours alone. */
const toPlain = (body: HtmlNode[]): HtmlNode[] =>
  mapElements(body, (element) => {
    if (element.tag === 'img') {
      const { 'data-id': _, ...attrs } = element.attrs
      return [{ ...element, attrs }]
    }
    if (element.tag === 'aside') return [{ tag: 'blockquote', attrs: {}, children: element.children }]
    if (element.attrs.class === 'callout-label') return [{ ...element, attrs: {} }]
    const image = getLoneImage(element)
    return [image ? toFigure(image) : element]
  })

function toFigure({ attrs: { title, ...attrs }, ...image }: HtmlElement): HtmlElement {
  const caption = title ? [{ tag: 'figcaption', attrs: {}, children: [title] }] : []
  return { tag: 'figure', attrs: {}, children: [{ ...image, attrs }, ...caption] }
}

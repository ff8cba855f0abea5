import type { PostSource } from '#features/cms/contract.ts'
import { getFaq } from '#features/cms/rules/faq.ts'
import { numberSources } from '#features/cms/rules/number-sources.ts'
import { withoutTitle } from '#features/cms/rules/post-excerpt.ts'
import { getImageId } from '#features/images/rules/image-url.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { type HtmlElement, type HtmlNode, isElement, mapElements, parseHtml } from './html-tree.ts'

/** A document's text as a tree that every destination's format is made from. */

export type ArticleText = {
  title: string
  contentMd: string
  sources: PostSource[]
  /** BCP 47. */
  language: string
}

export type ArticlePlaces = {
  /** Where our images are on the destination, by id, with their pixels where they're sent. */
  images: Record<string, { id: string | null; url: string; width?: number; height?: number }>
  /** Where other documents are on the destination, by id. */
  documents: Record<string, string>
  publicUrl: string
}

export type ArticleNodes = {
  body: HtmlNode[]
  /** The sources that the text cites, numbered from 1. */
  sources: PostSource[]
  faq: { question: string; answer: string }[]
  /** How much lower headings are than in the document. */
  headingShift: number
}

const documentPath = /^(?:https?:\/\/[^/]+)?\/app\/content\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/

export function getArticleNodes(
  { title, contentMd, sources, language }: ArticleText,
  { images, documents, publicUrl }: ArticlePlaces,
): ArticleNodes {
  const markdown = withoutTitle(contentMd, title)
  const cited = new Set(sources.map(({ n }) => n))
  const { html, sources: numbered } = numberSources(markdownToHtml(markdown, cited, language), sources)
  const levels = [...html.matchAll(/<h([1-6])>/g)].map((match) => Number(match[1]))
  // The title is the page's h1.
  const headingShift = levels.length === 0 ? 0 : 2 - Math.min(...levels)
  const tree = parseHtml(html).filter((node) => isElement(node) || node.trim() !== '')
  const body = mapElements(tree, (element) => {
    const heading = /^h([1-6])$/.exec(element.tag)
    if (heading) return [{ ...element, tag: `h${Math.min(6, Number(heading[1]) + headingShift)}` }]
    if (element.tag === 'a') return placeLink(element, documents)
    if (element.tag === 'img') return [placeImage(element, images, publicUrl)]
    // Other editors remove fields of forms.
    if (element.tag === 'input') return ['checked' in element.attrs ? '☑' : '☐']
    return [element]
  })
  return { body, sources: numbered, faq: getFaq(html), headingShift }
}

/** Links to other documents lead to where those are published, or nowhere. */
function placeLink(element: HtmlElement, documents: Record<string, string>): HtmlNode[] {
  const id = documentPath.exec(element.attrs.href ?? '')?.[1]
  if (!id) return [element]
  const url = documents[id]
  return url ? [{ ...element, attrs: { ...element.attrs, href: url } }] : element.children
}

function placeImage(element: HtmlElement, images: ArticlePlaces['images'], publicUrl: string): HtmlElement {
  const src = element.attrs.src ?? ''
  const id = getImageId(src)
  const placed = id ? images[id] : undefined
  if (placed)
    return {
      ...element,
      attrs: { ...element.attrs, src: placed.url, ...(placed.id ? { 'data-id': placed.id } : {}) },
    }
  return { ...element, attrs: { ...element.attrs, src: src.startsWith('/') ? publicUrl + src : src } }
}

/** The image that is all a paragraph has. */
export function getLoneImage(element: HtmlElement): HtmlElement | null {
  const inside = element.children.filter((node) => isElement(node) || node.trim() !== '')
  return element.tag === 'p' && inside.length === 1 && isElement(inside[0], 'img') ? inside[0] : null
}

const sourcesLabels: Record<string, string> = {
  en: 'Sources',
  de: 'Quellen',
  es: 'Fuentes',
  fr: 'Sources',
  it: 'Fonti',
  nl: 'Bronnen',
  pt: 'Fontes',
}
export const getSourcesLabel = (language: string) =>
  sourcesLabels[language.toLowerCase().split('-')[0]!] ?? sourcesLabels.en!

/** The list of cited pages. Its items are what the numbers in the text lead to. */
export function getSourceList(sources: PostSource[]): HtmlElement {
  return {
    tag: 'ol',
    attrs: {},
    children: sources.map(({ n, url, title }) => ({
      tag: 'li',
      attrs: { id: `source-${n}` },
      children: [/^https?:/i.test(url) ? { tag: 'a', attrs: { href: url }, children: [title || url] } : title || url],
    })),
  }
}

/** FAQPage as JSON that can stand in a script element. Null for fewer than two questions. */
export function getFaqJson(faq: ArticleNodes['faq'], language: string): string | null {
  if (faq.length === 0) return null
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }).replaceAll('<', '\\u003c')
}

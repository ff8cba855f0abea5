import { toBlocks } from '#features/ai-content/rules/markdown-blocks.ts'
import { withoutTitle } from '#features/cms/rules/post-excerpt.ts'
import { imagePath } from '#features/images/rules/image-url.ts'
import { type CalloutKind, getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'
import { getArticleNodes, getSourcesLabel } from './article-nodes.ts'
import { type HtmlElement, type HtmlNode, isElement, parseHtml, toText } from './html-tree.ts'
import { type RenderInput, renderArticle } from './render-article.ts'
import { getSourceMark, toMarkdown } from './to-markdown.ts'

export type ReadInput = {
  /** The post's text on the destination, as HTML. */
  content: string
  /** What was sent there last. */
  base: RenderInput
}

export type ReadArticle = {
  /** The destination's text, in the document's own words where it's unchanged. */
  markdown: string
  /** Whether its text is that of `base`, whatever the markup. */
  isSame: boolean
}

/** Reads a post back into Markdown that can be compared with the document it came from. */
export function readArticle({ content, base }: ReadInput): ReadArticle {
  const sent = renderArticle({ ...base, marker: null })
  const { headingShift, sources } = getArticleNodes(base, base)
  const originals = new Map(base.sources.map(({ url, n }) => [url, n]))
  const numbers = new Map(sources.map(({ n, url }) => [n, originals.get(url) ?? n]))
  const images = new Map(Object.entries(base.images).map(([id, { url }]) => [url, imagePath(id)]))
  const options = {
    headingShift,
    getSourceNumber: (n: number) => numbers.get(n) ?? n,
    getImageUrl: (url: string) =>
      images.get(url) ?? (url.startsWith(`${base.publicUrl}/images/`) ? url.slice(base.publicUrl.length) : url),
  }
  const read = (html: string) =>
    toBlocks(toMarkdown(withoutSources(parseHtml(html), getSourcesLabel(base.language)), options))
  const getKey = createKey(base.language)
  const before = read(sent.content)
  const now = read(content)
  const known = pairBlocks(before, toBlocks(withoutTitle(base.contentMd, base.title)), getKey)
  return {
    markdown: now.map((block) => known.get(block) ?? block).join('\n\n'),
    isSame: before.map(getKey).join('\n') === now.map(getKey).join('\n'),
  }
}

/** The list of sources, with its heading, is made from the citations and no part of the text. */
function withoutSources(nodes: HtmlNode[], label: string): HtmlNode[] {
  const isList = (node: HtmlNode | undefined): node is HtmlElement =>
    isElement(node, 'ol') &&
    node.children.some((item) => isElement(item, 'li') && /^source-\d/.test(item.attrs.id ?? ''))
  const at = nodes.findIndex(isList)
  if (at < 0) return withoutMarkedSources(nodes, label)
  let before = at - 1
  while (typeof nodes[before] === 'string') before--
  const heading = nodes[before]
  const from = isElement(heading, 'h2') && toText(heading.children).trim() === label ? before : at
  return [...nodes.slice(0, from), ...nodes.slice(at + 1)]
}

/** Editors may drop the ids of list items: then it's the list at the end below our heading, in a text with citations. */
function withoutMarkedSources(nodes: HtmlNode[], label: string): HtmlNode[] {
  const hasMarks = (list: HtmlNode[]): boolean =>
    list.some(
      (node) => isElement(node) && ((node.tag === 'sup' && getSourceMark(node) !== null) || hasMarks(node.children)),
    )
  const at = nodes.findLastIndex((node) => isElement(node, 'h2') && toText(node.children).trim() === label)
  return at >= 0 && hasMarks(nodes) ? nodes.slice(0, at) : nodes
}

/** What stays of a block in any markup: letters and digits, also of where images and links lead. */
const createKey = (language: string) => (block: string) =>
  block
    .replace(/^(`{3,}|~{3,})[^\n]*/, '')
    .replace(/^> *\[!(note|tip|important|warning|caution)\]/i, (_, kind: string) =>
      getCalloutLabel(kind.toLowerCase() as CalloutKind, language),
    )
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** The document's own blocks by what reading them back gives. Lists with empty lines are several blocks of the document. */
function pairBlocks(read: string[], own: string[], getKey: (block: string) => string): Map<string, string> {
  const pairs = new Map<string, string>()
  let at = 0
  for (const block of read) {
    const key = getKey(block)
    let end = at
    let found = ''
    while (end < own.length && found.length < key.length) found += getKey(own[end++]!)
    if (found === key && end > at) {
      pairs.set(block, own.slice(at, end).join('\n\n'))
      at = end
      continue
    }
    // Looks for the next block that fits, so that one that reads differently doesn't lose the others.
    const next = own.findIndex((each, index) => index >= at && getKey(each) === key)
    if (next < 0) continue
    pairs.set(block, own[next]!)
    at = next + 1
  }
  return pairs
}

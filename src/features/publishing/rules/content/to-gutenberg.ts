import { getLoneImage } from './article-nodes.ts'
import { escapeHtml, type HtmlElement, type HtmlNode, isElement, mapElements, toHtml } from './html-tree.ts'

/** WordPress blocks, as the block editor of WordPress saves them, so that people can go on editing there. */

export function toGutenberg(body: HtmlNode[]): string {
  return body
    .flatMap((node) => toBlocks(node))
    .filter(Boolean)
    .join('\n\n')
}

const block = (name: string, html: string, attributes: object | null = null) =>
  `<!-- wp:${name}${attributes ? ` ${toAttributes(attributes)}` : ''} -->\n${html}\n<!-- /wp:${name} -->`

/** A comment can't hold two dashes or angle brackets. */
const toAttributes = (attributes: object) =>
  JSON.stringify(attributes).replace(/--|[<>&]/g, (sign) =>
    [...sign].map((one) => `\\u00${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  )

/** Code that no block is made of, shown as it is. */
export const htmlBlock = (html: string) => block('html', html)

function toBlocks(node: HtmlNode): string[] {
  if (typeof node === 'string') return node.trim() === '' ? [] : [paragraph([node])]
  switch (node.tag) {
    case 'p': {
      const image = getLoneImage(node)
      return [image ? imageBlock(image) : paragraph(node.children)]
    }
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [heading(node)]
    case 'ul':
    case 'ol':
      return [list(node)]
    case 'blockquote':
    case 'aside':
      return [block('quote', `<blockquote class="wp-block-quote">${inner(node.children)}</blockquote>`)]
    case 'pre':
      return [code(node)]
    case 'table':
      return [table(node)]
    case 'hr':
      return [block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>')]
    default:
      return [block('html', toHtml([node]))]
  }
}

const inner = (nodes: HtmlNode[]) => nodes.flatMap((node) => toBlocks(node)).join('\n\n')

/** Images inside text are smaller than a block. */
const inline = (nodes: HtmlNode[]) =>
  toHtml(
    mapElements(nodes, (element) => {
      if (element.tag !== 'img') return [element]
      const { 'data-id': id, ...attrs } = element.attrs
      return [{ ...element, attrs: { ...(id ? { class: `wp-image-${id}` } : {}), ...attrs } }]
    }),
  )
    .trim()
    .replace(/\n/g, ' ')

const paragraph = (nodes: HtmlNode[]) => block('paragraph', `<p>${inline(nodes)}</p>`)

function heading({ tag, children }: HtmlElement) {
  const level = Number(tag[1])
  const html = `<${tag} class="wp-block-heading">${inline(children)}</${tag}>`
  return block('heading', html, level === 2 ? null : { level })
}

function imageBlock({ attrs }: HtmlElement) {
  const { src = '', alt = '', title, 'data-id': id } = attrs
  const caption = title ? `<figcaption class="wp-element-caption">${escapeHtml(title)}</figcaption>` : ''
  const known = id ? ` class="wp-image-${escapeHtml(id)}"` : ''
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${known}/>`
  const figure = `<figure class="wp-block-image size-full">${image}${caption}</figure>`
  return block('image', figure, { ...(id ? { id: Number(id) } : {}), sizeSlug: 'full', linkDestination: 'none' })
}

function list({ tag, attrs, children }: HtmlElement): string {
  const items = children
    .filter((node) => isElement(node, 'li'))
    .map((item) => {
      const nested = item.children.filter((node) => isElement(node, 'ul', 'ol')) as HtmlElement[]
      const own = item.children
        .filter((node) => !isElement(node, 'ul', 'ol'))
        .flatMap((node) => (isElement(node, 'p') ? [...node.children, ' '] : [node]))
      return block('list-item', `<li>${inline(own)}${nested.map(list).join('')}</li>`)
    })
  const start = attrs.start ? Number(attrs.start) : null
  const attributes = tag === 'ol' ? { ordered: true, ...(start ? { start } : {}) } : null
  const startAttr = start ? ` start="${start}"` : ''
  return block('list', `<${tag}${startAttr} class="wp-block-list">${items.join('\n\n')}</${tag}>`, attributes)
}

function code({ children }: HtmlElement) {
  const text = children.map((node) => (isElement(node, 'code') ? toHtml(node.children) : toHtml([node]))).join('')
  return block('code', `<pre class="wp-block-code"><code>${text.replace(/\n$/, '')}</code></pre>`)
}

/** Alignment is a class and an attribute in WordPress, not a style. */
function table(element: HtmlElement) {
  const rows = mapElements([element], (each) => {
    if (!['td', 'th'].includes(each.tag)) {
      const children = each.children.filter((node) => isElement(node) || node.trim() !== '')
      return ['table', 'thead', 'tbody', 'tr'].includes(each.tag) ? [{ ...each, attrs: {}, children }] : [each]
    }
    const align = /text-align:\s*(left|center|right)/.exec(each.attrs.style ?? '')?.[1]
    const attrs: Record<string, string> = align ? { class: `has-text-align-${align}`, 'data-align': align } : {}
    return [{ ...each, attrs }]
  })
  const html = toHtml(rows).replace('<table>', '<table class="has-fixed-layout">')
  return block('table', `<figure class="wp-block-table">${html}</figure>`)
}

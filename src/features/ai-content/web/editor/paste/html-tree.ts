/** Pasted HTML as plain objects, so that it can be changed without a browser. */

export type PastedElement = { tag: string; attrs: Record<string, string>; children: PastedNode[] }
/** A comment is an element with the tag `#`, and its text as the attribute `text`. */
export type PastedNode = string | PastedElement

export const isElement = (node: PastedNode | undefined, ...tags: string[]): node is PastedElement =>
  typeof node === 'object' && (tags.length === 0 ? node.tag !== '#' : tags.includes(node.tag))

export const getText = (node: PastedNode): string =>
  typeof node === 'string' ? node : node.tag === '#' ? '' : node.children.map(getText).join('')

export const el = (tag: string, children: PastedNode[], attrs: Record<string, string> = {}): PastedElement => ({
  tag,
  attrs,
  children,
})

/** Deepest nesting that is read. Deeper elements, which only a broken page has, are left out. */
const maxDepth = 200

export function readNodes(parent: Node, depth = 0): PastedNode[] {
  if (depth > maxDepth) return []
  return [...parent.childNodes].flatMap((node): PastedNode[] => {
    if (node.nodeType === 3) return [node.nodeValue ?? '']
    if (node.nodeType === 8) return [el('#', [], { text: node.nodeValue ?? '' })]
    if (node.nodeType !== 1) return []
    const element = node as Element
    const attrs = Object.fromEntries([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value]))
    return [el(element.nodeName.toLowerCase(), readNodes(element, depth + 1), attrs)]
  })
}

/** Changes elements from the inside out. An array takes an element's place. */
export function mapElements(
  nodes: PastedNode[],
  change: (element: PastedElement) => PastedNode | PastedNode[],
): PastedNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : change({ ...node, children: mapElements(node.children, change) }),
  )
}

const voidTags = /^(?:br|hr|img|input)$/

export function writeHtml(nodes: PastedNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      if (node.tag === '#') return ''
      const attributes = Object.entries(node.attrs).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      const open = `<${node.tag}${attributes.join('')}>`
      return voidTags.test(node.tag) ? open : `${open}${writeHtml(node.children)}</${node.tag}>`
    })
    .join('')
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** A style's value, such as "bold" of "font-weight". */
export const getStyle = ({ attrs }: PastedElement, name: string): string =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, 'i').exec(attrs.style ?? '')?.[1]?.trim() ?? ''

export const hasClass = ({ attrs }: PastedElement, pattern: RegExp) =>
  (attrs.class ?? '').split(/\s+/).some((name) => pattern.test(name))

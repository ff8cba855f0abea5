import { Parser } from 'htmlparser2'

/** HTML as a tree that is small enough to rewrite by hand. Comments and scripts are left out. */

export type HtmlElement = { tag: string; attrs: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = HtmlElement | string

const maxDepth = 100
const skipped = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg'])
const voids = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr', 'col'])

export const isElement = (node: HtmlNode | undefined, ...tags: string[]): node is HtmlElement =>
  typeof node === 'object' && (tags.length === 0 || tags.includes(node.tag))

export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', attrs: {}, children: [] }
  const open = [root]
  let skippedTag: string | null = null
  let tooDeep = 0
  const parser = new Parser(
    {
      onopentag(tag, attrs) {
        if (skippedTag) return
        if (skipped.has(tag)) {
          skippedTag = tag
          return
        }
        if (open.length > maxDepth) {
          tooDeep++
          return
        }
        const element = { tag, attrs, children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(text) {
        if (skippedTag) return
        const { children } = open.at(-1)!
        if (typeof children.at(-1) === 'string') children[children.length - 1] += text
        else children.push(text)
      },
      onclosetag(tag) {
        if (skippedTag) {
          if (tag === skippedTag) skippedTag = null
          return
        }
        if (tooDeep > 0) tooDeep--
        else if (open.length > 1) open.pop()
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return root.children
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

export function toHtml(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      const attrs = Object.entries(node.attrs).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      const start = `<${node.tag}${attrs.join('')}`
      return voids.has(node.tag) ? `${start}/>` : `${start}>${toHtml(node.children)}</${node.tag}>`
    })
    .join('')
}

export const toText = (nodes: HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : toText(node.children))).join('')

/** Replaces each element by what `change` returns, the innermost first. */
export const mapElements = (nodes: HtmlNode[], change: (element: HtmlElement) => HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : change({ ...node, children: mapElements(node.children, change) }),
  )

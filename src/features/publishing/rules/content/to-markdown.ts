import { type HtmlElement, type HtmlNode, isElement, toText } from './html-tree.ts'

/** HTML of any editor as the Markdown that documents are written in. */

export type MarkdownOptions = {
  headingShift: number
  /** Our address of an image on the destination. */
  getImageUrl(url: string): string
  /** The number in the document of the source with this number on the page. */
  getSourceNumber(n: number): number
}

const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol blockquote aside pre table hr figure div section article header footer main'.split(' '),
)
const isBlock = (node: HtmlNode) => isElement(node) && blockTags.has(node.tag)

export const toMarkdown = (nodes: HtmlNode[], options: MarkdownOptions): string =>
  getBlocks(nodes, options)
    .filter((block) => block.trim() !== '')
    .join('\n\n')

/** Text between blocks is a paragraph of its own. */
function getBlocks(nodes: HtmlNode[], options: MarkdownOptions): string[] {
  const blocks: string[] = []
  let loose: HtmlNode[] = []
  const close = () => {
    const text = inline(loose, options).trim()
    if (text !== '') blocks.push(text)
    loose = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      loose.push(node)
      continue
    }
    close()
    blocks.push(...toBlock(node as HtmlElement, options))
  }
  close()
  return blocks
}

function toBlock(element: HtmlElement, options: MarkdownOptions): string[] {
  const { tag, children } = element
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level) {
    const text = inline(children, options).replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [`${'#'.repeat(Math.max(1, Math.min(6, Number(level) - options.headingShift)))} ${text}`]
  }
  if (tag === 'p') return children.some(isBlock) ? getBlocks(children, options) : [inline(children, options).trim()]
  if (tag === 'ul' || tag === 'ol') return [list(element, options)]
  if (tag === 'blockquote' || tag === 'aside') return [quote(getBlocks(children, options).join('\n\n'))]
  if (tag === 'pre') return [fenced(element)]
  if (tag === 'table') return [table(element, options)]
  if (tag === 'hr') return ['---']
  if (tag === 'figure') return figure(element, options)
  return getBlocks(children, options)
}

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function figure({ children }: HtmlElement, options: MarkdownOptions): string[] {
  const caption = children.find((node) => isElement(node, 'figcaption')) as HtmlElement | undefined
  const others = children.filter((node) => node !== caption)
  const text = caption ? inline(caption.children, options).trim() : ''
  const blocks = getBlocks(others, options)
  // The caption of an image is its title.
  const image = blocks.length === 1 && /^!\[[^\]]*\]\([^\s()]*\)$/.test(blocks[0]!)
  if (image && text) return [`${blocks[0]!.slice(0, -1)} "${text.replaceAll('"', '\\"')}")`]
  return text ? [...blocks, text] : blocks
}

function fenced({ children }: HtmlElement) {
  const code = children.find((node) => isElement(node, 'code')) as HtmlElement | undefined
  const language = /language-([\w-]+)/.exec(code?.attrs.class ?? '')?.[1] ?? ''
  const text = toText(children).replace(/\n$/, '')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function list({ tag, attrs, children }: HtmlElement, options: MarkdownOptions): string {
  let n = Number(attrs.start ?? 1) || 1
  return children
    .filter((node): node is HtmlElement => isElement(node, 'li'))
    .map((item) => {
      const mark = tag === 'ol' ? `${n++}. ` : '- '
      const blocks = getBlocks(item.children, options)
      const indent = ' '.repeat(mark.length)
      const isTight = blocks.slice(1).every((block) => /^(?:[-*+]|\d+\.) /.test(block))
      const text = blocks.join(isTight ? '\n' : '\n\n')
      const task = text.replace(/^☐ /, '[ ] ').replace(/^☑ /, '[x] ')
      return mark + task.replace(/\n(?=[^\n])/g, `\n${indent}`)
    })
    .join('\n')
}

function table(element: HtmlElement, options: MarkdownOptions): string {
  const rows = getRows(element)
  if (rows.length === 0) return ''
  const columns = Math.max(...rows.map(({ length }) => length))
  const toLine = (cells: string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const cells = rows.map((row) =>
    row.map(({ children }) =>
      inline(children, options)
        .trim()
        .replace(/\s*\\\n\s*/g, '<br>')
        .replace(/\s+/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  )
  const rule = Array.from({ length: columns }, (_, at) => rules[getAlign(rows[0]?.[at])] ?? '---')
  return [toLine(cells[0]!), toLine(rule), ...cells.slice(1).map(toLine)].join('\n')
}

const rules: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }
const getAlign = (cell: HtmlElement | undefined) =>
  cell?.attrs['data-align'] ?? /text-align:\s*(\w+)/.exec(cell?.attrs.style ?? '')?.[1] ?? ''

function getRows(element: HtmlElement): HtmlElement[][] {
  return element.children.flatMap((node) => {
    if (!isElement(node)) return []
    if (node.tag !== 'tr') return isElement(node, 'thead', 'tbody', 'tfoot') ? getRows(node) : []
    return [node.children.filter((cell): cell is HtmlElement => isElement(cell, 'td', 'th'))]
  })
}

function inline(nodes: HtmlNode[], options: MarkdownOptions): string {
  return nodes.map((node) => toInline(node, options)).join('')
}

function toInline(node: HtmlNode, options: MarkdownOptions): string {
  if (typeof node === 'string') return escapeMarkdown(node.replace(/[ \t\r\n]+/g, ' '))
  const { tag, attrs, children } = node
  const inside = () => inline(children, options)
  switch (tag) {
    case 'br':
      return '\\\n'
    case 'strong':
    case 'b':
      return wrap('**', inside())
    case 'em':
    case 'i':
      return wrap('*', inside())
    case 's':
    case 'del':
      return wrap('~~', inside())
    case 'code': {
      const text = toText(children)
      return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
    }
    case 'sup': {
      const n = getSourceMark(node)
      return n === null ? inside() : `[^${options.getSourceNumber(n)}]`
    }
    case 'a': {
      const text = inside()
      const href = attrs.href ?? ''
      return href === '' || text.trim() === '' ? text : `[${text}](${toTarget(href)})`
    }
    case 'img': {
      const alt = (attrs.alt ?? '').replace(/[\\[\]]/g, '\\$&')
      return attrs.src ? `![${alt}](${toTarget(options.getImageUrl(attrs.src))})` : ''
    }
    default:
      return inside()
  }
}

/** Marks can't stand beside spaces. */
function wrap(mark: string, text: string) {
  const inner = text.trim()
  if (inner === '') return text
  const [start, end] = [text.match(/^\s*/)![0], text.match(/\s*$/)![0]]
  return `${start}${mark}${inner}${mark}${end}`
}

const toTarget = (url: string) => (/[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url)

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]~]/g, '\\$&').replace(/\\_(?=\w)(?<=\w\\_)/g, '_')

/** The number of a link to a source. */
export function getSourceMark(sup: HtmlElement): number | null {
  const [link] = sup.children
  const n = isElement(link, 'a') ? /#source-(\d{1,4})$/.exec(link.attrs.href ?? '')?.[1] : undefined
  return n ? Number(n) : null
}

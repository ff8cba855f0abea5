import type { Node, Schema } from '@tiptap/pm/model'
import type MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { defaultMarkdownSerializer, MarkdownParser, MarkdownSerializerState } from 'prosemirror-markdown'
import { createMarkdownReader, refuseTooManyCells } from '#kit/markdown/markdown-parser.ts'

/**
 * Converts Markdown to the editor's document and back. Raw HTML stays text, so pages can't inject tags. Equivalent
 * forms are
 * normalized (`*` lists as `-`, headings below h4 as h4), and a second round trip changes nothing.
 */

const reader = createMarkdownReader().use(paragraphsInCells)

/** A cell of the editor has paragraphs, a cell in Markdown only text. */
function paragraphsInCells(markdown: MarkdownIt) {
  markdown.core.ruler.push('paragraphs_in_cells', (state) => {
    const next: Token[] = []
    for (const token of state.tokens) {
      if (token.type === 'th_close' || token.type === 'td_close') next.push(new state.Token('paragraph_close', 'p', -1))
      next.push(token)
      if (token.type === 'th_open' || token.type === 'td_open') next.push(new state.Token('paragraph_open', 'p', 1))
    }
    state.tokens = next
  })
}

const getAlign = (token: Token) => ({
  align: /text-align:\s*(left|center|right)/.exec(token.attrGet('style') ?? '')?.[1] ?? null,
})

const createParser = (schema: Schema) =>
  new MarkdownParser(schema, reader, {
    blockquote: { block: 'blockquote' },
    callout: { block: 'callout', getAttrs: (token) => ({ kind: token.meta as string }) },
    paragraph: { block: 'paragraph' },
    list_item: { block: 'listItem' },
    bullet_list: { block: 'bulletList' },
    ordered_list: { block: 'orderedList', getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }) },
    heading: { block: 'heading', getAttrs: (token) => ({ level: Math.min(4, Number(token.tag.slice(1))) }) },
    code_block: { block: 'codeBlock', noCloseToken: true },
    fence: { block: 'codeBlock', getAttrs: (token) => ({ language: token.info.trim() || null }), noCloseToken: true },
    hr: { node: 'horizontalRule' },
    table: { block: 'table' },
    thead: { ignore: true },
    tbody: { ignore: true },
    tr: { block: 'tableRow' },
    th: { block: 'tableHeader', getAttrs: getAlign },
    td: { block: 'tableCell', getAttrs: getAlign },
    image: {
      node: 'image',
      getAttrs: (token) => ({ src: token.attrGet('src'), title: token.attrGet('title'), alt: token.content || null }),
    },
    hardbreak: { node: 'hardBreak' },
    citation: { node: 'citation', getAttrs: (token) => ({ n: token.meta as number }) },
    em: { mark: 'italic' },
    strong: { mark: 'bold' },
    s: { mark: 'strike' },
    link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') }) },
    code_inline: { mark: 'code', noCloseToken: true },
  })

type State = MarkdownSerializerState & { atBlockStart: boolean }
type Write = (state: State, node: Node, parent: Node, index: number) => void

const known = defaultMarkdownSerializer.nodes as unknown as Record<string, Write>
const nodes: Record<string, Write> = {
  paragraph: known.paragraph!,
  blockquote: known.blockquote!,
  callout(state, node) {
    state.wrapBlock('> ', null, node, () => {
      state.write(`[!${String(node.attrs.kind).toUpperCase()}]`)
      // An empty line where a rule below the mark would make it a heading.
      if (node.firstChild!.type.name === 'paragraph') state.ensureNewLine()
      else state.closeBlock(node)
      state.renderContent(node)
    })
  },
  heading: known.heading!,
  listItem: known.list_item!,
  codeBlock(state, node) {
    const longest = Math.max(2, ...[...node.textContent.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
    const fence = '`'.repeat(longest + 1)
    state.write(`${fence}${node.attrs.language ?? ''}\n`)
    state.text(node.textContent, false)
    // Always one: empty lines at the end of the code are the code's.
    if (node.textContent !== '') state.write('\n')
    state.write(fence)
    state.closeBlock(node)
  },
  horizontalRule(state, node) {
    state.write('---')
    state.closeBlock(node)
  },
  bulletList(state, node, parent, index) {
    // Markdown joins adjacent lists unless their marks differ.
    const mark = precedingLists(parent, index) % 2 === 1 ? '*' : '-'
    state.renderList(node, '  ', () => `${mark} `)
  },
  orderedList(state, node, parent, index) {
    const start = Number(node.attrs.start ?? 1)
    const mark = precedingLists(parent, index) % 2 === 1 ? ')' : '.'
    const width = String(start + node.childCount - 1).length + 2
    state.renderList(node, ' '.repeat(width), (at) => `${start + at}${mark} `.padEnd(width))
  },
  image(state, node) {
    const { src, alt, title } = node.attrs
    const name = title ? ` "${String(title).replace(/["\\]/g, '\\$&')}"` : ''
    state.write(`![${state.esc(alt ?? '')}](${address(src ?? '')}${name})`)
  },
  hardBreak(state, node, parent, index) {
    for (let at = index + 1; at < parent.childCount; at++) {
      if (parent.child(at).type === node.type) continue
      // A heading is one line, so line breaks inside become one space and leading ones are dropped.
      const follows = index > 0 && parent.child(index - 1).type !== node.type
      state.write(parent.type.name !== 'heading' ? '\\\n' : follows ? ' ' : '')
      return
    }
  },
  citation: (state, node) => state.write(`[^${node.attrs.n}]`),
  table(state, node) {
    const rows: string[][] = []
    node.forEach((row) => {
      const cells: string[] = []
      row.forEach((cell) => {
        cells.push(
          serialize(cell)
            .replace(/\s*\\?\n+\s*/g, ' ')
            .replace(/\|/g, '\\|'),
        )
      })
      rows.push(cells)
    })
    const columns = Math.max(1, ...rows.map((cells) => cells.length))
    const rule = Array.from({ length: columns }, (_, at) => {
      const align = node.firstChild?.maybeChild(at)?.attrs.align
      return { left: ':---', center: ':---:', right: '---:' }[String(align)] ?? '---'
    })
    const line = (cells: string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`
    const [head = [], ...body] = rows
    for (const text of [line(head), line(rule), ...body.map(line)]) {
      state.write(text)
      state.ensureNewLine()
    }
    state.closeBlock(node)
  },
  text(state, node, parent, index) {
    // After a line break, "#" or "-" would start a block, so it's escaped as at the start.
    if (index > 0 && parent.child(index - 1).type.name === 'hardBreak') state.atBlockStart = true
    known.text!(state, node, parent, index)
  },
}

/** Returns how many lists of the same kind directly precede a list. */
function precedingLists(parent: Node, index: number) {
  let count = 0
  while (index - count > 0 && parent.child(index - count - 1).type === parent.child(index).type) count++
  return count
}

/** Returns a link's URL for Markdown, in `<…>` if it has characters that would end it. */
const address = (url: string) =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, (sign) => encodeURIComponent(sign))}>` : url

const marks = {
  italic: defaultMarkdownSerializer.marks.em!,
  bold: defaultMarkdownSerializer.marks.strong!,
  strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
  code: defaultMarkdownSerializer.marks.code!,
  link: {
    open: '[',
    close: (_state: MarkdownSerializerState, mark: { attrs: Record<string, unknown> }) => {
      const title = mark.attrs.title ? ` "${String(mark.attrs.title).replace(/["\\]/g, '\\$&')}"` : ''
      return `](${address(String(mark.attrs.href ?? ''))}${title})`
    },
    mixable: true,
  },
}

function serialize(content: Node): string {
  // The constructor isn't part of the published type.
  const State = MarkdownSerializerState as unknown as new (...args: unknown[]) => State & { out: string }
  const state = new State(nodes, marks, { tightLists: true, hardBreakNodeName: 'hardBreak', strict: true })
  const plain = state.esc.bind(state)
  state.esc = (text, startOfLine) => {
    const safe = plain(text, startOfLine).replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)/gi, '\\$&')
    return startOfLine ? safe.replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2').replace(/^[+=]/, '\\$&') : safe
  }
  state.renderContent(content)
  return state.out
}

export type TextMarkdown = { parse: (markdown: string) => Node; serialize: (content: Node) => string }

const cachedSchemas = new WeakMap<Schema, TextMarkdown>()

/**
 * Reads and writes Markdown for one schema. `serialize` takes a document or any node of blocks. `parse` throws AppError
 * too_large for more than 50,000 table cells.
 */
export function markdownFor(schema: Schema): TextMarkdown {
  const made = cachedSchemas.get(schema)
  if (made) return made
  const parser = createParser(schema)
  const fresh: TextMarkdown = {
    parse: (markdown) => {
      refuseTooManyCells(markdown)
      const doc = parser.parse(markdown)
      return doc.childCount > 0 ? doc : schema.topNodeType.createAndFill()!
    },
    serialize,
  }
  cachedSchemas.set(schema, fresh)
  return fresh
}

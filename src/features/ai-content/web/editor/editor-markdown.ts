import type { Node, Schema } from '@tiptap/pm/model'
import type MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { defaultMarkdownSerializer, MarkdownParser, MarkdownSerializerState } from 'prosemirror-markdown'
import { createMarkdownReader, refuseTooManyCells } from '#kit/markdown/markdown-parser.ts'
import { getChecked } from '#kit/markdown/markdown-tasks.ts'
import { toAddress, toInlineMarkdown, toTitle } from './inline-markdown.ts'
import { linkDefinitions } from './link-definitions.ts'
import { getTableText } from './table-markdown.ts'

/**
 * Converts Markdown to the editor's document and back. Raw HTML stays text, so pages can't inject tags. Equivalent
 * forms are normalized (`*` lists as `-`), and a second round trip changes nothing.
 */

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

const createParser = (schema: Schema, reader: MarkdownIt) =>
  new MarkdownParser(schema, reader.use(paragraphsInCells).use(linkDefinitions), {
    blockquote: { block: 'blockquote' },
    callout: { block: 'callout', getAttrs: (token) => ({ kind: token.meta as string }) },
    paragraph: { block: 'paragraph' },
    list_item: { block: 'listItem', getAttrs: (token) => ({ checked: getChecked(token) }) },
    task_box: { ignore: true, noCloseToken: true },
    footnote: { block: 'footnote', getAttrs: (token) => ({ n: token.meta as number }) },
    link_definition: { node: 'linkDefinition', getAttrs: (token) => token.meta },
    bullet_list: { block: 'bulletList' },
    ordered_list: { block: 'orderedList', getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }) },
    heading: { block: 'heading', getAttrs: (token) => ({ level: Number(token.tag.slice(1)) }) },
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

type State = MarkdownSerializerState & { closed: Node | null; flushClose(size: number): void }
type Write = (state: State, node: Node, parent: Node, index: number) => void

const known = defaultMarkdownSerializer.nodes as unknown as Record<string, Write>
const nodes: Record<string, Write> = {
  paragraph(state, node) {
    writeLines(state, toInlineMarkdown(node, '\\\n'))
    state.closeBlock(node)
  },
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
  heading(state, node) {
    state.write(`${'#'.repeat(node.attrs.level)} `)
    // A heading is one line, and signs at its end would be left out.
    writeLines(state, toInlineMarkdown(node, ' ').replace(/(^|\s)(#+\s*)$/, '$1\\$2'))
    state.closeBlock(node)
  },
  listItem(state, node) {
    const { checked } = node.attrs
    if (checked !== null) state.write(checked ? '[x] ' : '[ ] ')
    const second = node.maybeChild(1)
    const begins = checked === null && node.firstChild!.content.size === 0 && second && !/List$/.test(second.type.name)
    if (!begins) return state.renderContent(node)
    // The editor's items begin with a paragraph, which is empty where Markdown's begin with another block.
    for (const [at, child] of node.children.slice(1).entries()) {
      // A rule of dashes would be one with the item's dash.
      if (at === 0 && child.type.name === 'horizontalRule') {
        state.write('___')
        state.closeBlock(child)
      } else state.render(child, node, at + 1)
    }
  },
  footnote(state, node) {
    // Footnotes are one below the other.
    if (state.closed?.type === node.type) state.flushClose(1)
    const isText = node.firstChild!.type.name === 'paragraph'
    state.wrapBlock('    ', `[^${node.attrs.n}]:${isText ? ' ' : ''}`, node, () => {
      if (!isText) state.ensureNewLine()
      state.renderContent(node)
    })
  },
  linkDefinition(state, node) {
    const { label, href, title } = node.attrs
    if (state.closed) state.flushClose(state.closed.type === node.type ? 1 : 2)
    state.write(`[${label}]: ${toAddress(href)}${toTitle(title)}`)
    state.closeBlock(node)
  },
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
    if (isEmptyItem(node)) leaveParagraph(state)
    state.renderList(node, '  ', () => `${mark} `)
  },
  orderedList(state, node, parent, index) {
    const start = Number(node.attrs.start ?? 1)
    // Right below a paragraph, only a list from 1 begins.
    if (start !== 1 || isEmptyItem(node)) leaveParagraph(state)
    const mark = precedingLists(parent, index) % 2 === 1 ? ')' : '.'
    const width = String(start + node.childCount - 1).length + 2
    state.renderList(node, ' '.repeat(width), (at) => `${start + at}${mark} `.padEnd(width))
  },
  table(state, node) {
    const { rows, aligns } = getTableText(node)
    const rule = aligns.map((align) => ({ left: ':---', center: ':---:', right: '---:' })[String(align)] ?? '---')
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`
    const [head = [], ...body] = rows
    for (const [at, text] of [line(head), line(rule), ...body.map(line)].entries()) {
      if (at > 0) state.ensureNewLine()
      state.write(text)
    }
    state.closeBlock(node)
  },
}

/** Whether a list begins with an empty item, whose dash would underline the paragraph above. */
const isEmptyItem = (list: Node) => list.firstChild!.firstChild!.content.size === 0

/** Writes an empty line below a paragraph, also in a tight list. An item that begins with a list has no text above it. */
function leaveParagraph(state: State) {
  if (state.closed && state.closed.content.size > 0) state.flushClose(2)
}

/** Writes text with the marks of quotes and lists before each line. */
function writeLines(state: State, text: string) {
  if (text !== '') state.text(text, false)
}

/** Returns how many lists of the same kind directly precede a list. */
function precedingLists(parent: Node, index: number) {
  let count = 0
  while (index - count > 0 && parent.child(index - count - 1).type === parent.child(index).type) count++
  return count
}

function serialize(content: Node): string {
  // The constructor isn't part of the published type.
  const State = MarkdownSerializerState as unknown as new (...args: unknown[]) => State & { out: string }
  const state = new State(nodes, {}, { tightLists: true, strict: true })
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
  const fresh: TextMarkdown = { parse: createTextParser(schema, createMarkdownReader()), serialize }
  cachedSchemas.set(schema, fresh)
  return fresh
}

/** Reads Markdown with a reader of its own. @throws AppError too_large for more than 50,000 table cells */
export function createTextParser(schema: Schema, reader: MarkdownIt): (markdown: string) => Node {
  const parser = createParser(schema, reader)
  return (markdown) => {
    refuseTooManyCells(markdown)
    const doc = parser.parse(markdown)
    return doc.childCount > 0 ? doc : schema.topNodeType.createAndFill()!
  }
}

import { Node } from '@tiptap/core'
import type MarkdownIt from 'markdown-it'
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs'

/**
 * A definition such as `[mats]: https://…` that no link of the text uses. It isn't published, but stays in the text. Links that use one are
 * written with the URL itself.
 */
export const LinkDefinition = Node.create({
  name: 'linkDefinition',
  group: 'block',
  atom: true,
  // A text that ends with one would open with it selected, and typing would replace it.
  selectable: false,
  addAttributes: () => ({
    label: { default: '', parseHTML: (element) => element.getAttribute('data-label') ?? '', rendered: false },
    href: { default: '', parseHTML: (element) => element.getAttribute('data-href') ?? '', rendered: false },
    title: { default: null, parseHTML: (element) => element.getAttribute('data-title'), rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-link-definition]' }],
  renderHTML: ({ node: { attrs } }) => [
    'div',
    {
      class: 'link-definition',
      'data-link-definition': '',
      'data-label': attrs.label,
      'data-href': attrs.href,
      ...(attrs.title ? { 'data-title': attrs.title } : {}),
    },
    `[${attrs.label}]: ${attrs.href}`,
  ],
})

export type Definition = { label: string; href: string; title: string | null }
type Target = { href: string; title: string }

/** Tokens `link_definition` with a Definition as `meta` for those that no link uses. */
export function linkDefinitions(markdown: MarkdownIt) {
  let block: StateBlock | null = null
  let used = new Set<string>()
  // The first rule of a definition's lines tells where the parser is.
  markdown.block.ruler.before('reference', 'link_definition_place', (state) => {
    block = state
    return false
  })
  markdown.core.ruler.before('block', 'link_definitions_begin', (state) => {
    block = null
    used = new Set()
    state.env.references = new Proxy<Record<string, Target>>(Object.create(null), {
      set(targets, key: string, target: Target) {
        // Of several with one name, links use the first.
        addToken(block!, key in targets ? '' : key, target)
        targets[key] ??= target
        return true
      },
      get(targets, key: string) {
        // Each definition is set, also one whose name is known.
        if (!state.env.areBlocksRead) return undefined
        if (key in targets) used.add(key)
        return targets[key]
      },
    })
  })
  markdown.core.ruler.after('block', 'link_definitions_read', (state) => {
    state.env.areBlocksRead = true
    // Without definitions no bracket is looked up.
    if (Object.keys(state.env.references).length === 0) delete state.env.references
  })
  markdown.core.ruler.after('inline', 'link_definitions_used', (state) => {
    block = null
    state.tokens = state.tokens.filter((token) => token.type !== 'link_definition' || !used.has(token.info))
  })
}

function addToken(state: StateBlock, key: string, { href, title }: Target) {
  const start = state.bMarks[state.line]! + state.tShift[state.line]!
  const label = /^\[((?:\\.|[^\\[\]])*)\]:/s.exec(state.src.slice(start, start + 2000))?.[1] ?? key
  const token = state.push('link_definition', '', 0)
  token.block = true
  token.info = key
  token.meta = { label: label.replace(/\s*\n[\s>]*/g, ' ').trim(), href, title: title || null } satisfies Definition
}

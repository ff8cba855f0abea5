import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

/** A citation such as `[^3]`, by page number. */
export const Citation = Node.create({
  name: 'citation',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    n: { default: 1, parseHTML: (element: HTMLElement) => Number(element.dataset.citation), rendered: false },
  }),
  parseHTML: () => [{ tag: 'sup[data-citation]' }],
  renderHTML: ({ node }) => [
    'sup',
    { 'data-citation': node.attrs.n, 'aria-label': `Source ${node.attrs.n}` },
    `${node.attrs.n}`,
  ],
  renderText: ({ node }) => `[${node.attrs.n}]`,
})

/** Formats the editor supports. Markdown has no underline, so it isn't offered. */
export const textExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    underline: false,
    trailingNode: false,
    dropcursor: { color: 'var(--accent)', width: 2 },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener', target: '_blank' },
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Image.configure({ inline: true }),
  Citation,
]

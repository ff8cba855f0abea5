import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

/** `[^3]` in the text: the page a sentence was taken from, by its number. */
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

/** What a text may hold. No underline: Markdown has none, and what cannot be saved is not offered. */
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

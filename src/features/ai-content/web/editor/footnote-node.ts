import { Node } from '@tiptap/core'

/** A footnote that the text defines itself: `[^1]: [Title](https://…)`. Its marks are citations with the same number. */
export const Footnote = Node.create({
  name: 'footnote',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    n: {
      default: 1,
      parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-footnote')) || 1,
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'div[data-footnote]' }],
  renderHTML: ({ node }) => [
    'div',
    { class: 'footnote', 'data-footnote': node.attrs.n, role: 'note', 'aria-label': `Footnote ${node.attrs.n}` },
    0,
  ],
})

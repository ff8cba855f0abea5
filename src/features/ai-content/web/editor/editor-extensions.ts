import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { calloutKinds, getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'
import { Footnote } from './footnote-node.ts'
import { LinkDefinition } from './link-definitions.ts'
import { AdaptedStarterKit } from './starter-kit.ts'

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

/** A callout: a note, tip or warning with paragraphs and lists. Enter in an empty paragraph at its end leaves it. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) =>
        calloutKinds.find((kind) => element.classList.contains(`callout-${kind}`)) ?? 'note',
      rendered: false,
    },
  }),
  parseHTML: () => [
    // The label is made from the kind.
    { tag: 'p.callout-label', ignore: true, priority: 60 },
    { tag: 'aside.callout' },
  ],
  renderHTML: ({ node }) => [
    'aside',
    {
      class: `callout callout-${node.attrs.kind}`,
      role: 'note',
      'aria-label': getCalloutLabel(node.attrs.kind, 'en'),
      'data-label': getCalloutLabel(node.attrs.kind, 'en'),
    },
    0,
  ],
})

/** Formats the editor supports. Markdown has no underline, so it isn't offered. */
export const textExtensions = [
  AdaptedStarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
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
  Callout,
  Footnote,
  LinkDefinition,
]

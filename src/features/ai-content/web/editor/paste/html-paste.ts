import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { cleanNodes, countLostImages } from './clean-html.ts'
import { readNodes, writeHtml } from './html-tree.ts'
import { withFreeFootnotes } from './pasted-footnotes.ts'
import { withPlainTables } from './table-slice.ts'

export type HtmlPasteOptions = {
  /** Numbers of sources that the text has or had, which pasted footnotes don't get. */
  getTakenNumbers: () => readonly number[]
  /** Called with how many images the other program didn't put on the clipboard. */
  onLostImages: (count: number) => void
}

/** Pasted HTML of other programs with only what the editor has, in the form in which it's saved. */
export const HtmlPaste = Extension.create<HtmlPasteOptions>({
  name: 'htmlPaste',
  addOptions: () => ({ getTakenNumbers: () => [], onLostImages: () => undefined }),
  addProseMirrorPlugins() {
    const { options } = this
    let isForeign = false
    return [
      new Plugin({
        props: {
          transformPastedHTML(html) {
            // Text of an editor of ours has nothing to change.
            isForeign = !/\sdata-pm-slice=/.test(html)
            if (!isForeign) return html
            const nodes = readNodes(new DOMParser().parseFromString(html, 'text/html').body)
            const lost = countLostImages(nodes)
            if (lost > 0) options.onLostImages(lost)
            return writeHtml(cleanNodes(nodes))
          },
          transformPasted(slice, view) {
            const plain = withPlainTables(slice)
            const wasForeign = isForeign
            isForeign = false
            return wasForeign ? withFreeFootnotes(plain, view.state.doc, options.getTakenNumbers()) : plain
          },
        },
      }),
    ]
  },
})

import { Extension } from '@tiptap/core'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { randomKey } from '#web/idempotency-key.ts'
import { getSentence } from '#web/loader-calls.ts'
import { upload } from '#web/upload.ts'
import { type Image, imagesContract } from '../contract.ts'
import { imagePath } from '../image-url.ts'
import { imageErrorTexts } from './error-texts.ts'
import { picturesIn, refusalBefore } from './image-labels.ts'

export type TextImagesOptions = {
  /** Null where pictures cannot be taken: the text is only read. */
  workspaceId: string | null
  /** A picture stands in the text; it has no alt text yet unless the library knew it. */
  onAdded: (image: Image) => void
  onRefused: (sentence: string) => void
}

type Waiting = { add: { id: string; at: number; name: string } } | { remove: string }

/** Pictures pasted or dropped into a text go to the library and stand where they were put, also when the text moves meanwhile. */
export const TextImages = Extension.create<TextImagesOptions>({
  name: 'textImages',
  addOptions: () => ({ workspaceId: null, onAdded: () => undefined, onRefused: () => undefined }),
  addProseMirrorPlugins() {
    const { options } = this
    const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, waiting) {
          const moved = waiting.map(transaction.mapping, transaction.doc)
          const change = transaction.getMeta(plugin) as Waiting | undefined
          if (!change) return moved
          if ('remove' in change)
            return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove))
          const { id, at, name } = change.add
          return moved.add(transaction.doc, [Decoration.widget(at, () => placeholder(name), { id, side: -1 })])
        },
      },
      props: {
        decorations: (state) => plugin.getState(state),
        handlePaste(view, event) {
          if (hasText(event.clipboardData)) return false
          return take(view, picturesIn(event.clipboardData), view.state.selection.from)
        },
        handleDrop(view, event, _slice, moved) {
          if (moved) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from
          return take(view, picturesIn(event.dataTransfer), at)
        },
      },
    })

    function take(view: EditorView, files: File[], at: number): boolean {
      const { workspaceId } = options
      if (files.length === 0 || workspaceId === null || !view.editable) return false
      for (const file of files) void bring(view, file, at, workspaceId)
      return true
    }

    async function bring(view: EditorView, file: File, at: number, workspaceId: string) {
      const refusal = refusalBefore(file)
      if (refusal) return options.onRefused(refusal)
      const id = randomKey()
      view.dispatch(view.state.tr.setMeta(plugin, { add: { id, at, name: file.name } } satisfies Waiting))
      let image: Image | null = null
      try {
        image = (await upload(imagesContract.upload, { workspace_id: workspaceId, file }, () => undefined)).image
      } catch (error) {
        options.onRefused(getSentence(error, imageErrorTexts))
      }
      if (view.isDestroyed) return
      const place = plugin.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
      const transaction = view.state.tr.setMeta(plugin, { remove: id } satisfies Waiting)
      // The text it stood in may be gone: then the picture waits in the library.
      if (image && place !== undefined) putPicture(transaction, place, { src: imagePath(image._id), alt: image.alt })
      view.dispatch(transaction)
      if (image) options.onAdded(image)
    }
    return [plugin]
  },
})

/** A copied table or page also comes with a picture of itself: its text counts. A copied picture comes with no more than its tag. */
function hasText(data: DataTransfer | null) {
  const html = data?.getData('text/html') ?? ''
  return (
    (html === '' ? (data?.getData('text/plain') ?? '') : html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')).trim() !== ''
  )
}

/**
 * Puts a picture into a paragraph of its own: into the empty one at `at`, before the one that begins there, else behind the one
 * around it. No sentence is split.
 */
export function putPicture(transaction: Transaction, at: number, { src, alt }: { src: string; alt: string }) {
  const { image, paragraph } = transaction.doc.type.schema.nodes
  const around = transaction.doc.resolve(at)
  const picture = image!.create({ src, alt })
  const block = around.parent
  if (!block.isTextblock) return transaction.insert(at, paragraph!.create(null, picture))
  if (block.type === paragraph && block.content.size === 0) return transaction.insert(at, picture)
  const place = around.parentOffset === 0 ? around.before() : around.after()
  return transaction.insert(place, paragraph!.create(null, picture))
}

function placeholder(name: string) {
  const waiting = document.createElement('span')
  waiting.className = 'image-on-its-way'
  waiting.setAttribute('role', 'status')
  waiting.textContent = `Uploading ${name}`
  return waiting
}

import { Extension } from '@tiptap/core'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { getSentence } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { upload } from '#web/calls/upload.ts'
import { type Image, imagesContract } from '../../contract.ts'
import { imagePath } from '../../rules/image-url.ts'
import { imageErrorTexts } from '../error-texts.ts'
import { findImageFiles, getUploadError } from '../image-labels.ts'
import { CopiedImages } from './copied-images.ts'
import { createImageCopies } from './copy-image.ts'

export type TextImagesOptions = {
  /** Null in read-only editors, where images can't be added. */
  workspaceId: string | null
  /** Called when an image was added. It has alt text only if it was in the library before. */
  onAdded: (image: Image) => void
  onRefused: (sentence: string) => void
  /** Called when pasted images of other sites are in the library. */
  onCopied: (count: number) => void
}

type Waiting = { add: { id: string; at: number; name: string } } | { remove: string }

/** Uploads pasted and dropped images, and inserts them where they were dropped, even if the text changes during the upload. */
export const TextImages = Extension.create<TextImagesOptions>({
  name: 'textImages',
  addOptions: () => ({
    workspaceId: null,
    onAdded: () => undefined,
    onRefused: () => undefined,
    onCopied: () => undefined,
  }),
  addExtensions() {
    const { workspaceId, onCopied, onRefused } = this.options
    return workspaceId === null
      ? []
      : [CopiedImages.configure({ copy: createImageCopies(workspaceId), onCopied, onFailed: onRefused })]
  },
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
          return handleFiles(view, findImageFiles(event.clipboardData), view.state.selection.from)
        },
        handleDrop(view, event, _slice, moved) {
          if (moved) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from
          return handleFiles(view, findImageFiles(event.dataTransfer), at)
        },
      },
    })

    function handleFiles(view: EditorView, files: File[], at: number): boolean {
      const { workspaceId } = options
      if (files.length === 0 || workspaceId === null || !view.editable) return false
      for (const file of files) void uploadImage(view, file, at, workspaceId)
      return true
    }

    async function uploadImage(view: EditorView, file: File, at: number, workspaceId: string) {
      const refusal = getUploadError(file)
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
      const position = plugin.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
      const transaction = view.state.tr.setMeta(plugin, { remove: id } satisfies Waiting)
      // If the surrounding text was deleted, the image stays in the library only.
      if (image && position !== undefined)
        insertImage(transaction, position, { src: imagePath(image._id), alt: image.alt })
      view.dispatch(transaction)
      if (image) options.onAdded(image)
    }
    return [plugin]
  },
})

/** Whether the clipboard has text: copied tables and pages include an image of themselves, while copied images include only an img tag. */
function hasText(data: DataTransfer | null) {
  const html = data?.getData('text/html') ?? ''
  return (
    (html === '' ? (data?.getData('text/plain') ?? '') : html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')).trim() !== ''
  )
}

/**
 * Inserts an image as its own paragraph: into an empty one at `at`, before one that starts there, otherwise after the one around it.
 * Never splits a sentence.
 */
export function insertImage(transaction: Transaction, at: number, { src, alt }: { src: string; alt: string }) {
  const { image, paragraph } = transaction.doc.type.schema.nodes
  const around = transaction.doc.resolve(at)
  const node = image!.create({ src, alt })
  const block = around.parent
  if (!block.isTextblock) return transaction.insert(at, paragraph!.create(null, node))
  if (block.type === paragraph && block.content.size === 0) return transaction.insert(at, node)
  const position = around.parentOffset === 0 ? around.before() : around.after()
  return transaction.insert(position, paragraph!.create(null, node))
}

function placeholder(name: string) {
  const waiting = document.createElement('span')
  waiting.className = 'image-on-its-way'
  waiting.setAttribute('role', 'status')
  waiting.textContent = `Uploading ${name}`
  return waiting
}

import { useEffect, useRef } from 'react'
import { useDebouncedMarkdown } from '#features/ai-content/web/editor/saving/use-debounced-markdown.ts'
import { toMarkdown, useTextEditor } from '#features/ai-content/web/editor/use-text-editor.ts'
import { ForeignImagesNote } from '#features/images/web/in-text/foreign-images-note.tsx'
import { TextImageCard } from '#features/images/web/in-text/text-image-card.tsx'
import type { Direction } from '#kit/text-direction.ts'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { FormatBar } from './post-toolbar.tsx'
import '#features/ai-content/web/editor/text.css'

export type PostTextProps = {
  /** Initial text. To replace it, remount with another `key`. */
  markdown: string
  direction: Direction
  onText: (markdown: string) => void
  /** Receives a function that reads the current text; null on unmount. */
  onReady: (read: (() => string) | null) => void
}

/** The post's text in the document editor. */
export default function PostText({ markdown, direction, onText, onReady }: PostTextProps) {
  const { workspace } = useSignedIn()
  const frame = useRef<HTMLDivElement>(null)
  const { ref: editorRef, editor } = useTextEditor({
    markdown,
    editable: true,
    placeholder: 'Write your post…',
    images: {
      workspaceId: canEdit(workspace) ? workspace._id : null,
      onAdded: ({ name }) => notify.done(`${name} was added to the image library of ${workspace.name}.`),
      onRefused: notify.failed,
      onCopied: (count) => notify.done(`${plural(count, 'image')} copied to the image library of ${workspace.name}.`),
    },
  })
  useDebouncedMarkdown(editor, markdown, onText)
  const ready = useRef(onReady)
  ready.current = onReady
  useEffect(() => {
    if (!editor) return
    ready.current(() => toMarkdown(editor))
    return () => ready.current(null)
  }, [editor])
  return (
    <>
      {editor && <FormatBar editor={editor} />}
      {editor && canEdit(workspace) && (
        <div className="mb-4 empty:hidden">
          <ForeignImagesNote editor={editor} />
        </div>
      )}
      <div ref={frame} className="relative">
        <div ref={editorRef} className="document-text" dir={direction} />
        {editor && <TextImageCard editor={editor} frame={frame} />}
      </div>
    </>
  )
}

import { useEffect, useRef } from 'react'
import { useCalmText } from '#features/ai-content/web/use-calm-text.ts'
import { markdownOf, useTextEditor } from '#features/ai-content/web/use-text-editor.ts'
import { FormatBar } from './format-bar.tsx'
import '#features/ai-content/web/text.css'

export type PostTextProps = {
  /** What it begins with; another text is another editor (`key`). */
  markdown: string
  onText: (markdown: string) => void
  /** A way to read the text as it is this moment; null when the editor goes. */
  onReady: (read: (() => string) | null) => void
}

/** The text of a post, in the editor that documents have. */
export default function PostText({ markdown, onText, onReady }: PostTextProps) {
  const { place, editor } = useTextEditor({ markdown, editable: true, placeholder: 'Write the post here.' })
  useCalmText(editor, markdown, onText)
  const ready = useRef(onReady)
  ready.current = onReady
  useEffect(() => {
    if (!editor) return
    ready.current(() => markdownOf(editor))
    return () => ready.current(null)
  }, [editor])
  return (
    <>
      {editor && <FormatBar editor={editor} />}
      <div ref={place} className="document-text" />
    </>
  )
}

import { Editor } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { useEffect, useRef, useState } from 'react'
import { TextImages, type TextImagesOptions } from '#features/images/web/in-text/text-images.ts'
import { showText, WritingRegion } from '../generation/generation-region.ts'
import { textExtensions } from './editor-extensions.ts'
import { markdownFor } from './editor-markdown.ts'
import { PassageMark } from './passage-mark.ts'
import { TermMark } from './term-mark.ts'

export type TextEditorSettings = {
  markdown: string
  editable: boolean
  placeholder: string
  /** Handles pasted and dropped images. Without it, they're ignored. */
  images?: TextImagesOptions
}

/** Creates an editor in the element that gets the returned ref. Null until it's ready. */
export function useTextEditor({ markdown, editable, placeholder, images }: TextEditorSettings) {
  const ref = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const first = useRef({ markdown, placeholder, editable, images })
  useEffect(() => {
    if (!ref.current) return
    const { markdown, placeholder, editable, images } = first.current
    const made = new Editor({
      element: ref.current,
      editable,
      injectCSS: false,
      extensions: [
        ...textExtensions,
        Placeholder.configure({ placeholder }),
        WritingRegion,
        PassageMark,
        TermMark,
        ...(images ? [TextImages.configure(images)] : []),
      ],
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text', spellcheck: 'true' },
      },
    })
    showText(made, markdownFor(made.schema).parse(markdown))
    setEditor(made)
    return () => {
      made.destroy()
      setEditor(null)
    }
  }, [])
  useEffect(() => {
    if (editor && editor.isEditable !== editable) editor.setEditable(editable, false)
  }, [editor, editable])
  return { ref, editor }
}

/** Returns the text as normalized Markdown, for comparing and saving. */
export const toMarkdown = (editor: Editor) => markdownFor(editor.schema).serialize(editor.state.doc)

/** Normalizes Markdown to the form the editor writes. */
export function normalMarkdown(editor: Editor, markdown: string) {
  const { parse, serialize } = markdownFor(editor.schema)
  return serialize(parse(markdown))
}

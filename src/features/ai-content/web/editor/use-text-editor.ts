import { Editor } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { useEffect, useRef, useState } from 'react'
import { TextImages, type TextImagesOptions } from '#features/images/web/in-text/text-images.ts'
import { plural } from '#ui/format/format.ts'
import { showText, WritingRegion } from '../generation/generation-region.ts'
import { textExtensions } from './editor-extensions.ts'
import { markdownFor } from './editor-markdown.ts'
import { PassageMark } from './passage-mark.ts'
import { HtmlPaste } from './paste/html-paste.ts'
import { MarkdownPaste } from './paste/markdown-paste.ts'
import { TermMark } from './term-mark.ts'

export type TextEditorSettings = {
  markdown: string
  editable: boolean
  placeholder: string
  /** Handles pasted and dropped images. Without it, they're ignored. */
  images?: Partial<TextImagesOptions>
  /** Numbers of sources that the text has or had, which pasted footnotes don't get. */
  getTakenNumbers?: () => readonly number[]
}

/** Creates an editor in the element that gets the returned ref. Null until it's ready. */
export function useTextEditor({ markdown, editable, placeholder, images, getTakenNumbers }: TextEditorSettings) {
  const ref = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const first = useRef({ markdown, placeholder, editable, images, getTakenNumbers })
  useEffect(() => {
    if (!ref.current) return
    const { markdown, placeholder, editable, images, getTakenNumbers } = first.current
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
        MarkdownPaste.configure(getTakenNumbers ? { getTakenNumbers } : {}),
        HtmlPaste.configure({
          ...(getTakenNumbers ? { getTakenNumbers } : {}),
          onLostImages: (count) =>
            images?.onRefused?.(
              `${plural(count, 'image')} couldn’t be pasted. Save ${count === 1 ? 'it as a file' : 'them as files'} and insert ${count === 1 ? 'that' : 'those'}.`,
            ),
        }),
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

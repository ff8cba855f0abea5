import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { type TextHeading, toTextHeadings } from '../document/outline-model.ts'

/** The text's headings, as they are typed. */
export function useTextHeadings(editor: Editor | null): TextHeading[] {
  const [headings, setHeadings] = useState<TextHeading[]>([])
  useEffect(() => {
    if (!editor) return
    const read = () => {
      const next = toTextHeadings(
        editor.state.doc.children.flatMap((node): (Heading | 'text')[] => {
          const text = node.textContent.trim().slice(0, 300)
          if (node.type.name === 'heading')
            return text === '' ? [] : [{ type: `h${node.attrs.level}` as Heading['type'], text }]
          return node.type.name === 'paragraph' && node.childCount === 0 ? [] : ['text']
        }),
      )
      setHeadings((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    }
    read()
    editor.on('update', read)
    return () => {
      editor.off('update', read)
    }
  }, [editor])
  return headings
}

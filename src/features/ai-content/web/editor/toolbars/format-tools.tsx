import type { Editor } from '@tiptap/core'
import { Bold, Code, Italic, List, ListOrdered, type LucideIcon, Quote } from 'lucide-react'
import { Select } from '#ui/forms/select.tsx'

export type FormatTool = { label: string; icon: LucideIcon; on: boolean; press: () => void }

/** What toolbars toggle, as it is at the selection: characters, then paragraphs. */
export function getFormatTools(editor: Editor): { marks: FormatTool[]; blocks: FormatTool[] } {
  const chain = () => editor.chain().focus()
  const on = (name: string) => editor.isActive(name)
  return {
    marks: [
      { label: 'Bold', icon: Bold, on: on('bold'), press: () => chain().toggleBold().run() },
      { label: 'Italic', icon: Italic, on: on('italic'), press: () => chain().toggleItalic().run() },
      { label: 'Code', icon: Code, on: on('code'), press: () => chain().toggleCode().run() },
    ],
    blocks: [
      { label: 'List', icon: List, on: on('bulletList'), press: () => chain().toggleBulletList().run() },
      {
        label: 'Numbered list',
        icon: ListOrdered,
        on: on('orderedList'),
        press: () => chain().toggleOrderedList().run(),
      },
      { label: 'Quote', icon: Quote, on: on('blockquote'), press: () => chain().toggleBlockquote().run() },
    ],
  }
}

export type BlockTypeProps = {
  editor: Editor
  /** `p`, or a heading's level. */
  options: { value: string; label: string }[]
  /** Shown for levels that aren't offered. */
  fallback?: string
  className: string
}

/** Paragraph or heading. */
export function BlockType({ editor, options, fallback, className }: BlockTypeProps) {
  const level = editor.isActive('heading') ? String(editor.getAttributes('heading').level) : 'p'
  const chain = () => editor.chain().focus()
  return (
    <Select
      scale="s"
      aria-label="Paragraph style"
      className={className}
      value={options.some(({ value }) => value === level) ? level : (fallback ?? level)}
      onChange={({ target: { value } }) =>
        value === 'p'
          ? chain().setParagraph().run()
          : chain()
              .setHeading({ level: Number(value) as 1 | 2 | 3 | 4 })
              .run()
      }
      options={options}
    />
  )
}

/** Adds https:// to a URL without a scheme. */
export const toUrl = (typed: string) =>
  /^([a-z][a-z0-9+.-]*:|\/|#)/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`

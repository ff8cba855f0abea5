import type { Editor } from '@tiptap/core'
import { Image, Info, MessageCircleQuestionMark, Minus, Plus, Table2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { addCallout, addFaq, addRule, addTable } from './insert-block.ts'

type InsertMenuProps = {
  editor: Editor
  /** The text's language, BCP 47. */
  language: string
  onImage: () => void
}

/** Inserts blocks at the cursor. Ctrl+/ in the text moves focus to it. */
export function InsertMenu({ editor, language, onImage }: InsertMenuProps) {
  const button = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      button.current?.querySelector('button')?.click()
    }
    const text = editor.view.dom
    text.addEventListener('keydown', onKeyDown)
    return () => text.removeEventListener('keydown', onKeyDown)
  }, [editor])
  return (
    <span ref={button}>
      <Menu
        items={[
          { label: 'Table', icon: <Table2 />, onSelect: () => addTable(editor) },
          { label: 'Callout', icon: <Info />, onSelect: () => addCallout(editor, 'note') },
          {
            label: 'FAQ',
            icon: <MessageCircleQuestionMark />,
            hint: 'Questions with answers',
            onSelect: () => addFaq(editor, language),
          },
          { label: 'Image', icon: <Image />, onSelect: onImage },
          { label: 'Divider', icon: <Minus />, onSelect: () => addRule(editor) },
        ]}
        trigger={
          <Button
            aria-keyshortcuts="Control+/ Meta+/"
            className="max-sm:w-8.5 max-sm:px-0!"
            icon={<Plus size={15} aria-hidden />}
          >
            <span className="max-sm:sr-only">Insert</span>
          </Button>
        }
      />
    </span>
  )
}

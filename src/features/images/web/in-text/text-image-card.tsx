import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { maxAltLength } from '../../contract.ts'

type Shown = { at: number; alt: string; left: number; top: number }

const cardWidthPx = 340

export type TextImageCardProps = {
  editor: Editor
  /** The element the card is positioned in. */
  frame: RefObject<HTMLElement | null>
}

/** Alt text field below the selected image. Alt+F10 moves focus to it, Escape back to the text. */
export function TextImageCard({ editor, frame }: TextImageCardProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const selected = () => {
      const { selection } = editor.state
      const box = frame.current?.getBoundingClientRect()
      if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image' || !box || !editor.isEditable)
        return setShown(null)
      const element = editor.view.nodeDOM(selection.from)
      if (!(element instanceof HTMLElement)) return setShown(null)
      const at = element.getBoundingClientRect()
      const left = Math.max(0, Math.min(at.left - box.left, box.width - cardWidthPx))
      const alt = String(selection.node.attrs.alt ?? '')
      setShown({ at: selection.from, alt, left, top: at.bottom - box.top + 6 })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey) return
      const field = frame.current?.querySelector<HTMLInputElement>('[data-image-card] input')
      if (!field) return
      event.preventDefault()
      field.focus()
    }
    const text = editor.view.dom
    text.addEventListener('keydown', onKeyDown)
    // A new image has no height before it has loaded.
    text.addEventListener('load', selected, true)
    window.addEventListener('resize', selected)
    editor.on('transaction', selected)
    return () => {
      text.removeEventListener('keydown', onKeyDown)
      text.removeEventListener('load', selected, true)
      window.removeEventListener('resize', selected)
      editor.off('transaction', selected)
    }
  }, [editor, frame])
  if (!shown) return null
  return (
    <AltForm
      key={`${shown.at}${shown.alt}`}
      shown={shown}
      onSave={(alt) => editor.chain().updateAttributes('image', { alt }).focus().run()}
      onRemove={() => editor.chain().deleteSelection().focus().run()}
      onBack={() => editor.commands.focus()}
    />
  )
}

type AltFormProps = { shown: Shown; onSave: (alt: string) => void; onRemove: () => void; onBack: () => void }

function AltForm({ shown, onSave, onRemove, onBack }: AltFormProps) {
  const [alt, setAlt] = useState(shown.alt)
  return (
    <form
      data-image-card
      noValidate
      className="absolute z-20 flex w-85 max-w-full flex-wrap items-center gap-1.5 rounded-l border border-line-2 bg-panel p-1.5 font-sans text-s shadow-float"
      style={{ left: shown.left, top: shown.top }}
      onKeyDown={(event) => event.key === 'Escape' && onBack()}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSave(alt.replace(/\s+/g, ' ').trim())
      }}
    >
      <span className="min-w-40 flex-1">
        <Input
          scale="s"
          aria-label="Image alt text"
          placeholder="Describe the image"
          value={alt}
          maxLength={maxAltLength}
          onChange={(event) => setAlt(event.target.value)}
        />
      </span>
      <Button size="s" type="submit" disabled={alt.trim() === shown.alt}>
        Save
      </Button>
      <Button size="s" variant="quiet" onClick={onRemove}>
        Remove
      </Button>
    </form>
  )
}

import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { calloutKinds, getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'
import { Select } from '#ui/forms/select.tsx'

type Block = { kind: 'table' | 'callout'; top: number; at: number }

/** Toolbar above the table or callout with the cursor. Alt+F10 moves focus to it, Escape moves it back. */
export function BlockToolbar({ editor, frame }: { editor: Editor; frame: RefObject<HTMLElement | null> }) {
  const block = useBlock(editor, frame)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey || !editor.state.selection.empty) return
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('button, select')?.focus()
    }
    const text = editor.view.dom
    text.addEventListener('keydown', onKeyDown)
    return () => text.removeEventListener('keydown', onKeyDown)
  }, [editor])
  if (!block) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
    }
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || event.target instanceof HTMLSelectElement) return
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
    all[(all.indexOf(event.target as HTMLElement) + by + all.length) % all.length]?.focus()
  }
  // Stays on the button, so that several rows can be added in a row.
  const run = (command: 'addRowAfter' | 'addColumnAfter' | 'deleteRow' | 'deleteColumn' | 'deleteTable') => {
    editor.commands[command]()
    if (!editor.isActive('table')) editor.commands.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={block.kind === 'table' ? 'Table' : 'Callout'}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => !(event.target as Element).closest('select') && event.preventDefault()}
      className="absolute right-0 z-10 flex -translate-y-full flex-wrap justify-end rounded-m border border-line-2 bg-panel font-sans text-s shadow-float"
      style={{ top: block.top - 4 }}
    >
      {block.kind === 'table' ? (
        <>
          <Tool onClick={() => run('addRowAfter')}>Add row</Tool>
          <Tool onClick={() => run('addColumnAfter')}>Add column</Tool>
          <Tool onClick={() => run('deleteRow')}>Delete row</Tool>
          <Tool onClick={() => run('deleteColumn')}>Delete column</Tool>
          <Tool onClick={() => run('deleteTable')}>Delete table</Tool>
        </>
      ) : (
        <>
          <Select
            scale="s"
            aria-label="Type of callout"
            className="m-0.5 w-30"
            value={String(editor.getAttributes('callout').kind)}
            onChange={(event) => editor.commands.updateAttributes('callout', { kind: event.target.value })}
            options={calloutKinds.map((value) => ({ value, label: getCalloutLabel(value, 'en') }))}
          />
          <Tool
            onClick={() => {
              editor.chain().focus().lift('callout').run()
            }}
          >
            Remove callout
          </Tool>
        </>
      )}
    </div>
  )
}

const Tool = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className="h-8 px-2.5 outline-offset-[-2px] hover:bg-well">
    {children}
  </button>
)

/** The innermost table or callout around the cursor, and where it is in the frame. */
function useBlock(editor: Editor, frame: RefObject<HTMLElement | null>): Block | null {
  const [block, setBlock] = useState<Block | null>(null)
  useEffect(() => {
    const measure = () => {
      const { $from } = editor.state.selection
      const toolbar = frame.current?.querySelector('[role="toolbar"]')
      const inUse = editor.isFocused || toolbar?.contains(document.activeElement)
      const box = frame.current?.getBoundingClientRect()
      if (!inUse || !box || !editor.isEditable) return setBlock(null)
      for (let depth = $from.depth; depth > 0; depth--) {
        const kind = $from.node(depth).type.name
        if (kind !== 'table' && kind !== 'callout') continue
        const at = $from.before(depth)
        const element = editor.view.nodeDOM(at)
        if (!(element instanceof HTMLElement)) return setBlock(null)
        const top = element.getBoundingClientRect().top - box.top
        return setBlock((old) => (old && old.top === top && old.at === at ? old : { kind, top, at }))
      }
      setBlock(null)
    }
    const measureLater = () => setTimeout(measure, 60)
    // While the focus moves to the toolbar, nothing has it.
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.getMeta('blur')) measure()
    }
    measure()
    window.addEventListener('resize', measure)
    editor.on('transaction', onTransaction)
    editor.on('focus', measure)
    editor.on('blur', measureLater)
    return () => {
      window.removeEventListener('resize', measure)
      editor.off('transaction', onTransaction)
      editor.off('focus', measure)
      editor.off('blur', measureLater)
    }
  }, [editor, frame])
  return block
}

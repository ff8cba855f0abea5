import { Copy, Plus, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/forms/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { OutlineLine } from './outline-row.tsx'
import {
  canUndo,
  changeHeadings,
  moved,
  toMarkdown,
  undoHeadings,
  withHeadings,
  withLevel,
  withoutAt,
  withText,
} from './outline-storage.ts'
import { useHeadings } from './use-headings.ts'

export type OutlinePickerProps = {
  /** Whose outline: `toOutlineOwner`. */
  owner: string
  title?: string
  /** The next step, such as writing from it. */
  action?: React.ReactNode
  /** Where a heading dragged here from elsewhere would be added: before the line with this index. */
  incoming?: number | null
}

/**
 * The outline someone gathers, kept in this browser. On a heading: ↑↓ move between headings, Alt+↑↓ move the heading,
 * Tab and Shift+Tab change its level (Escape, then Tab, leaves), Enter edits, Delete removes, ⌘Z undoes. Or drag.
 */
export function OutlinePicker({ owner, title = 'Outline', action, incoming = null }: OutlinePickerProps) {
  const items = useHeadings(owner)
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [editing, setEditing] = useState<number | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [said, setSaid] = useState('')
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const at = Math.min(current, Math.max(0, items.length - 1))

  const focus = (index: number) => {
    setCurrent(index)
    // After React has moved the lines.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-line]')[index]?.focus())
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return
    changeHeadings((old) => moved(old, from, to))
    setSaid(`Moved to position ${to + 1} of ${items.length}.`)
    focus(to)
  }
  const level = (index: number, by: number) => {
    const next = withLevel(items, index, by)
    if (next[index]?.type === items[index]?.type) return
    changeHeadings(() => next)
    setSaid(`Level ${next[index]?.type.toUpperCase()}.`)
  }
  const remove = (index: number) => {
    const text = items[index]?.text ?? ''
    changeHeadings((old) => withoutAt(old, index))
    setSaid(`Removed “${text}”.`)
    if (items.length > 1) focus(Math.min(index, items.length - 2))
  }
  const undo = () => {
    undoHeadings()
    setSaid('Undone.')
  }
  const onLineKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget) return
    const { key, altKey, shiftKey } = event
    if (key === 'Escape') return setLeaving(true)
    if (key === 'Tab') {
      if (leaving) return setLeaving(false)
      level(index, shiftKey ? -1 : 1)
    } else if (key === 'ArrowUp') altKey ? move(index, index - 1) : focus(Math.max(0, index - 1))
    else if (key === 'ArrowDown') altKey ? move(index, index + 1) : focus(Math.min(items.length - 1, index + 1))
    else if (key === 'Delete' || key === 'Backspace') remove(index)
    else if (key === 'Enter' || key === 'F2') setEditing(index)
    else if (key === 'z' && (event.metaKey || event.ctrlKey)) undo()
    else return
    event.preventDefault()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toMarkdown(items))
      notify.done('Outline copied as Markdown')
    } catch {
      notify.failed('Your browser blocked copying.')
    }
  }

  return (
    <section
      aria-label={title}
      data-outline-picker
      className={cx(
        'rounded-l border border-line bg-panel px-4 py-3.5',
        incoming !== null && items.length === 0 && 'shadow-[inset_0_0_0_2px_var(--accent)]',
      )}
    >
      <div className="flex min-h-7 items-center gap-1">
        <h2 className="subheading flex-1">{title}</h2>
        <IconButton size="s" label="Undo" disabled={!canUndo()} onClick={undo}>
          <Undo2 size={14} aria-hidden />
        </IconButton>
        <IconButton size="s" label="Copy as Markdown" disabled={items.length === 0} onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </div>
      {items.length === 0 ? (
        <p className="mt-1 text-ink-2">
          Add headings from ranking pages or questions from the wheel. Everyone in the workspace sees this outline.
        </p>
      ) : (
        <>
          <ul ref={list} className="mt-1.5 -ml-2" aria-label={`${title}, ${items.length} headings`}>
            {items.map((item, index) => (
              <OutlineLine
                key={index}
                item={item}
                index={index}
                tabStop={index === at}
                editing={editing === index}
                dropMark={incoming === null ? getDropMark(drag, index) : getIncomingMark(incoming, index, items.length)}
                lifted={drag?.from === index}
                onFocus={() => {
                  setCurrent(index)
                  setLeaving(false)
                }}
                onKeyDown={(event) => onLineKeyDown(event, index)}
                onEdit={() => setEditing(index)}
                onText={(text) => {
                  setEditing(null)
                  if (text !== null && text !== item.text) changeHeadings((old) => withText(old, index, text))
                  focus(index)
                }}
                onLevel={(by) => level(index, by)}
                onRemove={() => remove(index)}
                onDrag={(clientY) => setDrag({ from: index, to: lineAt(list.current, clientY) })}
                onDrop={() => {
                  if (drag) move(drag.from, drag.to)
                  setDrag(null)
                }}
              />
            ))}
          </ul>
          <p className="mt-1 text-xs text-ink-3 max-sm:hidden" data-screen-only>
            Alt+↑↓ moves a heading, Tab changes its level, Esc then Tab exits.
          </p>
        </>
      )}
      <AddHeading />
      {action && <div className="mt-3 border-t border-line pt-3">{action}</div>}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </section>
  )
}

function getDropMark(drag: { from: number; to: number } | null, index: number) {
  if (!drag || drag.to !== index || drag.from === index) return null
  return drag.to < drag.from ? 'above' : 'below'
}

function getIncomingMark(incoming: number, index: number, count: number) {
  if (incoming === index) return 'above'
  return incoming >= count && index === count - 1 ? 'below' : null
}

/** The line under a pointer: the last one whose middle is above it. */
function lineAt(list: HTMLElement | null, clientY: number) {
  const lines = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const at = lines.findIndex((line) => {
    const { top, bottom } = line.getBoundingClientRect()
    return clientY < (top + bottom) / 2 + (bottom - top) / 2
  })
  return at < 0 ? lines.length - 1 : at
}

function AddHeading() {
  const [text, setText] = useState('')
  return (
    <form
      noValidate
      className="mt-2.5 flex gap-1.5"
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault()
        changeHeadings((old) => withHeadings(old, [{ type: 'h2', text }]))
        setText('')
      }}
    >
      <Input
        scale="s"
        aria-label="New heading"
        placeholder="Add heading"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="s"
        type="submit"
        aria-label="Add"
        disabled={text.trim() === ''}
        className="w-7 px-0!"
        icon={<Plus size={14} aria-hidden />}
      />
    </form>
  )
}

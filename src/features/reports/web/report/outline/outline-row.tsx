// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a line takes the focus to be moved by keys.
// biome-ignore-all lint/a11y/noNoninteractiveElementInteractions: a line takes keys and can be dragged by its handle.
import { GripVertical, IndentDecrease, IndentIncrease, Pencil, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/forms/input.tsx'
import type { Heading } from '../../../contract.ts'

export type OutlineLineProps = {
  item: Heading
  index: number
  tabStop: boolean
  editing: boolean
  dropMark: 'above' | 'below' | null
  lifted: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onEdit: () => void
  /** Null when editing was given up. */
  onText: (text: string | null) => void
  onLevel: (by: number) => void
  onRemove: () => void
  onDrag: (clientY: number) => void
  onDrop: () => void
}

const indents: Record<Heading['type'], string> = { h1: '', h2: '', h3: 'pl-4', h4: 'pl-8', h5: 'pl-12', h6: 'pl-16' }

export function OutlineLine(props: OutlineLineProps) {
  const { item, index, tabStop, editing, dropMark, lifted } = props
  const dragging = useRef(false)
  return (
    <li
      data-line
      tabIndex={tabStop ? 0 : -1}
      aria-label={`${item.type.toUpperCase()}: ${item.text}`}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus()}
      onKeyDown={props.onKeyDown}
      className={cx(
        'group relative flex min-h-8 items-center gap-1 rounded-s outline-offset-[-2px] hover:bg-well',
        lifted && 'opacity-50',
        dropMark === 'above' && 'shadow-[0_-2px_0_0_var(--accent)]',
        dropMark === 'below' && 'shadow-[0_2px_0_0_var(--accent)]',
      )}
    >
      <span
        className="grid h-7 w-5 shrink-0 cursor-grab touch-none place-items-center text-ink-3 opacity-50 group-hover:opacity-100"
        title="Drag to move, or press Alt+↑↓"
        aria-hidden
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragging.current = true
        }}
        onPointerMove={(event) => dragging.current && props.onDrag(event.clientY)}
        onPointerUp={() => {
          dragging.current = false
          props.onDrop()
        }}
        onPointerCancel={() => {
          dragging.current = false
          props.onDrop()
        }}
        data-screen-only
      >
        <GripVertical size={13} />
      </span>
      <span className={cx('flex min-w-0 flex-1 items-baseline gap-2.5', indents[item.type])}>
        <span className="w-5 shrink-0 text-2xs font-semibold text-ink-3">{item.type.toUpperCase()}</span>
        {editing ? (
          <Input
            scale="s"
            autoFocus
            aria-label={`Heading ${index + 1}`}
            defaultValue={item.text}
            onBlur={(event) => props.onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur()
              if (event.key === 'Escape') props.onText(null)
            }}
          />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; Enter and the pencil do the same.
          <span className="min-w-0 flex-1 font-serif text-m leading-snug" onDoubleClick={props.onEdit}>
            {item.text}
          </span>
        )}
      </span>
      {!editing && (
        <span className="absolute inset-y-0 right-0 flex items-center rounded-s bg-well pl-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100 [@media(hover:none)]:group-[:not(:focus-within)]:hidden">
          <LineButton label="Higher level" onClick={() => props.onLevel(-1)}>
            <IndentDecrease size={13} />
          </LineButton>
          <LineButton label="Lower level" onClick={() => props.onLevel(1)}>
            <IndentIncrease size={13} />
          </LineButton>
          <LineButton label="Edit" onClick={props.onEdit}>
            <Pencil size={12} />
          </LineButton>
          <LineButton label="Remove" onClick={props.onRemove}>
            <X size={13} />
          </LineButton>
        </span>
      )}
    </li>
  )
}

// Reached by pointer; the keyboard has the line's own keys, so these stay out of the tab order.
const LineButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={label}
    title={label}
    onClick={onClick}
    className="grid size-6 place-items-center rounded-s text-ink-3 hover:bg-line hover:text-ink"
  >
    {children}
  </button>
)

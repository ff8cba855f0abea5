import { ArrowDown, ArrowUp, Check, Ellipsis, GripVertical, PenLine, Plus } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { useHeadings } from '#features/reports/web/report/outline/use-headings.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { headingKey } from '../../rules/markdown-text.ts'
import { getDepth, movedBranch, type OutlineEntry } from './outline-model.ts'

export type OutlinePanelProps = {
  entries: OutlineEntry[]
  editable: boolean
  /** Whether the text is being written. Nothing can be moved or written then. */
  busy: boolean
  onGo?: (entry: OutlineEntry) => void
  onWrite?: (index: number) => void
  onMove?: (index: number, by: -1 | 1) => void
  onMoveTo?: (from: number, to: number) => void
  onPlan?: (headings: Heading[]) => void
  /** Owner of the selected headings that can be added; see `toOutlineOwner`. */
  owner?: string
}

const stateWords: Record<OutlineEntry['state'], string> = {
  written: 'written',
  empty: 'no text yet',
  planned: 'not written yet',
  writing: 'being written',
}

/** The outline. A line links to its section, Alt and an arrow key move it, its menu writes it. */
export function OutlinePanel({
  entries,
  editable,
  busy,
  onGo,
  onWrite,
  onMove,
  onMoveTo,
  onPlan,
  owner,
}: OutlinePanelProps) {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null)
  const can = editable && !busy && onMove

  const move = (index: number, by: -1 | 1) => {
    const next = movedBranch(entries, index, by)
    if (!next || !can) return
    onMove(index, by)
    setAnnouncement(`Moved to position ${next.at + 1} of ${entries.length}.`)
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-line]')[next.at]?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    if (event.altKey) return move(index, by)
    list.current?.querySelectorAll<HTMLElement>('[data-line]')[index + by]?.focus()
  }
  const itemsFor = (entry: OutlineEntry, index: number): MenuItem[] => [
    ...(onWrite
      ? [
          {
            label: entry.state === 'planned' || entry.state === 'empty' ? 'Write section' : 'Rewrite section',
            icon: <PenLine />,
            onSelect: () => onWrite(index),
          },
        ]
      : []),
    { label: 'Move up', icon: <ArrowUp />, keys: 'alt+arrowup', onSelect: () => move(index, -1) },
    { label: 'Move down', icon: <ArrowDown />, keys: 'alt+arrowdown', onSelect: () => move(index, 1) },
    ...(entry.at === null && onPlan
      ? ([
          'line',
          {
            label: 'Remove from outline',
            danger: true,
            onSelect: () => onPlan(entries.filter((_, at) => at !== index)),
          },
        ] satisfies MenuItem[])
      : []),
  ]
  return (
    <nav aria-label="Outline" data-outline>
      <h2 className="subheading mb-2">Outline</h2>
      {entries.length === 0 ? (
        <p className="text-ink-2">Headings appear here. {editable && 'Add headings below to plan the text.'}</p>
      ) : (
        <ol ref={list} className="-mx-2">
          {entries.map((entry, index) => (
            <li
              key={`${index} ${entry.text}`}
              draggable={Boolean(can)}
              onDragStart={(event: DragEvent) => {
                event.dataTransfer.effectAllowed = 'move'
                setDrag({ from: index, over: index })
              }}
              onDragOver={(event) => {
                if (!drag) return
                event.preventDefault()
                if (drag.over !== index) setDrag({ ...drag, over: index })
              }}
              onDragEnd={() => setDrag(null)}
              onDrop={(event) => {
                event.preventDefault()
                if (drag && drag.from !== index) onMoveTo?.(drag.from, index)
                setDrag(null)
              }}
              className={cx(
                'group relative flex items-start rounded-m',
                drag?.from === index && 'opacity-45',
                drag && drag.over === index && drag.from > index && 'shadow-[0_-2px_0_0_var(--accent)]',
                drag && drag.over === index && drag.from < index && 'shadow-[0_2px_0_0_var(--accent)]',
              )}
            >
              {can && (
                <span
                  aria-hidden
                  className="absolute top-2 -left-2 cursor-grab text-ink-3 opacity-0 group-hover:opacity-70 max-md:hidden"
                >
                  <GripVertical size={12} />
                </span>
              )}
              <button
                type="button"
                data-line
                onClick={() => onGo?.(entry)}
                onKeyDown={(event) => onKeyDown(event, index)}
                aria-current={entry.state === 'writing' ? 'step' : undefined}
                aria-keyshortcuts={can ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                style={{ paddingLeft: `${8 + getDepth(entries, index) * 13}px` }}
                className={cx(
                  'flex min-h-7 min-w-0 flex-1 items-baseline gap-2 rounded-m py-1 pr-1 text-left leading-snug hover:bg-well',
                  entry.state === 'writing'
                    ? 'font-[550] text-ink'
                    : entry.state === 'planned'
                      ? 'text-ink-3'
                      : 'text-ink-2',
                )}
              >
                <span className="w-4.5 shrink-0 font-semibold text-2xs text-ink-3">{entry.type.toUpperCase()}</span>
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{entry.text}</span>
                <span className="sr-only">, {stateWords[entry.state]}</span>
                {entry.state === 'written' && (
                  <Check size={13} className="shrink-0 self-center text-good" aria-hidden />
                )}
                {entry.state === 'writing' && (
                  <span className="size-1.5 shrink-0 self-center rounded-full bg-accent" aria-hidden />
                )}
              </button>
              {editable && !busy && (onWrite || onMove) && (
                <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
                  <Menu
                    items={itemsFor(entry, index)}
                    trigger={
                      <Button
                        size="s"
                        variant="quiet"
                        className="h-7 w-6 px-0!"
                        aria-label={`More for ${entry.text}`}
                        icon={<Ellipsis size={14} aria-hidden />}
                      />
                    }
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {editable && onPlan && owner && <AddHeadings entries={entries} onPlan={onPlan} owner={owner} />}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </nav>
  )
}

type AddProps = { entries: OutlineEntry[]; onPlan: (headings: Heading[]) => void; owner: string }

/** Adds a heading, typed or from the headings selected in the document's report. */
function AddHeadings({ entries, onPlan, owner }: AddProps) {
  const gathered = useHeadings(owner)
  const [text, setText] = useState('')
  const [type, setType] = useState<Heading['type']>('h2')
  const has = new Set(entries.map((entry) => headingKey(entry.text)))
  const fresh = gathered.filter((heading) => !has.has(headingKey(heading.text)))
  return (
    <div className="mt-4 grid gap-2 border-line border-t pt-3">
      <form
        noValidate
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!text.trim()) return
          onPlan([...entries, { type, text: text.trim() }])
          setText('')
        }}
      >
        <Select
          scale="s"
          aria-label="Level"
          className="w-15 shrink-0"
          value={type}
          onChange={(event) => setType(event.target.value as Heading['type'])}
          options={(['h2', 'h3', 'h4'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <Input
          scale="s"
          aria-label="New heading"
          placeholder="Heading"
          value={text}
          maxLength={300}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          size="s"
          type="submit"
          aria-label="Add heading"
          className="w-7 px-0!"
          disabled={!text.trim()}
          icon={<Plus size={14} aria-hidden />}
        />
      </form>
      {fresh.length > 0 && (
        <Button
          size="s"
          variant="quiet"
          className="justify-self-start"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => onPlan([...entries, ...fresh])}
        >
          {`Add ${plural(fresh.length, 'collected heading')}`}
        </Button>
      )}
    </div>
  )
}

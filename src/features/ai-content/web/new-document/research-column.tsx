import { Check, GripVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'

/** A heading that can be added to the outline. */
export type Candidate = Heading & {
  /** Which pages have it. Null for a question. */
  origin: string | null
}

export type ResearchColumnProps = {
  headings: Candidate[]
  questions: Candidate[]
  emptyHeadings: string
  /** Whether the outline has a heading. */
  isIn: (text: string) => boolean
  /** Adds a heading, or removes it. */
  onToggle: (heading: Heading) => void
  /** Moves the position where the next heading is added. */
  onShift: (by: -1 | 1) => void
  onCancel: () => void
  onDrag: (x: number, y: number) => void
  onDrop: (heading: Heading) => void
}

const shownFirst = 12

/**
 * Headings of ranking pages, and questions. On one: Enter adds it or removes it, ↑↓ move between them, Alt+↑↓ choose the
 * position in the outline. Or drag it there.
 */
export function ResearchColumn({ headings, questions, emptyHeadings, ...actions }: ResearchColumnProps) {
  const [tab, setTab] = useState<'headings' | 'questions'>(headings.length > 0 ? 'headings' : 'questions')
  const [isOpen, setOpen] = useState({ headings: false, questions: false })
  const list = tab === 'headings' ? headings : questions
  const shown = isOpen[tab] ? list : list.slice(0, shownFirst)
  const frame = useRef<HTMLUListElement>(null)
  const focus = (index: number) => frame.current?.querySelectorAll<HTMLElement>('[data-candidate]')[index]?.focus()
  return (
    <section aria-label="Research for the outline" className="min-w-0">
      <Segmented
        size="s"
        label="Show"
        value={tab}
        onChange={setTab}
        options={[
          { value: 'headings', label: `Ranking pages (${headings.length})` },
          { value: 'questions', label: `Questions (${questions.length})` },
        ]}
      />
      {list.length === 0 ? (
        <p className="mt-2 text-ink-2">{tab === 'headings' ? emptyHeadings : 'No questions were found.'}</p>
      ) : (
        <ul ref={frame} className="mt-1.5" aria-label={tab === 'headings' ? 'Headings of ranking pages' : 'Questions'}>
          {shown.map((candidate, index) => (
            <CandidateLine
              key={candidate.text}
              candidate={candidate}
              {...actions}
              onMove={(by) => focus(Math.max(0, Math.min(shown.length - 1, index + by)))}
            />
          ))}
        </ul>
      )}
      {list.length > shownFirst && (
        <button
          type="button"
          className="link mt-1.5 text-xs"
          onClick={() => setOpen({ ...isOpen, [tab]: !isOpen[tab] })}
        >
          {isOpen[tab] ? 'Show fewer' : `Show all ${plural(list.length, tab === 'headings' ? 'heading' : 'question')}`}
        </button>
      )}
      <p className="mt-1.5 text-ink-3 text-xs max-sm:hidden" data-screen-only>
        Enter adds one, Alt+↑↓ chooses its position. Or drag it into the outline.
      </p>
    </section>
  )
}

type LineProps = Omit<ResearchColumnProps, 'headings' | 'questions' | 'emptyHeadings'> & {
  candidate: Candidate
  onMove: (by: -1 | 1) => void
}

function CandidateLine({ candidate, isIn, onToggle, onShift, onCancel, onDrag, onDrop, onMove }: LineProps) {
  const dragging = useRef(false)
  const added = isIn(candidate.text)
  const heading: Heading = { type: candidate.type, text: candidate.text }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === 'Escape') onCancel()
    else if (by === 0) return
    else if (event.altKey) onShift(by)
    else onMove(by)
    event.preventDefault()
  }
  const end = () => {
    if (!dragging.current) return
    dragging.current = false
    onDrop(heading)
  }
  return (
    <li className="group flex items-start border-line border-t first:border-0">
      <span
        className={cx(
          'mt-1.5 grid h-6 w-5 shrink-0 touch-none place-items-center text-ink-3 opacity-50 group-hover:opacity-100 max-sm:hidden',
          added ? 'invisible' : 'cursor-grab',
        )}
        title="Drag into the outline"
        aria-hidden
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragging.current = true
        }}
        onPointerMove={(event) => dragging.current && onDrag(event.clientX, event.clientY)}
        onPointerUp={end}
        onPointerCancel={() => {
          dragging.current = false
          onCancel()
        }}
      >
        <GripVertical size={13} />
      </span>
      <button
        type="button"
        data-candidate
        aria-pressed={added}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={added ? 'Remove from outline' : 'Add to outline'}
        onClick={() => onToggle(heading)}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 items-start gap-2 rounded-s px-1 py-1.5 text-left hover:bg-well"
      >
        <span className="min-w-0 flex-1">
          <span className={cx('block font-serif text-m leading-snug [overflow-wrap:anywhere]', added && 'text-ink-3')}>
            {candidate.text}
          </span>
          {candidate.origin && (
            <span className="block text-ink-3 text-xs [overflow-wrap:anywhere]">{candidate.origin}</span>
          )}
        </span>
        {added ? (
          <Check size={14} className="mt-0.5 shrink-0 text-good" aria-hidden />
        ) : (
          <Plus size={14} className="mt-0.5 shrink-0 text-ink-3" aria-hidden />
        )}
      </button>
    </li>
  )
}

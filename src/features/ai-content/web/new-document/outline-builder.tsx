import { useRef, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { OutlinePicker } from '#features/reports/web/report/outline/outline-picker.tsx'
import {
  changeHeadings,
  holds,
  withHeadingAt,
  withoutText,
} from '#features/reports/web/report/outline/outline-storage.ts'
import { useHeadings } from '#features/reports/web/report/outline/use-headings.ts'
import type { BriefingProposal } from '../../contract.ts'
import { type Candidate, ResearchColumn } from './research-column.tsx'
import { OutlineNote } from './research-notes.tsx'
import { addOutline, replaceOutline } from './use-research.ts'

export type OutlineBuilderProps = {
  /** Whose outline: `toOutlineOwner`. */
  owner: string
  proposal: BriefingProposal | null
}

/** The outline beside what it can be made from: headings of ranking pages and questions, to add by click, drag or keys. */
export function OutlineBuilder({ owner, proposal }: OutlineBuilderProps) {
  const items = useHeadings(owner)
  const frame = useRef<HTMLDivElement>(null)
  const [incoming, setIncoming] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')

  const add = (heading: Heading, at: number) => {
    changeHeadings((old) => withHeadingAt(old, heading, at))
    setAnnouncement(`Added “${heading.text}” as heading ${Math.min(at, items.length) + 1} of ${items.length + 1}.`)
    setIncoming(null)
  }
  const toggle = (heading: Heading) => {
    if (!holds(items, heading.text)) return add(heading, incoming ?? items.length)
    changeHeadings((old) => withoutText(old, heading.text))
    setAnnouncement(`Removed “${heading.text}”.`)
    setIncoming(null)
  }
  const shift = (by: -1 | 1) => {
    const at = Math.max(0, Math.min(items.length, (incoming ?? items.length) + by))
    setIncoming(at)
    const next = items[at]
    setAnnouncement(next ? `Position ${at + 1}, before “${next.text}”.` : `Position ${at + 1}, at the end.`)
  }
  const missing = proposal ? proposal.outline.filter(({ text }) => !holds(items, text)).length : 0

  return (
    <div ref={frame} className="grid gap-2">
      {proposal && (
        <OutlineNote
          proposal={proposal}
          missing={missing}
          own={items.length}
          onAdd={() => addOutline(proposal)}
          onReplace={() => replaceOutline(proposal)}
        />
      )}
      <div className={proposal ? 'grid items-start gap-4 sm:grid-cols-2' : undefined}>
        <OutlinePicker owner={owner} incoming={incoming} />
        {proposal && (
          <ResearchColumn
            headings={toCandidates(proposal)}
            questions={proposal.questions.map(({ heading }) => ({ type: 'h2', text: heading, origin: null }))}
            emptyHeadings={getEmptyText(proposal)}
            isIn={(text) => holds(items, text)}
            onToggle={toggle}
            onShift={shift}
            onCancel={() => setIncoming(null)}
            onDrag={(x, y) => setIncoming(getPosition(frame.current, x, y))}
            onDrop={(heading) => {
              if (incoming !== null && !holds(items, heading.text)) add(heading, incoming)
              setIncoming(null)
            }}
          />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

function toCandidates({ headings, pages }: BriefingProposal): Candidate[] {
  const domains = new Map(pages.map(({ n, domain }) => [n, domain]))
  return headings.map(({ type, text, pages }) => ({
    ...{ type, text },
    origin: listDomains(pages.map((n) => domains.get(n) ?? '')),
  }))
}

/** "a.com, b.com and 3 more" */
export function listDomains(domains: string[]): string {
  const once = [...new Set(domains)].filter(Boolean)
  const shown = once.slice(0, 2).join(', ')
  return once.length > 2 ? `${shown} and ${once.length - 2} more` : shown
}

function getEmptyText({ pages, pages_by, topic, keyword }: BriefingProposal): string {
  if (pages.length === 0 && keyword) return 'No page of the report names this keyword in its title or headings.'
  if (pages.length === 0)
    return topic && pages_by === 'text'
      ? 'No page of the report covers this topic.'
      : 'The report has no ranking pages.'
  return pages.every(({ state }) => state === 'failed' || state === 'unread')
    ? 'None of the ranking pages could be read.'
    : 'The ranking pages have no headings on this.'
}

/** The index in the outline under a pointer. Null beside the outline. */
function getPosition(frame: HTMLElement | null, x: number, y: number): number | null {
  const outline = frame?.querySelector<HTMLElement>('[data-outline-picker]')
  if (!outline) return null
  const box = outline.getBoundingClientRect()
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null
  const lines = [...outline.querySelectorAll<HTMLElement>('[data-line]')]
  const at = lines.findIndex((line) => {
    const { top, bottom } = line.getBoundingClientRect()
    return y < (top + bottom) / 2
  })
  return at < 0 ? lines.length : at
}

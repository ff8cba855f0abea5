import { Check, Heading as HeadingIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { ScoreTarget } from '../../contract.ts'
import type { OutlineEntry } from './outline-model.ts'
import { getHost } from './sources-list.tsx'
import { useCoveredHeadings } from './use-covered-headings.ts'

export type CompetitorHeadingsProps = {
  /** Null until it's loaded. */
  target: ScoreTarget | null
  entries: OutlineEntry[]
  /** Adds a heading to the outline. Null where nothing can be changed. */
  onAdd: ((heading: Heading) => void) | null
  /** Inserts an empty section with the heading into the text. */
  onInsert: (heading: Heading) => void
}

const shownFirst = 10

/** Headings of the ranking pages beside the document's outline: which pages have them, and which it doesn't cover. */
export function CompetitorHeadings({ target, entries, onAdd, onInsert }: CompetitorHeadingsProps) {
  const covered = useCoveredHeadings(target, entries)
  const [withCovered, setWithCovered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  if (!target) return null
  const hosts = new Map(target.pages.map(({ n, url }) => [n, getHost(url)]))
  const all = target.page_headings.map((heading, at) => ({ ...heading, isCovered: covered?.[at] ?? false }))
  const missing = all.filter(({ isCovered }) => !isCovered)
  const list = withCovered ? all : missing
  const shown = isOpen ? list : list.slice(0, shownFirst)
  return (
    <section aria-label="Headings of ranking pages" className="mt-6 border-line border-t pt-4">
      <h3 className="subheading mb-1">Ranking pages’ headings</h3>
      {all.length === 0 ? (
        <p className="text-ink-2">{getEmptyText(target)}</p>
      ) : (
        <>
          <p className="mb-2 text-ink-2 text-xs">
            {covered === null
              ? `${plural(all.length, 'heading')} ${getOrigin(target)}.`
              : `${formatCount(missing.length)} of ${plural(all.length, 'heading')} ${getOrigin(target)} ${missing.length === 1 ? 'isn’t' : 'aren’t'} covered by your outline.`}
          </p>
          {covered !== null && missing.length < all.length && (
            <Checkbox
              className="mb-1.5"
              checked={withCovered}
              onChange={(event) => setWithCovered(event.target.checked)}
            >
              Show covered headings
            </Checkbox>
          )}
          <ul>
            {shown.map((heading) => (
              <li key={heading.text} className="flex items-start gap-1 border-line border-t py-1.5">
                <div className="min-w-0 flex-1">
                  <p className={cx('leading-snug [overflow-wrap:anywhere]', heading.isCovered && 'text-ink-3')}>
                    {heading.isCovered && (
                      <Check size={13} className="mr-1 inline-block text-good" role="img" aria-label="Covered" />
                    )}
                    {heading.text}
                  </p>
                  <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">{listHosts(heading.pages, hosts)}</p>
                </div>
                {onAdd && !heading.isCovered && (
                  <>
                    <IconButton
                      size="s"
                      label={`Add “${heading.text}” to outline`}
                      onClick={() => {
                        onAdd({ type: heading.type, text: heading.text })
                        setAnnouncement(`Added “${heading.text}” to the outline.`)
                      }}
                    >
                      <Plus size={14} aria-hidden />
                    </IconButton>
                    <IconButton
                      size="s"
                      label={`Insert “${heading.text}” into the text`}
                      onClick={() => onInsert({ type: heading.type, text: heading.text })}
                    >
                      <HeadingIcon size={14} aria-hidden />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
          {list.length > shownFirst && (
            <button type="button" className="link mt-1.5 text-xs" onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show fewer' : `Show all ${plural(list.length, 'heading')}`}
            </button>
          )}
        </>
      )}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </section>
  )
}

function getOrigin({ pages_by, pages }: ScoreTarget): string {
  if (pages_by === 'results') return 'of pages that rank for the topic'
  if (pages_by === 'text') return 'of the report’s pages on this topic'
  return `of ${plural(pages.length, 'ranking page')}`
}

function getEmptyText({ pages, pages_by }: ScoreTarget): string {
  if (pages.length === 0) return 'The report has no ranking pages that could be read.'
  return pages_by === 'text'
    ? 'No page of the report names this topic in its title or headings.'
    : 'The ranking pages have no headings.'
}

function listHosts(pages: number[], hosts: ReadonlyMap<number, string>): string {
  const names = [...new Set(pages.map((n) => hosts.get(n) ?? ''))].filter(Boolean)
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

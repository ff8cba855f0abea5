import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Heading, SerpPage } from '../../../contract.ts'
import type { ComparedHeading } from '../outline/use-heading-comparison.ts'
import { useHeadingComparison } from '../outline/use-heading-comparison.ts'

export type HeadingsComparedProps = {
  pages: SerpPage[]
  outline: Heading[]
  query: string
  language: string
  onPick: (headings: Heading[], on: boolean) => void
}

const shownFirst = 30

/** What ranking pages have as headings against the outline: what it lacks, what it shares, and what only it has. */
export function HeadingsCompared({ pages, outline, query, language, onPick }: HeadingsComparedProps) {
  const compared = useHeadingComparison(pages, outline, { query, language })
  const [shown, setShown] = useState<'missing' | 'all'>('missing')
  const [isOpen, setOpen] = useState(false)
  if (!compared)
    return (
      <div className="grid gap-3" aria-busy>
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/3" />
      </div>
    )
  const { headings, onlyOutline } = compared
  if (headings.length === 0)
    return (
      <EmptyState level={3} title="No headings">
        The ranking pages that were read have no headings.
      </EmptyState>
    )
  const missing = headings.filter(({ covered }) => !covered)
  const list = shown === 'missing' ? missing : headings
  const common = missing.filter(({ pages: having }) => having.length > 1)
  return (
    <section aria-label="Headings compared">
      <p className="text-ink-2">
        {outline.length === 0
          ? `Your outline is empty. The ranking pages have ${plural(headings.length, 'heading')}, alike ones counted once.`
          : `Your outline covers ${formatCount(headings.length - missing.length)} of ${plural(headings.length, 'heading')} on ranking pages.`}
      </p>
      <div className="mt-3 mb-2 flex flex-wrap items-center gap-3" data-screen-only>
        <Segmented
          size="s"
          label="Headings"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'missing', label: `Not in outline (${missing.length})` },
            { value: 'all', label: `All (${headings.length})` },
          ]}
        />
        {common.length > 1 && (
          <Button size="s" onClick={() => onPick(common.map(toHeading), true)}>
            Add {common.length} that several pages have
          </Button>
        )}
      </div>
      {list.length === 0 ? (
        <p className="border-line border-y py-3 text-ink-2">Your outline covers every heading of the ranking pages.</p>
      ) : (
        <ul className="border-line border-t">
          {(isOpen ? list : list.slice(0, shownFirst)).map((heading) => (
            <Line
              key={heading.text}
              heading={heading}
              read={pages.length}
              onAdd={() => onPick([toHeading(heading)], true)}
            />
          ))}
        </ul>
      )}
      {list.length > shownFirst && (
        <Button size="s" className="mt-2.5" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${list.length}`}
        </Button>
      )}
      {onlyOutline.length > 0 && (
        <>
          <h3 className="subheading mt-7">Only in your outline</h3>
          <p className="text-ink-2">No ranking page has a heading about these.</p>
          <ul className="mt-1.5 border-line border-t">
            {onlyOutline.map(({ text }) => (
              <li key={text} className="border-line border-b py-1.5 font-serif text-m leading-snug">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const toHeading = ({ type, text }: ComparedHeading): Heading => ({ type, text })

function Line({ heading, read, onAdd }: { heading: ComparedHeading; read: number; onAdd: () => void }) {
  const { text, type, pages, covered } = heading
  return (
    <li className="flex items-start gap-3 border-line border-b py-2">
      <span className="w-5 shrink-0 pt-1 font-semibold text-2xs text-ink-3">{type.toUpperCase()}</span>
      <div className="min-w-0 flex-1">
        <p className={cx('font-serif text-m leading-snug [overflow-wrap:anywhere]', covered && 'text-ink-2')}>{text}</p>
        <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
          {formatCount(pages.length)} of {plural(read, 'page')}:{' '}
          {pages.map(({ rank, domain }) => `${rank}. ${domain}`).join(', ')}
        </p>
      </div>
      {covered ? (
        <span className="flex shrink-0 items-center gap-1 pt-0.5 text-good text-xs">
          <Check size={13} aria-hidden />
          In outline
        </span>
      ) : (
        <Button
          size="s"
          icon={<Plus size={13} aria-hidden />}
          aria-label={`Add “${text}” to outline`}
          onClick={onAdd}
          data-screen-only
        >
          Add
        </Button>
      )}
    </li>
  )
}

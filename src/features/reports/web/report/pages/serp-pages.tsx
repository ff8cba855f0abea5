import { Check, Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { Heading, SerpPage } from '../../../contract.ts'
import { reportErrorTexts } from '../../error-texts.ts'
import { holds } from '../outline/outline-storage.ts'

export type SerpPagesProps = {
  pages: SerpPage[]
  /** The outline gathered so far: useHeadings(). Without onPick nothing can be picked. */
  outline?: Heading[]
  /** Adds headings (on) or takes them out. */
  onPick?: (headings: Heading[], on: boolean) => void
  /** Why there are none. */
  missing?: string
}

/** The pages that rank, each with its headings as an outline to pick from. */
export function SerpPages({ pages, outline = [], onPick, missing }: SerpPagesProps) {
  if (pages.length === 0)
    return (
      <EmptyState level={3} title="No ranking pages">
        {missing ?? 'No SERP source was used.'}
      </EmptyState>
    )
  const maxWords = Math.max(1, ...pages.map((page) => page.words ?? 0))
  return (
    <ol className="border-t border-line">
      {pages.map((page) => (
        <li key={page.url} className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-b border-line py-4">
          <span className="pt-0.5 text-right rtl:text-left font-serif text-l text-ink-3">{page.rank}</span>
          <div className="min-w-0">
            <Page page={page} maxWords={maxWords} outline={outline} onPick={onPick} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Why a page wasn't read. Reports of earlier versions stored no reason. */
function NotRead({ page: { fetched, failure } }: { page: SerpPage }) {
  const error = getStoredError({ error: fetched, failure })!
  return (
    <div className="mt-1 text-xs">
      <p className="text-warn">Not read. {failure && getErrorText(error, reportErrorTexts)}</p>
      <StaffDetails error={error} />
    </div>
  )
}

type PageProps = { page: SerpPage; maxWords: number; outline: Heading[]; onPick: SerpPagesProps['onPick'] }

function Page({ page, maxWords, outline, onPick }: PageProps) {
  const second = page.headings.filter((heading) => heading.type === 'h2')
  const allIn = second.length > 0 && second.every((heading) => holds(outline, heading.text))
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <a
          href={page.url}
          target="_blank"
          rel="noreferrer nofollow"
          className="min-w-0 font-serif text-l leading-snug no-underline hover:link"
        >
          {page.title || page.domain}
        </a>
        {page.words !== null && (
          <span className="flex items-center gap-2 text-xs whitespace-nowrap text-ink-2">
            <span className="h-[3px] w-16 rounded-xs bg-line" aria-hidden>
              <span
                className="block h-full rounded-xs bg-mark"
                style={{ width: `${(page.words / maxWords) * 100}%` }}
              />
            </span>
            {plural(page.words, 'word')}
          </span>
        )}
      </div>
      <p className="truncate text-xs text-ink-3">{page.url.replace(/^https?:\/\/(www\.)?/, '')}</p>
      {page.fetched === 'ok' ? (
        page.snippet && <p className="mt-1 max-w-180 text-ink-2">{page.snippet}</p>
      ) : (
        <NotRead page={page} />
      )}
      {page.headings.length > 0 && (
        <Disclosure className="mt-2" summary={describeHeadings(page, outline)}>
          <ul className="mt-1.5 mb-1">
            {page.headings.map((heading, at) => (
              <HeadingLine key={at} heading={heading} on={holds(outline, heading.text)} onPick={onPick} />
            ))}
          </ul>
          {onPick && second.length > 1 && (
            <Button size="s" onClick={() => onPick(second, !allIn)} aria-pressed={allIn}>
              {allIn ? `Remove all ${second.length} H2s` : `Add all ${second.length} H2s`}
            </Button>
          )}
        </Disclosure>
      )}
    </>
  )
}

/** "12 headings · 3 in your outline" */
function describeHeadings({ headings }: SerpPage, outline: Heading[]): string {
  const shared = headings.filter(({ text }) => holds(outline, text)).length
  return `${plural(headings.length, 'heading')}${shared > 0 ? ` · ${formatCount(shared)} in your outline` : ''}`
}

const indents: Record<Heading['type'], string> = { h1: '', h2: '', h3: 'ps-5', h4: 'ps-10', h5: 'ps-15', h6: 'ps-15' }

function HeadingLine({ heading, on, onPick }: { heading: Heading; on: boolean; onPick: SerpPagesProps['onPick'] }) {
  const inside = (
    <>
      <span className="w-5 shrink-0 text-2xs font-semibold text-ink-3">{heading.type.toUpperCase()}</span>
      <span className={cx('min-w-0 flex-1 font-serif text-m leading-snug', heading.type === 'h1' && 'font-medium')}>
        {heading.text}
      </span>
    </>
  )
  if (!onPick) return <li className={cx('flex items-baseline gap-2 py-0.5', indents[heading.type])}>{inside}</li>
  return (
    <li className={indents[heading.type]}>
      <button
        type="button"
        aria-pressed={on}
        data-print-keep
        title={on ? 'Remove from outline' : 'Add to outline'}
        onClick={() => onPick([heading], !on)}
        className="group -ms-1 flex min-h-7 max-w-full items-center gap-2 rounded-s py-0.5 ps-1 text-start hover:bg-well"
      >
        {inside}
        <span
          className={cx(
            'mx-1 grid size-5 shrink-0 place-items-center rounded-s',
            on ? 'text-accent-ink' : 'text-ink-3 opacity-60 group-hover:opacity-100',
          )}
          aria-hidden
        >
          {on ? <Check size={14} /> : <Plus size={14} />}
        </span>
      </button>
    </li>
  )
}

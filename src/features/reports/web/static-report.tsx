import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDateTime } from '#ui/format.ts'
import { countryName, languageName } from '#web/locales.ts'
import type { Discussion, Report, Row, SectionName } from '../contract.ts'
import { sectionLabels } from '../section-labels.ts'
import { Discussions } from './discussions.tsx'
import { sourceLabel } from './keyword-labels.ts'
import { OverviewSection } from './overview-section.tsx'
import { SerpPages } from './serp-pages.tsx'
import { PlainKeywords } from './static-keywords.tsx'
import { PlainPhrases } from './static-phrases.tsx'
import { PlainQuestions } from './static-questions.tsx'
import { PlainTopics } from './static-topics.tsx'
import { PlainTrend } from './static-trend.tsx'
import { TermsList } from './terms-list.tsx'

/** A report as a single HTML page, for visitors, shared links and printing. */
export type PlainReportProps = {
  report: Report
  /** Replaces a locked section. */
  locked?: (part: Part) => ReactNode
  /** URL of this page with every row; without it nothing is left out. */
  fullHref?: string
  /** Sections to hide. */
  without?: SectionName[]
  /** The section shown first. */
  first?: SectionName
}

export type Part = { id: SectionName; title: string; about: string }

const parts: Part[] = [
  { id: 'overview', title: 'Overview', about: 'Key numbers and search intent.' },
  { id: 'questions', title: 'Questions', about: 'What people ask, by question word.' },
  { id: 'keywords', title: 'Keywords', about: 'All keywords found, without duplicates.' },
  { id: 'comparisons', title: 'Comparisons', about: 'What people compare it with.' },
  { id: 'prepositions', title: 'Prepositions', about: 'Searches with “for”, “with”, “without” or “near”.' },
  { id: 'alphabeticals', title: sectionLabels.alphabeticals, about: 'Suggestions for each letter.' },
  { id: 'related', title: 'Related', about: 'Related searches.' },
  { id: 'clusters', title: 'Topics', about: 'Keywords a single page could cover.' },
  { id: 'serp', title: 'Ranking pages', about: 'What’s on the first results page and how those pages are built.' },
  { id: 'terms', title: 'Terms', about: 'Terms the ranking pages use.' },
  { id: 'discussions', title: 'Discussions', about: 'Threads where people discuss it.' },
  { id: 'trend', title: 'Trend', about: 'Interest over time.' },
]

/** Rows shown before "Show all". */
const most = { keywords: 500, group: 40 }

/** The shared, non-empty sections in order. */
export function toParts({ report, without = [], first }: Pick<PlainReportProps, 'report' | 'without' | 'first'>) {
  const { sections, locked_sections = [] } = report
  const ordered = [...parts].sort((a, b) => Number(b.id === first) - Number(a.id === first))
  return ordered
    .map((part) => (part.id === 'keywords' ? keywordsPart(part, sections.keywords) : part))
    .map((part) => ({ count: getCount(sections[part.id]), ...part, locked: locked_sections.includes(part.id) }))
    .filter((part) => !without.includes(part.id) && (part.locked || part.count !== 0))
}

/** Ideas aren't counted among keywords; where there is nothing else, the part says what they are. */
function keywordsPart(part: (typeof parts)[number], rows: Row[] = []): (typeof parts)[number] & { count?: number } {
  const suggested = rows.filter(({ type }) => type !== 'idea').length
  if (suggested > 0 || rows.length === 0) return { ...part, count: suggested }
  return { ...part, title: 'Ideas', about: 'Templates, not real searches.', count: rows.length }
}

/** Number of rows in a section; null when a count is meaningless, 0 when it's empty. */
function getCount(section: unknown): number | null {
  if (section === undefined || section === null) return 0
  return Array.isArray(section) ? section.length : null
}

// Everything is expanded in print, so lines are closer.
const onPaper =
  'print:[--row:17px] print:text-[11px] print:[&_li]:min-h-0 print:[&_li]:py-px print:[&_li>span]:min-h-0 print:[&_li>span]:py-0 print:[&_summary]:min-h-0 print:[&_summary]:py-0.5 print:[&_td]:h-auto print:[&_td]:py-0.5 print:[&_td]:text-[11px]'

export function PlainReport({ report, locked, fullHref, without, first }: PlainReportProps) {
  const shown = toParts({ report, without, first })
  return (
    <div className={onPaper}>
      <nav aria-label="Sections" className="scroll-x sticky top-0 z-20 mt-7 flex gap-5.5 border-b border-line bg-paper">
        {shown.map((part) => (
          <a
            key={part.id}
            href={`#${part.id}`}
            className="relative flex min-h-10 items-center gap-1.5 whitespace-nowrap text-ink-2 no-underline -outline-offset-2 after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 hover:text-ink hover:after:bg-line-2"
          >
            {part.title}
            {part.locked ? (
              <>
                <Lock size={11} className="text-ink-3" aria-hidden />
                <span className="sr-only">, locked</span>
              </>
            ) : (
              part.count !== null && <span className="text-xs text-ink-3">{formatCount(part.count)}</span>
            )}
          </a>
        ))}
      </nav>
      {shown.map((part, at) => (
        <section
          key={part.id}
          id={part.id}
          aria-labelledby={`${part.id}-title`}
          // Defers layout of distant rows, since the page has thousands.
          className={cx('scroll-mt-10 pt-12 print:pt-8', at > 0 && 'far-below')}
        >
          <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <h2 id={`${part.id}-title`} className="font-serif text-[26px] leading-tight font-medium tracking-tight">
              {part.title}
            </h2>
            <p className="text-ink-2">{part.about}</p>
          </div>
          {part.locked ? locked?.(part) : <Section id={part.id} report={report} fullHref={fullHref} />}
        </section>
      ))}
      <Provenance report={report} />
    </div>
  )
}

function Section({ id, report, fullHref }: { id: SectionName; report: Report; fullHref?: string }) {
  const { sections, query } = report
  const missing = sections.overview?.missing
  const phrases = { seed: query, missingVolume: missing?.volume }
  if (id === 'overview' && sections.overview) {
    const ids = new Set<string>(toParts({ report }).map((part) => part.id))
    // Doesn't link a figure to a missing section.
    const counts = Object.fromEntries(Object.entries(sections.overview.counts).filter(([name]) => ids.has(name)))
    return <OverviewSection overview={{ ...sections.overview, counts }} getHref={(section) => `#${section}`} />
  }
  if (id === 'questions')
    return (
      <PlainQuestions
        {...phrases}
        rows={sections.questions ?? []}
        most={fullHref ? most.group : undefined}
        fullHref={fullHref}
      />
    )
  if (id === 'keywords')
    return (
      <PlainKeywords
        rows={sections.keywords ?? []}
        missing={missing}
        most={fullHref ? most.keywords : undefined}
        fullHref={fullHref}
      />
    )
  if (id === 'comparisons' || id === 'prepositions')
    return <PlainPhrases {...phrases} rows={sections[id] ?? []} by="modifier" />
  if (id === 'alphabeticals') return <PlainPhrases {...phrases} rows={sections.alphabeticals ?? []} by="letter" />
  if (id === 'related') return <PlainPhrases {...phrases} rows={sections.related ?? []} by="none" />
  if (id === 'clusters')
    return (
      <PlainTopics clusters={sections.clusters ?? []} rows={sections.keywords ?? []} missingVolume={missing?.volume} />
    )
  if (id === 'serp') return <SerpPages pages={sections.serp ?? []} />
  if (id === 'terms') return <Terms report={report} />
  if (id === 'discussions') return <Threads discussions={sections.discussions ?? []} />
  if (id === 'trend' && sections.trend) return <PlainTrend title={query} trend={sections.trend} />
  return null
}

const short = { terms: 20, discussions: 8 }

function Terms({ report }: { report: Report }) {
  const { terms = [], serp = [] } = report.sections
  const pagesRead = serp.filter((page) => page.fetched === 'ok').length || maxPages(report)
  const rest = terms.slice(short.terms)
  return (
    <>
      <TermsList terms={terms.slice(0, short.terms)} pagesRead={pagesRead} />
      {rest.length > 0 && (
        <Disclosure className="mt-3" summary={`${formatCount(rest.length)} more`}>
          <TermsList terms={rest} pagesRead={pagesRead} />
        </Disclosure>
      )}
    </>
  )
}

function Threads({ discussions }: { discussions: Discussion[] }) {
  const rest = discussions.slice(short.discussions)
  return (
    <>
      <Discussions discussions={discussions.slice(0, short.discussions)} />
      {rest.length > 0 && (
        <Disclosure className="mt-3" summary={`${formatCount(rest.length)} more`}>
          <Discussions discussions={rest} />
        </Disclosure>
      )}
    </>
  )
}

/** Without the pages themselves, the largest page count of a term is a lower bound of the pages read. */
const maxPages = ({ sections }: Report) => Math.max(1, ...(sections.terms ?? []).map((term) => term.pages))

/** Sources with the time of their data. */
function Provenance({ report }: { report: Report }) {
  // No source suggested template phrases.
  const list = (report.sections.provenance ?? []).filter(({ source }) => source !== 'patterns')
  if (list.length === 0) return null
  return (
    <p className="mt-12 border-t border-line pt-4 text-xs leading-relaxed text-ink-3">
      Sources:{' '}
      {list
        .map(
          ({ source, fetched_at, cached }) =>
            `${sourceLabel(source)} on ${formatUtc(fetched_at)}${cached ? ' (cached)' : ''}`,
        )
        .join('; ')}
      .
    </p>
  )
}

const formatUtc = (at: string) => `${formatDateTime(at).replace(' at ', ', ')} UTC`

/** For example "United States · English · 21 November 2026, 14:02 UTC · 340 keywords". */
export function ReportFacts({ report }: { report: Report }) {
  const facts = [
    countryName(report.country),
    languageName(report.language),
    formatUtc(report.finished_at ?? report.created_at),
    `${formatCount(report.rows - (report.sections.overview?.counts.ideas ?? 0))} keywords`,
  ]
  return <p className="mt-2 text-ink-2">{facts.join(' · ')}</p>
}

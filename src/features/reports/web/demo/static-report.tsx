import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDateTime } from '#ui/format/format.ts'
import { countryName, languageName } from '#web/components/locales.ts'
import type { Discussion, Report, Row, SectionName } from '../../contract.ts'
import { buildPaaTree, countPaaQuestions } from '../../rules/questions/paa-tree.ts'
import { sectionLabels } from '../../rules/rows/section-labels.ts'
import { getListedTopics } from '../../rules/topics/topic-coverage.ts'
import { sourceLabel } from '../keyword-labels.ts'
import { FigureNote, PhraseLines } from '../phrase-group.tsx'
import { Discussions } from '../report/discussions/discussions.tsx'
import { OverviewSection } from '../report/overview/overview-section.tsx'
import { SerpPages } from '../report/pages/serp-pages.tsx'
import { PaaList } from '../report/people-also-ask/paa-list.tsx'
import { Alphabeticals } from '../report/questions/alphabeticals.tsx'
import { Comparisons } from '../report/questions/comparisons.tsx'
import { Prepositions } from '../report/questions/prepositions.tsx'
import { TermsList } from '../report/terms/terms-list.tsx'
import { TrendChart } from '../report/trend/trend-chart.tsx'
import { TrendDetails } from '../report/trend/trend-details.tsx'
import { getMissingTexts } from '../stored-error-texts.ts'
import { byMeasure, getMeasure } from '../volume-notes.ts'
import { type FilteredKeywords, StaticKeywords } from './static-keywords.tsx'
import { StaticQuestions } from './static-questions.tsx'
import { StaticTopics } from './static-topics.tsx'

/** A report as a single HTML page, for visitors, shared links and printing. */
export type StaticReportProps = {
  report: Report
  /** Replaces a locked section. */
  locked?: (part: Part) => ReactNode
  /** URL of this page with every row; without it nothing is left out. */
  fullHref?: string
  /** Sections to hide. */
  without?: SectionName[]
  /** The section shown first. */
  first?: SectionName
  /** Shown in Keywords instead of all of them. */
  filtered?: FilteredKeywords
  /** Of the row of sections. */
  navClassName?: string
  /** Replaces the line of sources at the end. */
  children?: ReactNode
}

export type Part = { id: SectionName; title: string; about: string }

const parts: Part[] = [
  { id: 'overview', title: 'Overview', about: 'Key numbers and search intent.' },
  { id: 'questions', title: 'Questions', about: 'What people ask, by question word.' },
  {
    id: 'people_also_ask',
    title: sectionLabels.people_also_ask,
    about: 'Questions Google shows for this search, with their answers.',
  },
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
const maxRows = { keywords: 500, group: 40 }

/** The shared, non-empty sections in order. */
export function toParts({ report, without = [], first }: Pick<StaticReportProps, 'report' | 'without' | 'first'>) {
  const { sections, locked_sections = [] } = report
  const ordered = [...parts].sort((a, b) => Number(b.id === first) - Number(a.id === first))
  return ordered
    .map((part) => (part.id === 'keywords' ? keywordsPart(part, sections.keywords) : part))
    .map((part) =>
      part.id === 'people_also_ask'
        ? { ...part, count: countPaaQuestions(buildPaaTree(sections.people_also_ask ?? [])) }
        : part,
    )
    .map((part) =>
      part.id === 'clusters' ? { ...part, count: getListedTopics(report, sections.clusters ?? []).length } : part,
    )
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

export function StaticReport(props: StaticReportProps) {
  const { report, locked, fullHref, without, first, filtered, navClassName, children } = props
  const shown = toParts({ report, without, first })
  return (
    <div className={onPaper}>
      <nav
        aria-label="Sections"
        className={cx('scroll-x sticky top-0 z-20 mt-7 flex gap-5.5 border-b border-line bg-paper', navClassName)}
      >
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
          {part.locked ? locked?.(part) : <Section id={part.id} {...{ report, fullHref, filtered }} />}
        </section>
      ))}
      {children ?? <Provenance report={report} />}
    </div>
  )
}

type SectionProps = Pick<StaticReportProps, 'report' | 'fullHref' | 'filtered'> & { id: SectionName }

function Section({ id, report, fullHref, filtered }: SectionProps) {
  const { sections, query } = report
  const missing = sections.overview && getMissingTexts(sections.overview)
  const phrases = { seed: query, missingVolume: missing?.volume }
  if (id === 'overview' && sections.overview) {
    const ids = new Set<string>(toParts({ report }).map((part) => part.id))
    // Doesn't link a figure to a missing section.
    const counts = Object.fromEntries(Object.entries(sections.overview.counts).filter(([name]) => ids.has(name)))
    return <OverviewSection overview={{ ...sections.overview, counts }} getHref={(section) => `#${section}`} />
  }
  if (id === 'questions')
    return (
      <StaticQuestions
        {...phrases}
        rows={sections.questions ?? []}
        maxRows={fullHref ? maxRows.group : undefined}
        fullHref={fullHref}
      />
    )
  if (id === 'keywords')
    return (
      <StaticKeywords
        rows={sections.keywords ?? []}
        filtered={filtered}
        missing={missing}
        maxRows={fullHref ? maxRows.keywords : undefined}
        fullHref={fullHref}
      />
    )
  if (id === 'people_also_ask') return <PaaList roots={buildPaaTree(sections.people_also_ask ?? [])} />
  if (id === 'comparisons') return <Comparisons {...phrases} rows={sections.comparisons ?? []} />
  if (id === 'prepositions') return <Prepositions {...phrases} rows={sections.prepositions ?? []} />
  if (id === 'alphabeticals') return <Alphabeticals {...phrases} rows={sections.alphabeticals ?? []} />
  if (id === 'related') return <Related {...phrases} rows={sections.related ?? []} />
  if (id === 'clusters')
    return (
      <StaticTopics
        clusters={getListedTopics(report, sections.clusters ?? [])}
        parents={(sections.clusters ?? []).filter(({ kind }) => kind === 'parent')}
        rows={sections.keywords ?? []}
        missingVolume={missing?.volume}
      />
    )
  if (id === 'serp') return <SerpPages pages={sections.serp ?? []} />
  if (id === 'terms') return <Terms report={report} />
  if (id === 'discussions') return <Threads discussions={sections.discussions ?? []} />
  if (id === 'trend' && sections.trend)
    return (
      <>
        <TrendChart title={query} trend={sections.trend} />
        {sections.trend.points.length > 1 && <TrendDetails trend={sections.trend} />}
      </>
    )
  return null
}

function Related({ seed, rows, missingVolume }: { seed: string; rows: Row[]; missingVolume?: string }) {
  const measure = getMeasure(rows)
  return (
    <>
      <div className="gap-x-9 sm:columns-2 print:columns-3 print:gap-x-6">
        <PhraseLines rows={byMeasure(rows, measure)} seed={seed} figure={measure.by} />
      </div>
      <FigureNote rows={rows} measure={measure} missing={missingVolume} />
    </>
  )
}

const short = { terms: 20, discussions: 8 }

function Terms({ report }: { report: Report }) {
  const { terms = [], serp = [] } = report.sections
  const pagesRead = serp.filter((page) => page.fetched === 'ok').length || maxPages(report)
  const rest = terms.slice(short.terms)
  return (
    <>
      <TermsList terms={terms.slice(0, short.terms)} pagesRead={pagesRead} pages={serp} />
      {rest.length > 0 && (
        <Disclosure className="mt-3" summary={`${formatCount(rest.length)} more`}>
          <TermsList terms={rest} pagesRead={pagesRead} pages={serp} />
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

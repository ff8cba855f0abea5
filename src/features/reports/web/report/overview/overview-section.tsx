import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import type { Overview, Row } from '../../../contract.ts'
import { none, showVolume } from '../../keyword-labels.ts'
import { getMissingTexts } from '../../stored-error-texts.ts'
import { getMeasure, volumeNote } from '../../volume-notes.ts'
import { IntentsBar } from './intents-bar.tsx'

export type OverviewSectionProps = {
  overview: Overview
  /** Address of a section, to link its count. Left out where tabs show the counts already. */
  getHref?: (section: string) => string
}

const counted: [section: string, label: string][] = [
  ['keywords', 'keywords'],
  ['questions', 'questions'],
  ['comparisons', 'comparisons'],
  ['prepositions', 'prepositions'],
  ['related', 'related'],
  ['clusters', 'topics'],
  ['serp', 'ranking pages'],
  ['discussions', 'discussions'],
]

export function OverviewSection({ overview, getHref }: OverviewSectionProps) {
  const { intents, difficulty, words } = overview
  const missing = getMissingTexts(overview)
  const reasons = Object.values(missing)
  // Questions are listed beside them. Reports of earlier versions stored the most popular keywords only.
  const topPhrases = overview.top_phrases ?? overview.top_keywords.filter(({ type }) => type !== 'question')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      {getHref && <Counts counts={overview.counts} getHref={getHref} />}
      <Part title="Search intent">
        <IntentsBar intents={intents} />
      </Part>
      <div className="grid gap-9 lg:grid-cols-2">
        <Part title={topTitle('questions', overview.top_questions)}>
          <TopRows rows={overview.top_questions} missing={missing.volume} />
        </Part>
        {(topPhrases.length > 0 || overview.top_questions.length === 0) && (
          <Part title={topTitle(overview.top_questions.length > 0 ? 'other keywords' : 'keywords', topPhrases)}>
            <TopRows rows={topPhrases} missing={missing.volume} />
          </Part>
        )}
      </div>
      {(words || difficulty) && (
        <div className="grid gap-9 lg:grid-cols-2">
          {words && (
            <Part title="Length of ranking pages">
              <WordsRange words={words} />
            </Part>
          )}
          {difficulty && (
            <Part title="Keyword difficulty">
              <p className="flex items-baseline gap-3">
                <span className="figure">{Math.round(difficulty.value)}</span>
                <span className="text-ink-2">of 100. {difficulty.basis}.</span>
              </p>
            </Part>
          )}
        </div>
      )}
      {reasons.length > 0 && (
        <Part title="Missing data">
          <ul className="max-w-160 text-ink-2">
            {reasons.map((reason) => (
              <li key={reason} className="border-b border-line py-1.5 last:border-0">
                {reason}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** How many rows each section has. */
const Counts = ({ counts, getHref }: Pick<Overview, 'counts'> & { getHref: (section: string) => string }) => (
  <dl className="ruled grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] rounded-l border border-line bg-panel max-sm:grid-cols-2">
    {counted
      .filter(([section]) => counts[section] !== undefined)
      .map(([section, label]) => (
        <div key={section} className="flex flex-col-reverse justify-end px-3.5 py-3">
          <dt className="text-xs text-ink-2">
            <Link href={getHref(section)} className="link">
              {label}
            </Link>
          </dt>
          <dd className="figure">{formatCount(counts[section] ?? 0)}</dd>
        </div>
      ))}
  </dl>
)

/** Named by what the list is ordered by: suggestions say nothing about how often something is searched. */
function topTitle(what: 'questions' | 'keywords' | 'other keywords', rows: Row[]) {
  const { by } = getMeasure(rows)
  if (by === 'volume') return `Top ${what} by search volume`
  return by === 'popularity' ? `Most suggested ${what}` : `Top ${what}`
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h2 className="subheading mb-2.5">{title}</h2>
    {children}
  </section>
)

function TopRows({ rows, missing }: { rows: Row[]; missing?: string }) {
  const measure = getMeasure(rows)
  if (rows.length === 0) return <p className="text-ink-3">None found.</p>
  return (
    <>
      <ol className="border-t border-line">
        {rows.map((row) => {
          const figure =
            measure.by === 'volume'
              ? showVolume(row.volume)
              : row.popularity === null
                ? none
                : String(Math.round(row.popularity))
          return (
            <li key={row._id} className="flex min-h-(--row) items-center gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 leading-snug">{row.text}</span>
              {row.monthly.length > 1 && (
                <Sparkline values={row.monthly.map((point) => point.v)} className="max-sm:hidden" />
              )}
              <span
                className={cx('w-16 shrink-0 text-right rtl:text-left', figure === none ? 'text-ink-3' : 'font-[550]')}
              >
                {figure}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="pt-2 text-xs text-ink-3">
        {measure.by === 'popularity' ? `Popularity: ${measure.legend.toLowerCase()}.` : volumeNote(rows, missing)}
      </p>
    </>
  )
}

/** From the shortest to the longest page on one line, the median marked. */
function WordsRange({ words }: { words: NonNullable<Overview['words']> }) {
  const { low, median, high } = words
  const at = high > low ? ((median - low) / (high - low)) * 100 : 50
  return (
    <div className="max-w-120">
      <p className="flex items-baseline gap-3">
        <span className="figure">{formatCount(median)}</span>
        <span className="text-ink-2">words, median</span>
      </p>
      <div className="relative mt-3 h-3 border-x border-mark" aria-hidden>
        <span className="absolute inset-x-0 top-1/2 h-px bg-mark" />
        <span
          className="absolute top-0 h-3 w-[3px] -translate-x-1/2 rounded-xs bg-accent rtl:translate-x-1/2"
          style={{ insetInlineStart: `${at}%` }}
        />
      </div>
      <p className="mt-1 flex justify-between text-xs text-ink-3">
        <span>shortest {formatCount(low)}</span>
        <span>longest {formatCount(high)}</span>
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount } from '#ui/format.ts'
import type { Row } from '../contract.ts'
import { getLetter } from './alphabeticals.tsx'
import { byMeasure, getMeasure, type Measure, volumeNote } from './keyword-labels.ts'
import { Phrase } from './phrase.tsx'
import { Figure } from './static-questions.tsx'
import { wheelGroups } from './wheel-layout.ts'

export type PlainPhrasesProps = {
  seed: string
  rows: Row[]
  /** By the word between ("vs", "for"), by letter, or as one list. */
  by: 'modifier' | 'letter' | 'none'
  missingVolume?: string
}

const short = 6

/** Phrases in columns of groups; a long group folds its end away. */
export function PlainPhrases({ seed, rows, by, missingVolume }: PlainPhrasesProps) {
  const measure = getMeasure(rows)
  const sorted = byMeasure(rows, measure)
  return (
    <>
      <div className={cx('gap-x-9 sm:columns-2 print:columns-3 print:gap-x-6', by !== 'none' && 'xl:columns-3')}>
        {by === 'none' ? (
          <Lines rows={sorted} seed={seed} measure={measure} />
        ) : (
          grouped(sorted, seed, by).map(({ name, rows: list }) => (
            <section key={name} className="mb-7 min-w-0 break-inside-avoid print:mb-4">
              <h3 className="flex items-baseline justify-between gap-3 border-b border-line-2 pb-1">
                <span className="subheading">{by === 'letter' ? name.toUpperCase() : name}</span>
                <span className="text-xs text-ink-3">{formatCount(list.length)}</span>
              </h3>
              <Lines rows={list.slice(0, short)} seed={seed} measure={measure} />
              <Rest rows={list.slice(short)}>
                <Lines rows={list.slice(short)} seed={seed} measure={measure} />
              </Rest>
            </section>
          ))
        )}
      </div>
      <p className="text-xs text-ink-3">
        {measure.by === 'popularity' && `Figures: ${measure.legend.toLowerCase()}.`}
        {measure.by === 'volume' && volumeNote(rows, missingVolume)}
        {measure.by === 'none' && (missingVolume ?? 'No source has data for these.')}
      </p>
    </>
  )
}

function grouped(rows: Row[], seed: string, by: 'modifier' | 'letter') {
  if (by === 'modifier') return wheelGroups(rows, Number.POSITIVE_INFINITY)
  const letters = new Map<string, Row[]>()
  for (const row of rows) {
    const letter = getLetter(row, seed)
    letters.set(letter, [...(letters.get(letter) ?? []), row])
  }
  return [...letters].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => ({ name, rows: list }))
}

const Rest = ({ rows, children }: { rows: Row[]; children: ReactNode }) =>
  rows.length === 0 ? null : <Disclosure summary={`${formatCount(rows.length)} more`}>{children}</Disclosure>

function Lines({ rows, seed, measure }: { rows: Row[]; seed: string; measure: Measure }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row._id} className="flex min-h-7.5 items-center gap-2.5 border-b border-line py-1">
          <Phrase text={row.text} seed={seed} joint={row.modifier} className="flex-1 leading-snug" />
          {measure.by !== 'none' && <Figure row={row} measure={measure} />}
        </li>
      ))}
    </ul>
  )
}

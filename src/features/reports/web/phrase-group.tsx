import { type ReactNode, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { Row } from '../contract.ts'
import { none, showVolume } from './keyword-labels.ts'
import { Phrase } from './report/questions/phrase.tsx'
import { type Measure, volumeNote } from './volume-notes.ts'

export type Picking = {
  picked: ReadonlySet<string>
  onPick: (ids: string[], on: boolean) => void
}

export type PhraseGroupProps = {
  title: ReactNode
  seed: string
  /** Most important first. */
  rows: Row[]
  /** Rows shown before "n more". */
  short?: number
  /** Makes phrases selectable, where scripts run. */
  picking?: Picking
  /** The figure at the end. */
  figure: Measure['by']
  className?: string
}

/** One modifier's or letter's phrases: a serif title, a count, and rows with a figure. */
export function PhraseGroup({ title, seed, rows, short = 8, picking, figure, className }: PhraseGroupProps) {
  // Where phrases can be selected, folded ones are created once opened: a checkbox each would slow the page down.
  const [created, setCreated] = useState(!picking)
  const lines = { seed, picking, figure }
  return (
    <section className={cx('min-w-0 break-inside-avoid', className)}>
      <h3 className="flex items-baseline justify-between gap-3 border-b border-line-2 pb-1">
        <span className="subheading">{title}</span>
        <span className="text-xs text-ink-3">{formatCount(rows.length)}</span>
      </h3>
      <PhraseLines {...lines} rows={rows.slice(0, short)} />
      {rows.length > short && (
        <Disclosure
          summary={`${formatCount(rows.length - short)} more`}
          onToggle={(open) => setCreated(created || open)}
        >
          {created && <PhraseLines {...lines} rows={rows.slice(short)} />}
        </Disclosure>
      )}
    </section>
  )
}

/** Phrases, one a line. */
export function PhraseLines({ rows, seed, picking, figure }: Omit<PhraseGroupProps, 'title' | 'short'>) {
  const line = 'flex min-h-7.5 items-center gap-2.5 py-1 hover:bg-well'
  return (
    <ul>
      {rows.map((row) => {
        const phrase = (
          <>
            <Phrase text={row.text} seed={seed} joint={row.modifier} className="flex-1 leading-snug" />
            {figure !== 'none' && <RowFigure row={row} by={figure} />}
          </>
        )
        return (
          <li key={row._id} className="border-b border-line">
            {picking ? (
              // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Checkbox inside.
              <label className={line}>
                <Checkbox
                  className="ms-1.25"
                  aria-label={row.text}
                  checked={picking.picked.has(row._id)}
                  onChange={(event) => picking.onPick([row._id], event.target.checked)}
                />
                {phrase}
              </label>
            ) : (
              <span className={line}>{phrase}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A row's volume or popularity, or "–" when no source has one. */
export function RowFigure({ row, by, className }: { row: Row; by: Measure['by']; className?: string }) {
  const text =
    by === 'popularity' ? (row.popularity === null ? none : String(Math.round(row.popularity))) : showVolume(row.volume)
  return (
    <span
      className={cx('w-14 shrink-0 text-right rtl:text-left', text === none ? 'text-ink-3' : 'font-[550]', className)}
    >
      {text === none ? (
        <>
          <span aria-hidden>{none}</span>
          <span className="sr-only">no data</span>
        </>
      ) : (
        text
      )}
    </span>
  )
}

/** What the figures of phrases are. */
export function FigureNote({ rows, measure, missing }: { rows: Row[]; measure: Measure; missing?: string }) {
  return (
    <p className="text-xs text-ink-3">
      {measure.by === 'popularity'
        ? `Figures: ${measure.legend.toLowerCase()}.`
        : measure.by === 'volume'
          ? volumeNote(rows, missing)
          : (missing ?? 'No source has data for these.')}
    </p>
  )
}

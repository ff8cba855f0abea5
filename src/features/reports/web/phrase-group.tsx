import { type ReactNode, useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format.ts'
import type { Row } from '../contract.ts'
import { none, showVolume } from './keyword-labels.ts'
import { Phrase } from './phrase.tsx'

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
  picking?: Picking
  /** The figure at the right. */
  figure: 'volume' | 'popularity' | 'none'
  className?: string
}

/** One modifier's or letter's phrases: a serif title, a count, and rows with a figure. */
export function PhraseGroup({ title, seed, rows, short = 8, picking, figure, className }: PhraseGroupProps) {
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, short)
  return (
    <section className={cx('min-w-0 break-inside-avoid', className)}>
      <h3 className="flex items-baseline justify-between gap-3 border-b border-line-2 pb-1">
        <span className="subheading">{title}</span>
        <span className="text-xs text-ink-3">{formatCount(rows.length)}</span>
      </h3>
      <ul>
        {shown.map((row) => (
          <PhraseLine key={row._id} row={row} seed={seed} picking={picking} figure={figure} />
        ))}
      </ul>
      {rows.length > short && (
        <button
          type="button"
          className="min-h-7 text-xs text-ink-3 link hover:text-ink"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Fewer' : `${formatCount(rows.length - short)} more`}
        </button>
      )}
    </section>
  )
}

type LineProps = Pick<PhraseGroupProps, 'seed' | 'picking' | 'figure'> & { row: Row }

function PhraseLine({ row, seed, picking, figure }: LineProps) {
  const number =
    figure === 'volume'
      ? showVolume(row.volume)
      : figure === 'popularity' && row.popularity !== null
        ? String(Math.round(row.popularity))
        : none
  const inside = (
    <>
      <Phrase text={row.text} seed={seed} joint={row.modifier} className="flex-1 leading-snug" />
      {figure !== 'none' && (
        <span className={cx('shrink-0', number === none ? 'text-ink-3' : 'text-ink-2')}>
          {number}
          {number === none && <span className="sr-only"> no data</span>}
        </span>
      )}
    </>
  )
  const line = 'flex min-h-7.5 items-center gap-2.5 py-1 hover:bg-well'
  return (
    <li className="border-b border-line">
      {picking ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Checkbox inside.
        <label className={line}>
          <Checkbox
            className="ml-1.25"
            aria-label={row.text}
            checked={picking.picked.has(row._id)}
            onChange={(event) => picking.onPick([row._id], event.target.checked)}
          />
          {inside}
        </label>
      ) : (
        <span className={line}>{inside}</span>
      )}
    </li>
  )
}

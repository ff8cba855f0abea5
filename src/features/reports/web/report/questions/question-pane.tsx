// biome-ignore-all lint/a11y/noLabelWithoutControl: the control is the Checkbox inside the label.
import { useMemo, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import type { Row } from '../../../contract.ts'
import { RowFigure } from '../../phrase-group.tsx'
import { byMeasure, getMeasure, type Measure, volumeNote } from '../../volume-notes.ts'
import { useTrack } from '../track/track-context.tsx'
import { getTrackLabel } from '../track/track-label.ts'

export type QuestionPaneProps = {
  /** The group's question word, or the name of all questions. */
  title: string
  rows: Row[]
  picked: ReadonlySet<string>
  onPick: (ids: string[], on: boolean) => void
  /** The question selected in the wheel: scrolled to and marked. */
  questionId?: string | null
  /** Rows that are new in this report. */
  newIds?: ReadonlySet<string>
  /** Why volumes are missing: overview.missing.volume. */
  missingVolume?: string
  onAddToList?: (rows: Row[]) => void
  onAddToOutline?: (rows: Row[]) => void
}

const pageSize = 60

export function QuestionPane({
  title,
  rows,
  picked,
  onPick,
  questionId,
  newIds,
  missingVolume,
  onAddToList,
  onAddToOutline,
}: QuestionPaneProps) {
  const [shown, setShown] = useState(pageSize)
  const track = useTrack()
  const measure = useMemo(() => getMeasure(rows), [rows])
  const sorted = useMemo(() => byMeasure(rows, measure), [rows, measure])
  const pickedRows = useMemo(() => sorted.filter((row) => picked.has(row._id)), [sorted, picked])
  // One question is a topic to follow; several are prompts.
  const trackStart = pickedRows.length === 1 ? 'listener' : 'answers'
  const order = { volume: ' · most searched first', popularity: ' · most suggested first', none: '' }[measure.by]
  // Shows the selected question even if it's beyond the rows shown.
  const chosenAt = sorted.findIndex((row) => row._id === questionId)
  const visible = sorted.slice(0, Math.max(shown, chosenAt + 1))
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="heading">{title}</h2>
      <div className="mt-0.5 mb-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <span className="flex-1">
          {plural(rows.length, 'question')}
          {order}
        </span>
      </div>
      <ul className="border-t border-line">
        {visible.map((row) => (
          <QuestionLine
            key={row._id}
            row={row}
            on={picked.has(row._id)}
            chosen={row._id === questionId}
            isNew={newIds?.has(row._id) ?? false}
            by={measure.by}
            onPick={onPick}
          />
        ))}
      </ul>
      {visible.length < sorted.length && (
        <Button size="s" className="mt-2.5" onClick={() => setShown(shown + 4 * pageSize)}>
          Show {formatCount(Math.min(4 * pageSize, sorted.length - visible.length))} more
        </Button>
      )}
      <p className="pt-2.5 text-xs text-ink-3">
        {measure.by === 'popularity'
          ? `${missingVolume ?? 'No source returned search volumes.'} The number is popularity: how high and how often sources suggested it.`
          : volumeNote(rows, missingVolume)}
      </p>
      {pickedRows.length > 0 && (onAddToList || onAddToOutline || track) && (
        <div
          className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-l border border-line-2 bg-panel px-3 py-2"
          data-screen-only
        >
          <span className="flex-1 whitespace-nowrap">{formatCount(pickedRows.length)} selected</span>
          {track && (
            <Button
              size="s"
              aria-haspopup="dialog"
              onClick={() =>
                track({
                  topic: pickedRows[0]!.text,
                  keywords: pickedRows.map(({ text }) => text),
                  start: trackStart,
                })
              }
            >
              {getTrackLabel(trackStart)}
            </Button>
          )}
          {onAddToOutline && (
            <Button size="s" onClick={() => onAddToOutline(pickedRows)}>
              Add to outline
            </Button>
          )}
          {onAddToList && (
            <Button size="s" onClick={() => onAddToList(pickedRows)}>
              Add to list
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type LineProps = {
  row: Row
  on: boolean
  chosen: boolean
  isNew: boolean
  by: Measure['by']
  onPick: QuestionPaneProps['onPick']
}

function QuestionLine({ row, on, chosen, isNew, by, onPick }: LineProps) {
  return (
    <li
      className={cx('border-b border-line', chosen && 'bg-accent-wash')}
      ref={chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
    >
      <label className="grid min-h-(--row) grid-cols-[14px_minmax(0,1fr)_auto_64px] items-center gap-x-2.5 py-1 pl-0.5 hover:bg-well">
        <Checkbox checked={on} onChange={(event) => onPick([row._id], event.target.checked)} aria-label={row.text} />
        <span className="leading-snug">
          {row.text}
          {isNew && (
            <Badge tone="accent" className="ml-1.5">
              new
            </Badge>
          )}
        </span>
        {row.monthly.length > 1 ? <Sparkline values={row.monthly.map((point) => point.v)} /> : <span />}
        <RowFigure row={row} by={by} className="w-16" />
      </label>
    </li>
  )
}

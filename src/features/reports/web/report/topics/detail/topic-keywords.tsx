import { GripVertical } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { RetryNote } from '#ui/retry-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Cluster, Row } from '../../../../contract.ts'
import { none, showVolume } from '../../../keyword-labels.ts'
import { getMeasure, getSumNote, volumeNote } from '../../../volume-notes.ts'
import { rowsAPage } from '../fetch-topic-rows.ts'
import type { TopicDrag } from '../topic-drag.ts'
import { useTopicRows } from './use-topic-rows.ts'

export type KeywordActions = { onMove: (rows: Row[]) => void; onSplit: (rows: Row[]) => void }

export type TopicKeywordsProps = {
  reportId: string
  topic: Cluster
  version: number
  missingVolume?: string
  /** Null where keywords can't be changed. */
  actions: KeywordActions | null
  drag: TopicDrag | null
}

/** A topic's keywords, to read and to move. Give it another key for another topic. */
export function TopicKeywords({ reportId, topic, version, missingVolume, actions, drag }: TopicKeywordsProps) {
  const { rows, error, showMore, retry } = useTopicRows(reportId, topic._id, version)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const picked = (rows ?? []).filter(({ _id }) => selected.has(_id))
  const measure = getMeasure(rows ?? [])
  const toggle = (id: string) =>
    setSelected((old) => new Set(old.has(id) ? [...old].filter((each) => each !== id) : [...old, id]))
  return (
    <>
      {actions && rows && topic.keywords > 1 && (
        <div className="mt-4 flex min-h-7 flex-wrap items-center gap-2 text-xs" role="toolbar" aria-label="Keywords">
          <span className="mr-1 text-ink-2" aria-live="polite">
            {picked.length > 0 ? `${formatCount(picked.length)} selected` : 'Select keywords, or drag them to a topic.'}
          </span>
          {picked.length > 0 && (
            <>
              <Button size="s" onClick={() => actions.onMove(picked)}>
                Move to topic
              </Button>
              <Button
                size="s"
                disabled={picked.length >= topic.keywords}
                title={picked.length >= topic.keywords ? 'Leave at least one keyword, or rename the topic.' : undefined}
                onClick={() => actions.onSplit(picked)}
              >
                Split off
              </Button>
            </>
          )}
        </div>
      )}
      {error && (
        <RetryNote onRetry={retry} className="mt-3">
          {error}
        </RetryNote>
      )}
      <ul className="mt-2 border-line border-t" aria-label="Keywords" aria-busy={!rows && !error}>
        {!rows &&
          !error &&
          Array.from({ length: Math.min(8, topic.keywords) }, (_, at) => (
            <li key={at} className="flex min-h-(--row) items-center border-line border-b">
              <Skeleton className="w-2/3" />
            </li>
          ))}
        {rows?.map((row) => (
          <KeywordRow
            key={row._id}
            row={row}
            figure={
              measure.by === 'popularity'
                ? row.popularity === null
                  ? none
                  : String(Math.round(row.popularity))
                : showVolume(row.volume)
            }
            selected={actions ? selected.has(row._id) : null}
            onToggle={() => toggle(row._id)}
            onDragStart={
              drag &&
              ((event) =>
                drag.start(event, { kind: 'keywords', rows: selected.has(row._id) ? picked : [row], from: topic }))
            }
            onDragEnd={drag?.end}
          />
        ))}
      </ul>
      {rows && rows.length > 0 && (
        <p className="pt-2 text-ink-3 text-xs">
          {measure.by === 'popularity'
            ? `Figures: ${measure.legend.toLowerCase()}.`
            : `${volumeNote(rows, missingVolume)} ${getSumNote(rows)}`}
        </p>
      )}
      {rows && rows.length < topic.keywords && rows.length % rowsAPage === 0 && rows.length > 0 && (
        <Button size="s" className="mt-3" onClick={showMore}>
          Show {plural(Math.min(rowsAPage, topic.keywords - rows.length), 'more keyword')}
        </Button>
      )}
    </>
  )
}

type KeywordRowProps = {
  row: Row
  figure: string
  /** Null without a checkbox. */
  selected: boolean | null
  onToggle: () => void
  /** Null where it can't be dragged. */
  onDragStart: ((event: DragEvent) => void) | null
  onDragEnd?: () => void
}

function KeywordRow({ row, figure, selected, onToggle, onDragStart, onDragEnd }: KeywordRowProps) {
  return (
    <li
      className={cx(
        'group/row flex min-h-(--row) items-center gap-2 border-line border-b py-1',
        selected && 'bg-accent-wash',
      )}
      draggable={onDragStart !== null}
      onDragStart={onDragStart ?? undefined}
      onDragEnd={onDragEnd}
    >
      {selected === null ? (
        <span className="min-w-0 flex-1 leading-snug">{row.text}</span>
      ) : (
        <Checkbox className="min-w-0 flex-1 leading-snug" checked={selected} onChange={onToggle}>
          {row.text}
        </Checkbox>
      )}
      <span className="w-8 text-right text-ink-2 text-xs">
        {row.difficulty !== null && (
          <>
            <span className="sr-only">Difficulty </span>
            {Math.round(row.difficulty)}
          </>
        )}
      </span>
      <span className={cx('w-16 text-right', figure === none ? 'text-ink-3' : 'font-[550]')}>{figure}</span>
      {onDragStart && (
        <GripVertical
          size={14}
          aria-hidden
          className="-mr-1 cursor-grab text-ink-3 opacity-40 group-hover/row:opacity-100 max-lg:hidden"
        />
      )}
    </li>
  )
}

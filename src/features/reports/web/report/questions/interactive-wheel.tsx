import { type KeyboardEvent, lazy, Suspense, type SVGProps, useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { useWidth } from '#ui/hooks/use-size.ts'
import type { Row } from '../../../contract.ts'
import { none, showVolume } from '../../keyword-labels.ts'
import { byMeasure, getMeasure, type Measure } from '../../volume-notes.ts'
import { getItems, WheelDrawing, type WheelItem } from './wheel-drawing.tsx'
import { wheelGroups, wheelLayout } from './wheel-layout.ts'
import { WheelLegend } from './wheel-legend.tsx'
import type { WheelLayout } from './wheel-parts.ts'
import { WheelTools } from './wheel-tools.tsx'

const WheelSave = lazy(() => import('./wheel-save.tsx'))

export type InteractiveWheelProps = {
  /** The report's query, shown in the center. */
  seed: string
  rows: Row[]
  /** The highlighted group, by its modifier. */
  group: string | null
  onGroup: (group: string | null) => void
  /** The question shown elsewhere. */
  questionId?: string | null
  onQuestion?: (row: Row) => void
  /** File name for a saved image, without extension. */
  fileName?: string
  /** Width in px for server rendering. */
  assumedWidth?: number
}

/** Returns the item an arrow key leads to: sideways within a level, down into the group's leaves, up to the group. */
function nextItem(items: WheelItem[], at: number, key: string): WheelItem | undefined {
  const item = items[at]
  if (!item) return items[0]
  const kin = items.filter((other) => other.kind === item.kind)
  const index = kin.indexOf(item)
  if (key === 'ArrowRight') return kin[(index + 1) % kin.length]
  if (key === 'ArrowLeft') return kin[(index - 1 + kin.length) % kin.length]
  if (key === 'ArrowDown') return items.find((other) => other.kind === 'leaf' && other.group === item.group)
  if (key === 'ArrowUp') return items.find((other) => other.kind === 'group' && other.group === item.group)
  if (key === 'Home') return kin[0]
  if (key === 'End') return kin.at(-1)
  return undefined
}

/**
 * Wheel of questions around their topic. Arrow keys move between groups and leaves; Enter on a group highlights it, a second
 * Enter shows it alone with all its questions; Escape goes back. Phones get dots and group names only, and the list next to it
 * has the texts.
 */
export function InteractiveWheel({
  seed,
  rows,
  group,
  onGroup,
  questionId,
  onQuestion,
  fileName = seed,
  assumedWidth = 704,
}: InteractiveWheelProps) {
  const box = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const width = Math.min(useWidth(box, assumedWidth), 860)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const [alone, setAlone] = useState<string | null>(null)
  const [page, setPage] = useState(0)
  const [pointed, setPointed] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)

  const measure = useMemo(() => getMeasure(rows), [rows])
  const groups = useMemo(() => wheelGroups(byMeasure(rows, measure)), [rows, measure])
  const layout = useMemo(
    () => wheelLayout({ seed, groups, width, figure: measure.of, alone, page }),
    [seed, groups, width, measure, alone, page],
  )
  const drawnGroups = useMemo(
    () => (layout.mode === 'group' ? groups.filter(({ name }) => name === alone) : groups),
    [layout, groups, alone],
  )
  const items = useMemo(() => drawnGroups.flatMap(({ name }) => getItems(layout, name)), [layout, drawnGroups])
  const tabStop = items.some((item) => item.key === current) ? current : (items[0]?.key ?? null)
  const caption = items.find((item) => item.key === (pointed ?? current))

  const open = (name: string | null) => {
    setAlone(name)
    setPage(0)
    setCurrent(name ? null : `group:${alone}`)
    setPointed(null)
    if (name && name !== group) onGroup(name)
  }
  const act = (item: WheelItem) => {
    setCurrent(item.key)
    if (item.leaf?.more) open(item.group)
    else if (item.leaf?.row) {
      if (item.group !== group) onGroup(item.group)
      onQuestion?.(item.leaf.row)
    } else if (item.group === group && layout.mode === 'all') open(item.group)
    else onGroup(item.group === group ? null : item.group)
  }
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const at = items.findIndex((item) => item.key === tabStop)
    const item = items[at]
    if (event.key === 'Escape' && alone) open(null)
    else if ((event.key === 'Enter' || event.key === ' ') && item) act(item)
    else {
      const next = nextItem(items, at, event.key)
      if (!next) return
      setCurrent(next.key)
      event.currentTarget.querySelector<SVGElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
    }
    event.preventDefault()
  }
  const getTone = (name: string) =>
    alone || name === group ? 'on' : group && layout.mode !== 'group' ? 'off' : 'plain'
  return (
    <div ref={box} className="relative min-w-0">
      <WheelTools
        onBack={alone && layout.mode === 'group' ? () => open(null) : null}
        page={page}
        pages={layout.pages}
        onPage={setPage}
      >
        {ready && (
          <Suspense>
            <WheelSave svg={svg} fileName={fileName} rows={rows} />
          </Suspense>
        )}
      </WheelTools>
      <WheelDrawing
        ref={svg}
        layout={layout}
        groups={drawnGroups}
        seed={seed}
        label={`Question wheel: ${plural(rows.length, 'question')} about ${seed}`}
        className="max-h-[max(540px,calc(100dvh-250px))] select-none"
        getTone={getTone}
        items={{
          role: 'tree',
          'aria-label': 'Questions by first word',
          className: 'animate-[ui-fade_0.2s]',
          onKeyDown,
          onPointerLeave: () => setPointed(null),
        }}
        getItemProps={(item) =>
          ({
            role: 'treeitem',
            'aria-level': item.kind === 'leaf' && layout.mode !== 'group' ? 2 : 1,
            'aria-label': getName(item),
            'aria-selected':
              item.kind === 'leaf' ? Boolean(questionId) && item.leaf?.row?._id === questionId : item.group === group,
            tabIndex: item.key === tabStop ? 0 : -1,
            'data-key': item.key,
            className: cx('cursor-pointer outline-none', getTone(item.group) !== 'on' && pointedClass),
            onClick: () => act(item),
            onFocus: () => setCurrent(item.key),
            onPointerEnter: () => setPointed(item.key),
          }) as SVGProps<SVGGElement>
        }
      />
      <div className="mt-2 flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-1 text-xs text-ink-3">
        <p className="min-w-0 flex-1 basis-60 text-s text-ink" data-screen-only>
          {caption ? (
            <Caption item={caption} measure={measure} />
          ) : (
            <span className="text-xs text-ink-3">{getHint(layout, group)}</span>
          )}
        </p>
        <WheelLegend measure={measure} />
      </div>
    </div>
  )
}

const pointedClass =
  'hover:[--dot:var(--ink-2)] hover:[--edge:var(--ink-3)] hover:[--word:var(--ink)] focus-visible:[--edge:var(--accent)]'

const getName = ({ group, leaf, pill }: WheelItem) =>
  leaf
    ? (leaf.row?.text ?? `${leaf.more} more with ${leaf.group}`)
    : `${group}, ${plural(pill?.count ?? 0, 'question')}`

function getHint(layout: WheelLayout, group: string | null) {
  if (layout.mode === 'compact') return 'Select a word to list its questions.'
  if (layout.mode === 'group') return 'Select a question, or go back to all questions.'
  return group ? `Select “${group}” again to see all its questions.` : 'Select a word or question. Arrow keys work too.'
}

function Caption({ item, measure }: { item: WheelItem; measure: Measure }) {
  if (item.leaf?.row)
    return (
      <>
        {item.leaf.row.text}
        {formatFigure(item.leaf.row, measure)}
      </>
    )
  if (item.leaf) return <>Show all “{item.group}” questions</>
  return (
    <>
      {plural(item.pill?.count ?? 0, 'question')} with “{item.group}”
    </>
  )
}

function formatFigure(row: Row, measure: Measure) {
  const text =
    measure.by === 'volume'
      ? showVolume(row.volume)
      : measure.by === 'popularity' && row.popularity !== null
        ? `popularity ${Math.round(row.popularity)}`
        : none
  return text === none ? null : (
    <span className="ml-2 text-ink-3">{measure.by === 'volume' ? `${text} per month` : text}</span>
  )
}

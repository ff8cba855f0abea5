// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: read point by point like a slider; the table below has it all.
import { type KeyboardEvent, type PointerEvent, type SVGProps, useMemo, useRef, useState } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDay, formatShort } from '#ui/format/format.ts'
import { formatPeriod, getPeriod } from '#ui/format/time-series-period.ts'
import { useWidth } from '#ui/hooks/use-size.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { TrendSeries } from '../../../contract.ts'
import { sourceLabel } from '../../keyword-labels.ts'
import { type TrendPoint, trendLayout, trendMeasure } from './trend-layout.ts'

export type TrendChartProps = {
  /** What it is the trend of. */
  title: string
  trend: TrendSeries | null
  missing?: string
  /** Whether values are read by pointing and with the arrow keys. Pages without scripts leave it off. */
  interactive?: boolean
}

const height = 260

/** Interest over time, with a table of all values. */
export function TrendChart({ title, trend, missing, interactive }: TrendChartProps) {
  if (!trend || trend.points.length < 2)
    return (
      <EmptyState level={3} title="No trend">
        {missing ?? 'No source returned interest over time.'}
      </EmptyState>
    )
  const Chart = interactive ? ReadableChart : StaticChart
  return (
    <div className="min-w-0">
      <Chart title={title} trend={trend} />
      {trend.points.some((point) => point.partial) && (
        <p className="mt-1 text-xs text-ink-3">Dashed: incomplete {getPeriod(trend.points.map(({ t }) => t))}</p>
      )}
      <TrendTable title={title} trend={trend} />
    </div>
  )
}

type ChartProps = { title: string; trend: TrendSeries }

export const formatValue = (trend: TrendSeries, v: number) =>
  trend.scale === 'relative' ? `${Math.round(v)} of 100` : formatCount(v)

const source = (trend: TrendSeries) =>
  [
    `${trendMeasure(trend)}, ${sourceLabel(trend.provider)}`,
    trend.about && `article “${trend.about}”`,
    trend.fetched_at && formatDay(trend.fetched_at),
  ]
    .filter(Boolean)
    .join(', ')

/** Drawn for a wide and a narrow screen, since the server doesn't know which it is. */
function StaticChart({ title, trend }: ChartProps) {
  const drawing = { trend, role: 'img', label: `Trend of ${title}; values are in the table below` }
  return (
    <>
      <p className="text-xs text-ink-3">{source(trend)}</p>
      <TrendDrawing {...drawing} width={1000} className="w-full max-sm:hidden print:block!" />
      <TrendDrawing {...drawing} width={340} className="w-full sm:hidden print:hidden!" />
    </>
  )
}

/** Point or use the arrow keys to read a value. */
function ReadableChart({ title, trend }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 704)
  const { points } = useMemo(() => trendLayout(trend, width, height), [trend, width])
  const [at, setAt] = useState<number | null>(null)
  const last = points.length - 1
  const period = getPeriod(points.map(({ t }) => t))
  const marked = at === null ? null : (points[Math.min(at, last)] ?? null)
  const read = marked ?? points[last]
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / drawn) * width
    let nearest = 0
    for (const [index, point] of points.entries())
      if (Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x)) nearest = index
    setAt(nearest)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last + 1) - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  return (
    <div ref={box}>
      <p className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 text-xs text-ink-3">
        <span>{source(trend)}</span>
        <span className="text-s text-ink" aria-hidden>
          {marked && (
            <>
              <span className="text-ink-3">{formatPeriod(marked.t, period)}</span>{' '}
              <b className="ml-1.5 font-[550]">{formatValue(trend, marked.v)}</b>
              {marked.partial && <span className="text-ink-3"> (incomplete)</span>}
            </>
          )}
        </span>
      </p>
      <TrendDrawing
        trend={trend}
        width={width}
        marked={marked}
        className="max-w-full touch-pan-y"
        role="slider"
        label={`Trend of ${title}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={`${formatPeriod(read?.t ?? '', period)}: ${formatValue(trend, read?.v ?? 0)}`}
        tabIndex={0}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      />
    </div>
  )
}

type TrendDrawingProps = SVGProps<SVGSVGElement> & {
  trend: TrendSeries
  width: number
  label: string
  marked?: TrendPoint | null
}

function TrendDrawing({ trend, width, label, marked, className, ...svg }: TrendDrawingProps) {
  const layout = useMemo(() => trendLayout(trend, width, height), [trend, width])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={`block h-auto overflow-visible ${className}`}
      aria-label={label}
      {...svg}
    >
      {layout.ticks.map((tick) => (
        <g key={tick.v}>
          <line
            x1={46}
            x2={width - 14}
            y1={tick.y}
            y2={tick.y}
            className={tick.v === 0 ? 'stroke-line-2' : 'stroke-line'}
          />
          <text x={38} y={tick.y} dy="0.34em" textAnchor="end" className="fill-ink-3 text-xs">
            {formatShort(tick.v)}
          </text>
        </g>
      ))}
      {layout.axis.map(({ x, label }) => (
        <text key={label} x={x} y={height - 6} textAnchor="middle" className="fill-ink-3 text-xs">
          {label}
        </text>
      ))}
      <path d={layout.area} className="fill-accent-wash" opacity={0.7} />
      <path d={layout.line} fill="none" strokeWidth={1.6} strokeLinejoin="round" className="stroke-accent" />
      <path d={layout.partialLine} fill="none" strokeWidth={1.6} strokeDasharray="3 3" className="stroke-accent" />
      {layout.points
        .filter((point) => point.partial)
        .map((point) => (
          <circle
            key={point.t}
            cx={point.x}
            cy={point.y}
            r={3.2}
            className="fill-paper stroke-accent"
            strokeWidth={1.5}
          />
        ))}
      {marked && (
        <g aria-hidden>
          <line x1={marked.x} x2={marked.x} y1={12} y2={height - 26} className="stroke-mark" />
          <circle cx={marked.x} cy={marked.y} r={4} className="fill-accent stroke-paper" strokeWidth={1.5} />
        </g>
      )}
    </svg>
  )
}

function TrendTable({ title, trend }: ChartProps) {
  const period = getPeriod(trend.points.map(({ t }) => t))
  return (
    <Disclosure className="mt-2 text-xs text-ink-3" summary="Show as table">
      <div className="mt-1 max-h-80 max-w-90 overflow-auto print:max-h-none">
        <Table caption={`Trend of ${title}`}>
          <thead>
            <tr>
              <TableHead>{period === 'month' ? 'Month' : 'Date'}</TableHead>
              <TableHead numeric>{trendMeasure(trend)}</TableHead>
            </tr>
          </thead>
          <tbody>
            {trend.points.toReversed().map((point) => (
              <TableRow key={point.t}>
                <TableCell>
                  {formatPeriod(point.t, period)}
                  {point.partial && ', incomplete'}
                </TableCell>
                <TableCell numeric>{formatValue(trend, point.v)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </Disclosure>
  )
}

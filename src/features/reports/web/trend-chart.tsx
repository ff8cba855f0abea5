// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the chart can be read point by point with the arrow keys.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: read point by point like a slider; the table below has it all.
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatMonth, formatMonthShort, formatShort } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { useWidth } from '#ui/use-size.ts'
import type { TrendSeries } from '../contract.ts'
import { sourceLabel } from './keyword-labels.ts'
import { trendLayout, trendMeasure } from './trend-layout.ts'

export type TrendChartProps = {
  /** What it is the trend of. */
  title: string
  trend: TrendSeries | null
  missing?: string
  height?: number
  assumedWidth?: number
}

/** Interest over time. Point or use the arrow keys to read a value; a table holds them all. */
export function TrendChart({ title, trend, missing, height = 260, assumedWidth = 704 }: TrendChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, assumedWidth)
  const layout = useMemo(() => trend && trendLayout(trend, width, height), [trend, width, height])
  const [at, setAt] = useState<number | null>(null)
  if (!trend || !layout || layout.points.length < 2)
    return (
      <EmptyState level={3} title="No trend">
        {missing ?? 'No source returned interest over time.'}
      </EmptyState>
    )

  const { points } = layout
  const shown = at === null ? null : points[Math.min(at, points.length - 1)]
  const measure = trendMeasure(trend)
  const say = (v: number) => (trend.scale === 'relative' ? `${Math.round(v)} of 100` : formatCount(v))
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / drawn) * width
    let nearest = 0
    for (const [index, point] of points.entries())
      if (Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x)) nearest = index
    setAt(nearest)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = points.length - 1
    const to = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last + 1) - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  const hasPartial = points.some((point) => point.partial)
  return (
    <div ref={box} className="min-w-0">
      <p className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 text-xs text-ink-3">
        <span>
          {measure}, {sourceLabel(trend.provider)}
        </span>
        <span className="text-s text-ink" aria-hidden>
          {shown && (
            <>
              <span className="text-ink-3">{formatMonth(shown.t)}</span>{' '}
              <b className="ml-1.5 font-[550]">{say(shown.v)}</b>
              {shown.partial && <span className="text-ink-3"> (incomplete)</span>}
            </>
          )}
        </span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block h-auto max-w-full touch-pan-y overflow-visible"
        role="slider"
        aria-label={`Trend of ${title}`}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={at ?? points.length - 1}
        aria-valuetext={`${formatMonth((shown ?? points.at(-1))?.t ?? '')}: ${say((shown ?? points.at(-1))?.v ?? 0)}`}
        tabIndex={0}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
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
        {layout.months.map((month) => (
          <text key={month.t} x={month.x} y={height - 6} textAnchor="middle" className="fill-ink-3 text-xs">
            {formatMonthShort(month.t)}
          </text>
        ))}
        <path d={layout.area} className="fill-accent-wash" opacity={0.7} />
        <path d={layout.line} fill="none" strokeWidth={1.6} strokeLinejoin="round" className="stroke-accent" />
        <path d={layout.partialLine} fill="none" strokeWidth={1.6} strokeDasharray="3 3" className="stroke-accent" />
        {points
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
        {shown && (
          <g aria-hidden>
            <line x1={shown.x} x2={shown.x} y1={12} y2={height - 26} className="stroke-mark" />
            <circle cx={shown.x} cy={shown.y} r={4} className="fill-accent stroke-paper" strokeWidth={1.5} />
          </g>
        )}
      </svg>
      {hasPartial && <p className="mt-1 text-xs text-ink-3">Dashed: incomplete month</p>}
      <Disclosure className="mt-2 text-xs text-ink-3" summary="Show as table">
        <div className="mt-1 max-h-80 max-w-90 overflow-auto">
          <Table caption={`Trend of ${title}`}>
            <thead>
              <tr>
                <TableHead>Month</TableHead>
                <TableHead numeric>{measure}</TableHead>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <TableRow key={point.t}>
                  <TableCell>
                    {formatMonth(point.t)}
                    {point.partial && ', incomplete'}
                  </TableCell>
                  <TableCell numeric>{say(point.v)}</TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      </Disclosure>
    </div>
  )
}

// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the chart can be read date by date with the arrow keys.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: read like a slider; the table beside it has it all.
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { formatCount, formatShort } from '#ui/format/format.ts'
import { formatPeriod, getPeriod } from '#ui/format/time-series-period.ts'
import { useWidth } from '#ui/hooks/use-size.ts'
import type { TrendAnswer } from '../../contract.ts'
import { measureLabels } from '../../rules/research-labels.ts'
import { gutter, linesLayout } from './line-chart-layout.ts'
import { lineTones, lineWidths } from './line-colors.ts'

export type TrendLinesChartProps = {
  answer: Pick<TrendAnswer, 'series' | 'scale' | 'measure'>
  height?: number
}

/** Up to five lines. Point, or use the arrow keys, to read the values of one date. */
export function TrendLinesChart({ answer, height = 300 }: TrendLinesChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 704)
  const layout = useMemo(() => linesLayout(answer, width, height), [answer, width, height])
  const [at, setAt] = useState<number | null>(null)
  const { lines, dates } = layout
  const shown = at === null ? null : (dates[Math.min(at, dates.length - 1)] ?? null)
  const isoDates = dates.map(({ t }) => t)
  const period = getPeriod(isoDates)
  const formatValue = (v: number) => (answer.scale === 'relative' ? String(Math.round(v)) : formatCount(v))
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / drawn) * width
    let nearest = 0
    for (const [index, date] of dates.entries())
      if (Math.abs(date.x - x) < Math.abs((dates[nearest]?.x ?? 0) - x)) nearest = index
    setAt(nearest)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = dates.length - 1
    const to = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last + 1) - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  const describe = (t: string) =>
    lines
      .map(({ keyword, points }) => {
        const point = points.find((each) => each.t === t)
        return `${keyword} ${point ? formatValue(point.v) : 'no data'}`
      })
      .join(', ')
  const now = shown ?? dates.at(-1)
  return (
    <div ref={box} className="min-w-0">
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-xs">
        <span className="text-ink-3">{measureLabels[answer.measure]}</span>
        <span className="text-ink-3" aria-hidden>
          {shown && formatPeriod(shown.t, period)}
        </span>
      </div>
      <ul className="mt-1 mb-2 flex flex-wrap gap-x-5 gap-y-1">
        {lines.map(({ keyword, points }, index) => {
          const point = shown && points.find(({ t }) => t === shown.t)
          return (
            <li key={keyword} className="flex min-w-0 items-center gap-2">
              <span className="h-0.5 w-4 shrink-0 rounded-xs" style={{ background: lineTones[index] }} aria-hidden />
              <span className="min-w-0 truncate">{keyword}</span>
              {shown && (
                <b className="font-[550]" aria-hidden>
                  {point ? formatValue(point.v) : '–'}
                  {point?.partial && <span className="font-normal text-ink-3"> (incomplete)</span>}
                </b>
              )}
              {points.length === 0 && <span className="text-ink-3 text-xs">no data</span>}
            </li>
          )
        })}
      </ul>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block h-auto max-w-full touch-pan-y overflow-visible"
        role="slider"
        aria-label={`Trend of ${lines.map(({ keyword }) => keyword).join(', ')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, dates.length - 1)}
        aria-valuenow={at ?? Math.max(0, dates.length - 1)}
        aria-valuetext={now ? `${formatPeriod(now.t, period)}: ${describe(now.t)}` : 'No data'}
        tabIndex={0}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      >
        {layout.ticks.map((tick) => (
          <g key={tick.v}>
            <line
              x1={gutter.left}
              x2={width - gutter.right}
              y1={tick.y}
              y2={tick.y}
              className={tick.v === 0 ? 'stroke-line-2' : 'stroke-line'}
            />
            <text x={gutter.left - 8} y={tick.y} dy="0.34em" textAnchor="end" className="fill-ink-3 text-xs">
              {formatShort(tick.v)}
            </text>
          </g>
        ))}
        {layout.named.map(({ label, x }) => (
          <text key={label} x={x} y={height - 6} textAnchor="middle" className="fill-ink-3 text-xs">
            {label}
          </text>
        ))}
        {lines.map(({ keyword, path, partialPath, points }, index) => {
          const stroke = { stroke: lineTones[index], strokeWidth: lineWidths[index] }
          const last = points.at(-1)
          return (
            <g key={keyword} fill="none" strokeLinejoin="round" style={stroke}>
              <path d={path} />
              <path d={partialPath} strokeDasharray="3 3" />
              {last && (points.length === 1 || last.partial) && (
                <circle cx={last.x} cy={last.y} r={3.2} className="fill-paper" />
              )}
            </g>
          )
        })}
        {shown && (
          <g aria-hidden>
            <line x1={shown.x} x2={shown.x} y1={gutter.top} y2={height - gutter.bottom} className="stroke-mark" />
            {lines.map(({ keyword, points }, index) => {
              const point = points.find(({ t }) => t === shown.t)
              return (
                point && (
                  <circle
                    key={keyword}
                    cx={point.x}
                    cy={point.y}
                    r={3.8}
                    className="stroke-paper"
                    strokeWidth={1.5}
                    style={{ fill: lineTones[index] }}
                  />
                )
              )
            })}
          </g>
        )}
      </svg>
      {lines.some(({ points }) => points.some(({ partial }) => partial)) && (
        <p className="mt-1 text-ink-3 text-xs">Dashed: incomplete period</p>
      )}
    </div>
  )
}

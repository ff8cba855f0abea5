import { useMemo, useRef } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatShort } from '#ui/format/format.ts'
import { useWidth } from '#ui/hooks/use-size.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { TrendSeries } from '../../../contract.ts'
import { toMonths, toYears } from '../../../rules/trend-facts.ts'
import { formatValue } from './trend-chart.tsx'
import { monthNames } from './trend-details.tsx'
import { roundTicks } from './trend-layout.ts'

const height = 260
const gutter = { left: 46, right: 44, top: 12, bottom: 26 }
const maxYears = 5

/** Each year as a line from January to December, the newest in the accent color. */
export function TrendYears({ title, trend }: { title: string; trend: TrendSeries }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 704)
  const years = useMemo(() => toYears(toMonths(trend.points)).slice(-maxYears), [trend])
  const max = Math.max(0, ...years.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const ticks = roundTicks(trend.scale === 'relative' ? 100 : max)
  const top = ticks.at(-1) ?? 1
  const x = (month: number) => gutter.left + (month / 11) * (width - gutter.left - gutter.right)
  const y = (v: number) => height - gutter.bottom - (v / top) * (height - gutter.top - gutter.bottom)
  const narrow = width < 480
  const lines = years.map(({ year, values }) => ({
    year,
    points: values.flatMap((value, month) => (value === null ? [] : [{ x: x(month), y: y(value), month }])),
  }))
  const labels = spreadLabels(lines.map(({ points }) => points.at(-1) ?? { x: 0, y: 0 }))
  return (
    <div ref={box} className="min-w-0">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block h-auto max-w-full overflow-visible"
        role="img"
        aria-label={`${title} by year; values are in the table below`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={gutter.left}
              x2={width - gutter.right}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? 'stroke-line-2' : 'stroke-line'}
            />
            <text x={38} y={y(tick)} dy="0.34em" textAnchor="end" className="fill-ink-3 text-xs">
              {formatShort(tick)}
            </text>
          </g>
        ))}
        {monthNames.map((name, month) => (
          <text key={name} x={x(month)} y={height - 6} textAnchor="middle" className="fill-ink-3 text-xs">
            {narrow ? name.charAt(0) : name}
          </text>
        ))}
        {lines.map(({ year, points }, at) => (
          <YearLine key={year} year={year} points={points} age={lines.length - 1 - at} labelY={labels[at]!} />
        ))}
      </svg>
      <YearsTable title={title} trend={trend} years={years} />
    </div>
  )
}

const labelHeight = 13

/** Heights of the years' names: those of lines that end in the same month are moved apart. */
export function spreadLabels(ends: readonly { x: number; y: number }[]): number[] {
  const heights = ends.map(({ y }) => y)
  const order = ends.map((_, at) => at).sort((a, b) => ends[a]!.x - ends[b]!.x || ends[a]!.y - ends[b]!.y)
  for (const [at, index] of order.entries()) {
    const above = order[at - 1]
    if (above === undefined || ends[above]!.x !== ends[index]!.x) continue
    heights[index] = Math.max(heights[index]!, heights[above]! + labelHeight)
  }
  return heights
}

/** Older years are lighter. */
const opacities = [1, 0.85, 0.6, 0.4, 0.28]

type YearLineProps = {
  year: number
  points: { x: number; y: number; month: number }[]
  age: number
  labelY: number
}

function YearLine({ year, points, age, labelY }: YearLineProps) {
  const last = points.at(-1)
  if (!last) return null
  // A gap of months breaks the line.
  const path = points
    .map(
      ({ x, y, month }, at) =>
        `${at > 0 && points[at - 1]!.month === month - 1 ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`,
    )
    .join('')
  const color = age === 0 ? 'stroke-accent' : 'stroke-ink-2'
  return (
    <g>
      <g opacity={opacities[age] ?? 0.28} fill="none" className={color}>
        <path d={path} strokeWidth={age === 0 ? 2.2 : 1.4} strokeLinejoin="round" />
        {points.length === 1 && <circle cx={last.x} cy={last.y} r={2.5} />}
      </g>
      <text
        x={last.x + 6}
        y={labelY}
        dy="0.34em"
        className={age === 0 ? 'fill-accent-ink font-[550] text-xs' : 'fill-ink-2 text-xs'}
      >
        {year}
      </text>
    </g>
  )
}

type YearsTableProps = { title: string; trend: TrendSeries; years: ReturnType<typeof toYears> }

function YearsTable({ title, trend, years }: YearsTableProps) {
  return (
    <Disclosure className="mt-2 text-ink-3 text-xs" summary="Show as table">
      <div className="mt-1 max-w-150">
        <Table caption={`${title} by month and year`}>
          <thead>
            <tr>
              <TableHead>Month</TableHead>
              {years.map(({ year }) => (
                <TableHead key={year} numeric>
                  {year}
                </TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthNames.map((name, month) => (
              <TableRow key={name}>
                <TableCell>{name}</TableCell>
                {years.map(({ year, values }) => {
                  const value = values[month]
                  return (
                    <TableCell key={year} numeric>
                      {value == null ? '–' : formatValue(trend, value)}
                    </TableCell>
                  )
                })}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </Disclosure>
  )
}

import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatMonth, formatMonthShort, formatShort } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { TrendSeries } from '../contract.ts'
import { sourceLabel } from './keyword-labels.ts'
import { trendLayout, trendMeasure } from './trend-layout.ts'

const [width, height] = [1000, 260]

/** Interest over time as a picture, with the same as a table under it. */
export function PlainTrend({ title, trend }: { title: string; trend: TrendSeries }) {
  const layout = trendLayout(trend, width, height)
  const measure = trendMeasure(trend)
  const say = (v: number) => (trend.scale === 'relative' ? `${Math.round(v)} of 100` : formatCount(v))
  return (
    <div className="min-w-0">
      <p className="text-xs text-ink-3">
        {measure}, {sourceLabel(trend.provider)}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block h-auto w-full overflow-visible"
        role="img"
        aria-label={`Trend of ${title}; values are in the table below`}
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
      </svg>
      {trend.points.some((point) => point.partial) && (
        <p className="mt-1 text-xs text-ink-3">Dashed: incomplete month</p>
      )}
      <Disclosure className="mt-2 text-xs text-ink-3" summary="Show as table">
        <Table caption={`Trend of ${title}`} className="max-w-90">
          <thead>
            <tr>
              <TableHead>Month</TableHead>
              <TableHead numeric>{measure}</TableHead>
            </tr>
          </thead>
          <tbody>
            {trend.points.toReversed().map((point) => (
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
      </Disclosure>
    </div>
  )
}

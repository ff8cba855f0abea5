import { roundTicks } from '#features/reports/web/report/trend/trend-layout.ts'
import { getAxisLabels } from '#ui/format/time-axis.ts'
import type { TrendAnswer } from '../../contract.ts'

export type DrawnPoint = { x: number; y: number; t: string; v: number; partial: boolean }
export type DrawnLine = {
  keyword: string
  points: DrawnPoint[]
  /** The solid line, and the dashed one into a span that is not over. */
  path: string
  partialPath: string
}
export type LinesLayout = {
  lines: DrawnLine[]
  /** Every date any line has, oldest first. */
  dates: { t: string; x: number }[]
  ticks: { v: number; y: number }[]
  /** Dates to name under the axis. */
  named: { label: string; x: number }[]
}

export const gutter = { left: 46, right: 14, top: 12, bottom: 26 }

/** Several lines on one scale, in px: x by time, y from zero. */
export function linesLayout(
  { series, scale }: Pick<TrendAnswer, 'series' | 'scale'>,
  width: number,
  height: number,
): LinesLayout {
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ t }) => t)))].sort()
  const [from = 0, to = 1] = [Date.parse(days[0] ?? ''), Date.parse(days.at(-1) ?? '')]
  const maxValue = Math.max(0, ...series.flatMap(({ points }) => points.map(({ v }) => v)))
  const ticks = roundTicks(scale === 'relative' ? 100 : maxValue)
  const top = ticks.at(-1) ?? 1
  const atTime = (time: number) =>
    gutter.left + ((time - from) / Math.max(1, to - from)) * (width - gutter.left - gutter.right)
  const x = (t: string) => atTime(Date.parse(t))
  const y = (v: number) => height - gutter.bottom - (v / top) * (height - gutter.top - gutter.bottom)
  const dates = days.map((t) => ({ t, x: x(t) }))
  const maxLabels = Math.max(2, Math.floor((width - gutter.left) / 88))
  return {
    lines: series.map(({ keyword, points }) => {
      const drawn = points.map((point): DrawnPoint => ({ ...point, x: x(point.t), y: y(point.v) }))
      const firstPartial = drawn.findIndex(({ partial }) => partial)
      return {
        keyword,
        points: drawn,
        path: getPath(firstPartial < 0 ? drawn : drawn.slice(0, firstPartial)),
        partialPath: firstPartial < 0 ? '' : getPath(drawn.slice(Math.max(0, firstPartial - 1))),
      }
    }),
    dates,
    ticks: ticks.map((v) => ({ v, y: y(v) })),
    named:
      days.length === 0
        ? []
        : getAxisLabels(from, to, maxLabels).map(({ time, label }) => ({ label, x: atTime(time) })),
  }
}

const getPath = (points: DrawnPoint[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

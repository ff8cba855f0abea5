import { getAxisLabels } from '#ui/format/time-axis.ts'
import type { TrendSeries } from '../../../contract.ts'

export type TrendPoint = { x: number; y: number; t: string; v: number; partial: boolean }
export type TrendLayout = {
  points: TrendPoint[]
  /** The solid line, and the dashed one into a period that is not over. */
  line: string
  partialLine: string
  area: string
  ticks: { y: number; v: number }[]
  axis: { x: number; label: string }[]
}

const gutter = { left: 46, right: 14, top: 12, bottom: 26 }

/** About four round values from 0 to at least `max`. */
export function roundTicks(max: number): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step)
}

/** A line chart in px; x by time, y from zero. */
export function trendLayout(series: TrendSeries, width: number, height: number): TrendLayout {
  const list = series.points
  const times = list.map((point) => new Date(point.t).getTime())
  const [from = 0, to = 1] = [times[0], times.at(-1)]
  const ticks = roundTicks(series.scale === 'relative' ? 100 : Math.max(...list.map((point) => point.v), 0))
  const top = ticks.at(-1) ?? 1
  const x = (time: number) =>
    gutter.left + ((time - from) / Math.max(1, to - from)) * (width - gutter.left - gutter.right)
  const y = (v: number) => height - gutter.bottom - (v / top) * (height - gutter.top - gutter.bottom)
  const points = list.map((point, at): TrendPoint => ({ ...point, x: x(times[at] ?? from), y: y(point.v) }))
  const path = (part: TrendPoint[]) =>
    part.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('')
  const firstPartial = points.findIndex((point) => point.partial)
  const whole = firstPartial < 0 ? points : points.slice(0, firstPartial)
  const base = y(0)
  const [start, end] = [whole[0], whole.at(-1)]
  return {
    points,
    line: path(whole),
    partialLine: firstPartial < 0 ? '' : path(points.slice(Math.max(0, firstPartial - 1))),
    area: start && end ? `${path(whole)}L${end.x.toFixed(1)} ${base}L${start.x.toFixed(1)} ${base}Z` : '',
    ticks: ticks.map((v) => ({ v, y: y(v) })),
    axis: getAxisLabels(from, to, Math.max(2, Math.floor((width - gutter.left) / 88))).map(({ time, label }) => ({
      x: x(time),
      label,
    })),
  }
}

/** What a trend counts. Wikipedia's figures are page views: absolute, but not searches. */
export function trendMeasure({ scale, provider }: Pick<TrendSeries, 'scale' | 'provider'>): string {
  if (scale === 'relative') return 'Interest (peak = 100)'
  return provider.startsWith('wikipedia') ? 'Article page views' : 'Monthly searches'
}

import type { Row } from '../../../contract.ts'
import { textWidth } from './text-width.ts'

export type WheelGroup = { name: string; rows: Row[] }

export type WheelLeaf = {
  key: string
  group: string
  /** Null on the last leaf of a group with more rows than fit. */
  row: Row | null
  /** Number of rows not drawn, on that last leaf. */
  more: number
  angle: number
  x: number
  y: number
  /** Radius of the dot; hollow when the value is unknown. */
  dot: number
  hollow: boolean
  label: string
  /** Rotation of the label, and which end is at the origin. */
  turn: number
  anchor: 'start' | 'end'
  path: string
}

export type WheelPill = {
  name: string
  count: number
  angle: number
  x: number
  y: number
  width: number
  height: number
  path: string
}

export type WheelSpeck = { group: string; x: number; y: number; dot: number; hollow: boolean }

export type WheelLayout = {
  mode: 'all' | 'group' | 'compact'
  width: number
  height: number
  fontSize: number
  center: { radius: number; lines: string[]; fontSize: number }
  pills: WheelPill[]
  leaves: WheelLeaf[]
  /** Compact mode only: every row as a dot without a label. */
  specks: WheelSpeck[]
  /** Distance from a dot's center to its label. */
  labelGap: number
  /** Number of pages when a single group is shown. */
  pages: number
}

export type WheelOptions = {
  seed: string
  groups: WheelGroup[]
  /** Content width in px. Under 520 the wheel is compact: dots without labels. */
  width: number
  figure: (row: Row) => number | null
  /** Shows a single group in full, with pagination. */
  alone?: string | null
  page?: number
}

export const fontSize = 11
export const biggestDot = 5.2
const smallestDot = 1.8
export const labelGap = biggestDot + 4

export const polar = (radius: number, angle: number): [number, number] => [
  radius * Math.cos(angle),
  radius * Math.sin(angle),
]
export const px = (n: number) => Number(n.toFixed(2))

export function dotScale(groups: WheelGroup[], figure: WheelOptions['figure']) {
  let maxFigure = 0
  for (const group of groups) for (const row of group.rows) maxFigure = Math.max(maxFigure, figure(row) ?? 0)
  return (row: Row | null) => {
    const value = row ? figure(row) : null
    if (value === null || maxFigure === 0) return { dot: 2.4, hollow: true }
    return { dot: px(smallestDot + (biggestDot - smallestDot) * Math.sqrt(value / maxFigure)), hollow: false }
  }
}

type Box = { x: number; y: number; width: number; height: number }
export const clear = (a: Box, b: Box, margin: number) =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 + margin || Math.abs(a.y - b.y) >= (a.height + b.height) / 2 + margin

export function pillBox(group: WheelGroup, angle: number, radius: number): WheelPill {
  const [x, y] = polar(radius, angle)
  return {
    name: group.name,
    count: group.rows.length,
    angle,
    x: px(x),
    y: px(y),
    width: px(Math.max(30, textWidth(group.name, fontSize + 0.5, true) + 16)),
    height: 24,
    path: `M0 0L${px(x)} ${px(y)}`,
  }
}

export function awayFromCenter(box: Box, radius: number) {
  const dx = Math.max(0, Math.abs(box.x) - box.width / 2)
  const dy = Math.max(0, Math.abs(box.y) - box.height / 2)
  return Math.hypot(dx, dy) >= radius
}

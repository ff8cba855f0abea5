import { formatCount } from '#ui/format.ts'
import type { Row } from '../contract.ts'
import { fitText, textWidth, wrapText } from './text-width.ts'

/**
 * Lays out the question wheel, in px from its center. Pure, so that the server draws the same wheel and tests can check that no
 * two labels overlap. Labels run outward and keep `pitch` px of arc at the inner end, where they are closest, so they can't
 * overlap further out.
 */
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
  centre: { radius: number; lines: string[]; fontSize: number }
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

export const compactBelow = 520
const fontSize = 11
const pitch = 13.2
const biggestDot = 5.2
const smallestDot = 1.8
const edge = 4
const labelGap = biggestDot + 4

const polar = (radius: number, angle: number): [number, number] => [radius * Math.cos(angle), radius * Math.sin(angle)]
const px = (n: number) => Number(n.toFixed(2))

/** Groups rows by modifier, largest group first. `rows` must be sorted by importance. */
export function wheelGroups(rows: Row[], most = 24): WheelGroup[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row.modifier ?? 'other'
    const list = groups.get(name)
    if (list) list.push(row)
    else groups.set(name, [row])
  }
  const sorted = [...groups].map(([name, list]) => ({ name, rows: list })).sort((a, b) => b.rows.length - a.rows.length)
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1).flatMap((group) => group.rows)
  return [...sorted.slice(0, most - 1), { name: 'other', rows: rest }]
}

/** Returns the rows of a group on the wheel. "other" holds rows without a modifier and the smallest groups. */
export const rowsOfGroup = (rows: Row[], name: string) =>
  wheelGroups(rows).find((group) => group.name === name)?.rows ?? []

export function wheelLayout(options: WheelOptions): WheelLayout {
  const alone = options.groups.find((group) => group.name === options.alone)
  if (options.width < compactBelow) return compact(options)
  return alone ? oneGroup(options, alone) : allGroups(options)
}

/** Divides slots of arc among groups: all rows where they fit, otherwise in proportion to the square root of the row count. */
export function shareSlots(counts: number[], slots: number): number[] {
  const shares = counts.map((count) => Math.min(count, 2))
  let free = slots - shares.reduce((sum, share) => sum + share, 0)
  while (free > 0) {
    let next = -1
    let neediest = Number.POSITIVE_INFINITY
    for (const [at, count] of counts.entries()) {
      const share = shares[at] ?? 0
      const fill = share / Math.sqrt(count)
      if (share < count && fill < neediest) {
        neediest = fill
        next = at
      }
    }
    if (next < 0) break
    shares[next] = (shares[next] ?? 0) + 1
    free--
  }
  return shares
}

function dotScale(groups: WheelGroup[], figure: WheelOptions['figure']) {
  let most = 0
  for (const group of groups) for (const row of group.rows) most = Math.max(most, figure(row) ?? 0)
  return (row: Row | null) => {
    const value = row ? figure(row) : null
    if (value === null || most === 0) return { dot: 2.4, hollow: true }
    return { dot: px(smallestDot + (biggestDot - smallestDot) * Math.sqrt(value / most)), hollow: false }
  }
}

/** Distance in px from the center to the frame at an angle. */
function reach(angle: number, width: number, height: number) {
  const across = Math.abs(Math.cos(angle)) < 1e-6 ? Number.POSITIVE_INFINITY : width / 2 / Math.abs(Math.cos(angle))
  const down = Math.abs(Math.sin(angle)) < 1e-6 ? Number.POSITIVE_INFINITY : height / 2 / Math.abs(Math.sin(angle))
  return Math.min(across, down)
}

type Frame = { width: number; height: number; ring: number; scale: ReturnType<typeof dotScale> }

function leafAt(frame: Frame, angle: number, group: string, row: Row | null, more: number, path: string): WheelLeaf {
  const [x, y] = polar(frame.ring, angle)
  const room =
    reach(angle, frame.width - 2 * edge - fontSize, frame.height - 2 * edge - fontSize) - frame.ring - labelGap
  const left = Math.cos(angle) < -1e-9
  const degrees = (angle * 180) / Math.PI
  return {
    key: row?._id ?? `more:${group}`,
    group,
    row,
    more,
    angle,
    x: px(x),
    y: px(y),
    ...frame.scale(row),
    // Measures in bold, because highlighted labels are bold.
    label: fitText(row ? row.text : `+${formatCount(more)} more`, fontSize, room, true),
    turn: px(left ? degrees + 180 : degrees),
    anchor: left ? 'end' : 'start',
    path,
  }
}

/** Uses the smallest ring where every group name fits, or compact mode when none does. */
function allGroups(options: WheelOptions): WheelLayout {
  const radius = Math.min(options.width, 860) / 2
  for (let ring = Math.max(108, radius * 0.4); ring < radius * 0.62; ring += 6) {
    const layout = groupsOnRing(options, ring)
    if (layout) return layout
  }
  return compact(options)
}

function groupsOnRing({ seed, groups, width, figure }: WheelOptions, ring: number): WheelLayout | null {
  const height = Math.round(Math.min(width, 860))
  const radius = Math.min(width, height) / 2
  const gap = 1
  const slots = Math.floor((2 * Math.PI * ring) / pitch) - groups.length * gap
  const shares = shareSlots(
    groups.map((group) => group.rows.length),
    slots,
  )
  const used = shares.reduce((sum, share) => sum + share + gap, 0)
  const step = (2 * Math.PI) / Math.max(used, 12)
  const frame: Frame = { width, height, ring, scale: dotScale(groups, figure) }
  const centreRadius = Math.min(46, radius * 0.13 + 4)

  const spans = shares.map((share) => (share + gap) * step)
  let angle = -Math.PI / 2 - (spans[0] ?? 0) / 2
  const starts = spans.map((span) => {
    const start = angle
    angle += span
    return start
  })
  const dots = groups.flatMap((_, g) =>
    Array.from({ length: shares[g] ?? 0 }, (_unused, at) => polar(ring, (starts[g] ?? 0) + (at + 1) * step)),
  )
  const pills = placePills(
    groups.map((group, g) => ({ group, angle: (starts[g] ?? 0) + (spans[g] ?? 0) / 2 })),
    { inner: centreRadius, ring, dots },
  )
  if (!pills) return null
  const leaves = groups.flatMap((group, g) => {
    const share = shares[g] ?? 0
    const pill = pills[g]
    const drawn = share < group.rows.length ? share - 1 : share
    return Array.from({ length: share }, (_unused, at) => {
      const leafAngle = (starts[g] ?? 0) + (at + 1) * step
      const row = at < drawn ? (group.rows[at] ?? null) : null
      const path = curve([pill?.x ?? 0, pill?.y ?? 0], pill?.angle ?? leafAngle, leafAngle, ring)
      return leafAt(frame, leafAngle, group.name, row, row ? 0 : group.rows.length - drawn, path)
    })
  })
  const seedSize = 14
  return {
    mode: 'all',
    width,
    height,
    fontSize,
    centre: { radius: px(centreRadius), lines: wrapText(seed, seedSize, centreRadius * 1.7, 3), fontSize: seedSize },
    pills,
    leaves,
    specks: [],
    labelGap,
    pages: 1,
  }
}

function oneGroup({ width, figure, page = 0 }: WheelOptions, group: WheelGroup): WheelLayout {
  const height = Math.round(Math.min(width, 860))
  const radius = Math.min(width, height) / 2
  const widest = radius * 0.43
  const slots = Math.floor((2 * Math.PI * widest) / pitch) - 2
  const pages = Math.max(1, Math.ceil(group.rows.length / slots))
  const perPage = Math.ceil(group.rows.length / pages)
  const at = Math.min(pages - 1, Math.max(0, page))
  const rows = group.rows.slice(at * perPage, (at + 1) * perPage)
  const ring = Math.min(widest, Math.max(radius * 0.27, ((rows.length + 2) * pitch * 1.15) / (2 * Math.PI)))
  const frame: Frame = { width, height, ring, scale: dotScale([group], figure) }
  const centreRadius = Math.min(54, ring * 0.5)
  // Both halves read from top to bottom, with most leaves near the horizontal, where text is easiest to read.
  const right = Math.ceil(rows.length / 2)
  const getAngle = (index: number) => {
    const onRight = index < right
    const count = onRight ? right : rows.length - right
    const position = onRight ? index : index - right
    const step = Math.min((pitch / ring) * 2.2, Math.PI / (count + 0.9))
    const off = (position - (count - 1) / 2) * step
    return onRight ? off : Math.PI - off
  }
  const leaves = rows.map((row, index) => {
    const angle = getAngle(index)
    const aim = Math.cos(angle) >= 0 ? angle * 0.8 : Math.PI - (Math.PI - angle) * 0.8
    const [x, y] = polar(centreRadius, aim)
    return leafAt(frame, angle, group.name, row, 0, curve([x, y], aim, angle, ring))
  })
  return {
    mode: 'group',
    width,
    height,
    fontSize,
    centre: { radius: px(centreRadius), lines: wrapText(group.name, 18, centreRadius * 1.7, 2), fontSize: 18 },
    pills: [],
    leaves,
    specks: [],
    labelGap,
    pages,
  }
}

function curve([x, y]: [number, number], from: number, to: number, ring: number) {
  const start = Math.hypot(x, y)
  const bend = start + (ring - start) * 0.52
  const [ax, ay] = polar(bend, from)
  const [bx, by] = polar(bend, to)
  const [ex, ey] = polar(ring, to)
  return `M${px(x)} ${px(y)}C${px(ax)} ${px(ay)} ${px(bx)} ${px(by)} ${px(ex)} ${px(ey)}`
}

type Box = { x: number; y: number; width: number; height: number }
const clear = (a: Box, b: Box, margin: number) =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 + margin || Math.abs(a.y - b.y) >= (a.height + b.height) / 2 + margin

function pillBox(group: WheelGroup, angle: number, radius: number): WheelPill {
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

/**
 * Places each pill at its group's middle angle, as close to the center as possible without overlapping other pills or dots.
 * Returns null when one doesn't fit.
 */
function placePills(
  positions: { group: WheelGroup; angle: number }[],
  { inner, ring, dots }: { inner: number; ring: number; dots: [number, number][] },
): WheelPill[] | null {
  const placed: WheelPill[] = []
  const nearest = inner + 22
  const farthest = ring - biggestDot
  const fits = (pill: WheelPill) =>
    placed.every((other) => clear(pill, other, 3)) &&
    dots.every(([x, y]) => clear(pill, { x, y, width: 2 * biggestDot, height: 2 * biggestDot }, 2)) &&
    awayFromCentre(pill, inner + 3)
  for (const { group, angle } of positions) {
    let best: WheelPill | null = null
    for (const aside of [0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26, 0.4, -0.4])
      for (let radius = nearest; radius < farthest && !best; radius += 3) {
        const pill = { ...pillBox(group, angle + aside, radius), height: 20 }
        if (fits(pill)) best = pill
      }
    if (!best) return null
    placed.push(best)
  }
  return placed
}

function awayFromCentre(box: Box, radius: number) {
  const dx = Math.max(0, Math.abs(box.x) - box.width / 2)
  const dy = Math.max(0, Math.abs(box.y) - box.height / 2)
  return Math.hypot(dx, dy) >= radius
}

// Line from a group's outermost dot to its name.
function stalk(pill: WheelPill, from: number) {
  const distance = Math.hypot(pill.x, pill.y)
  if (distance <= from) return ''
  return `M${px((pill.x / distance) * from)} ${px((pill.y / distance) * from)}L${pill.x} ${pill.y}`
}

/** Compact mode for phones, without labels: group names at the edge, every row as a dot between them and the center. */
function compact({ seed, groups, width, figure }: WheelOptions): WheelLayout {
  const radius = width / 2
  const outer = radius - 14
  const total = groups.reduce((sum, group) => sum + Math.sqrt(group.rows.length) + 1.2, 0)
  const scale = dotScale(groups, figure)
  const centreRadius = Math.min(40, radius * 0.22)
  const pills: WheelPill[] = []
  const specks: WheelSpeck[] = []
  let angle = -Math.PI / 2
  const first = groups[0]
  if (first) angle -= ((Math.sqrt(first.rows.length) + 1.2) / total) * Math.PI
  const spans = groups.map((group) => {
    const span = ((Math.sqrt(group.rows.length) + 1.2) / total) * 2 * Math.PI
    angle += span
    return { group, span, middle: angle - span / 2 }
  })
  for (const { group, middle } of spans) {
    let best: WheelPill | null = null
    for (const aside of [0, 0.1, -0.1, 0.2, -0.2, 0.35, -0.35, 0.5, -0.5, 0.8, -0.8, 1.2, -1.2])
      for (let at = outer; at > centreRadius + 20 && !best; at -= 2) {
        const pill = pillBox(group, middle + aside, at)
        const inside = Math.abs(pill.x) + pill.width / 2 <= radius - 1 && Math.abs(pill.y) + 12 <= radius - 1
        if (inside && awayFromCentre(pill, centreRadius + 3) && pills.every((other) => clear(pill, other, 2)))
          best = pill
      }
    if (best) pills.push(best)
  }
  const cell = 7.4
  const outermost = new Map<string, number>()
  for (const { group, span, middle } of spans) {
    let at = 0
    for (let ring = centreRadius + 10; ring < outer - 12 && at < group.rows.length; ring += cell) {
      const across = Math.max(1, Math.floor((ring * (span - 0.05)) / cell))
      const start = middle - ((Math.min(across, group.rows.length - at) - 1) / 2) * (cell / ring)
      for (let position = 0; position < across && at < group.rows.length; position++, at++) {
        const [x, y] = polar(ring, start + position * (cell / ring))
        const speck = { x, y, width: cell, height: cell }
        if (!pills.every((pill) => clear(speck, pill, 0))) continue
        const { dot, hollow } = scale(group.rows[at] ?? null)
        outermost.set(group.name, Math.max(outermost.get(group.name) ?? 0, ring))
        specks.push({ group: group.name, x: px(x), y: px(y), dot: px(Math.min(3.3, 1.2 + dot * 0.42)), hollow })
      }
    }
  }
  return {
    mode: 'compact',
    width,
    height: width,
    fontSize,
    centre: { radius: px(centreRadius), lines: wrapText(seed, 12, centreRadius * 1.7, 3), fontSize: 12 },
    pills: pills.map((pill) => ({ ...pill, path: stalk(pill, (outermost.get(pill.name) ?? centreRadius) + cell) })),
    leaves: [],
    specks,
    labelGap,
    pages: 1,
  }
}

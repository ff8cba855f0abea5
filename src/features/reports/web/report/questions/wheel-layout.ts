import { formatCount } from '#ui/format/format.ts'
import type { Row } from '../../../contract.ts'
import { compactWheel } from './compact-wheel.ts'
import { fitText, wrapText } from './text-width.ts'
import { spreadRows, withoutSharedStems, withStemsFirst } from './wheel-labels.ts'
import {
  awayFromCenter,
  biggestDot,
  clear,
  dotScale,
  fontSize,
  labelGap,
  pillBox,
  polar,
  px,
  type WheelGroup,
  type WheelLayout,
  type WheelLeaf,
  type WheelOptions,
  type WheelPill,
} from './wheel-parts.ts'

const compactBelow = 520
const pitch = 13.2
const edge = 4

/** Groups rows by modifier, largest group first. `rows` must be sorted by importance. */
export function wheelGroups(rows: Row[], maxGroups = 24): WheelGroup[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row.modifier ?? 'other'
    const list = groups.get(name)
    if (list) list.push(row)
    else groups.set(name, [row])
  }
  const sorted = [...groups].map(([name, list]) => ({ name, rows: list })).sort((a, b) => b.rows.length - a.rows.length)
  if (sorted.length <= maxGroups) return sorted
  const rest = sorted.slice(maxGroups - 1).flatMap((group) => group.rows)
  return [...sorted.slice(0, maxGroups - 1), { name: 'other', rows: rest }]
}

/**
 * Lays out the question wheel, in px from its center. Pure, so that the server draws the same wheel and tests can check that no
 * two labels overlap. Labels run outward and keep `pitch` px of arc at the inner end, where they are closest, so they can't
 * overlap further out.
 */
export function wheelLayout(options: WheelOptions): WheelLayout {
  const alone = options.groups.find((group) => group.name === options.alone)
  if (options.width < compactBelow) return compactWheel(options)
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

/** Distance in px from the center to the frame at an angle. */
function reach(angle: number, width: number, height: number) {
  const across = Math.abs(Math.cos(angle)) < 1e-6 ? Number.POSITIVE_INFINITY : width / 2 / Math.abs(Math.cos(angle))
  const down = Math.abs(Math.sin(angle)) < 1e-6 ? Number.POSITIVE_INFINITY : height / 2 / Math.abs(Math.sin(angle))
  return Math.min(across, down)
}

type Frame = { width: number; height: number; ring: number; scale: ReturnType<typeof dotScale> }

/** `text` is what its label says of the row. */
type LeafContent = { row: Row | null; text: string; more: number }

function leafAt(frame: Frame, angle: number, group: string, { row, text, more }: LeafContent, path: string): WheelLeaf {
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
    label: fitText(row ? text : `+${formatCount(more)} more`, fontSize, room, true),
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
  return compactWheel(options)
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
  const centerRadius = Math.min(46, radius * 0.13 + 4)

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
  const pills = positionPills(
    groups.map((group, g) => ({ group, angle: (starts[g] ?? 0) + (spans[g] ?? 0) / 2 })),
    { inner: centerRadius, ring, dots },
  )
  if (!pills) return null
  const leaves = groups.flatMap((group, g) => {
    const share = shares[g] ?? 0
    const pill = pills[g]
    const drawn = share < group.rows.length ? share - 1 : share
    const rows = withStemsFirst(spreadRows(group.rows, drawn))
    const texts = withoutSharedStems(rows.map((row) => row.text))
    return Array.from({ length: share }, (_unused, at) => {
      const leafAngle = (starts[g] ?? 0) + (at + 1) * step
      const row = rows[at] ?? null
      const path = curve([pill?.x ?? 0, pill?.y ?? 0], pill?.angle ?? leafAngle, leafAngle, ring)
      const content = { row, text: texts[at] ?? '', more: row ? 0 : group.rows.length - drawn }
      return leafAt(frame, leafAngle, group.name, content, path)
    })
  })
  const seedSize = 14
  return {
    mode: 'all',
    width,
    height,
    fontSize,
    center: { radius: px(centerRadius), lines: wrapText(seed, seedSize, centerRadius * 1.7, 3), fontSize: seedSize },
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
  const centerRadius = Math.min(54, ring * 0.5)
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
    const [x, y] = polar(centerRadius, aim)
    return leafAt(frame, angle, group.name, { row, text: row.text, more: 0 }, curve([x, y], aim, angle, ring))
  })
  return {
    mode: 'group',
    width,
    height,
    fontSize,
    center: { radius: px(centerRadius), lines: wrapText(group.name, 18, centerRadius * 1.7, 2), fontSize: 18 },
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

/**
 * Places each pill at its group's middle angle, as close to the center as possible without overlapping other pills or dots.
 * Returns null when one doesn't fit.
 */
function positionPills(
  positions: { group: WheelGroup; angle: number }[],
  { inner, ring, dots }: { inner: number; ring: number; dots: [number, number][] },
): WheelPill[] | null {
  const placed: WheelPill[] = []
  const nearest = inner + 22
  const farthest = ring - biggestDot
  const fits = (pill: WheelPill) =>
    placed.every((other) => clear(pill, other, 3)) &&
    dots.every(([x, y]) => clear(pill, { x, y, width: 2 * biggestDot, height: 2 * biggestDot }, 2)) &&
    awayFromCenter(pill, inner + 3)
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

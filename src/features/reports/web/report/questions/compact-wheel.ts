import { wrapText } from './text-width.ts'
import {
  awayFromCenter,
  clear,
  dotScale,
  fontSize,
  labelGap,
  pillBox,
  polar,
  px,
  type WheelLayout,
  type WheelOptions,
  type WheelPill,
  type WheelSpeck,
} from './wheel-parts.ts'

// Line from a group's outermost dot to its name.
function stalk(pill: WheelPill, from: number) {
  const distance = Math.hypot(pill.x, pill.y)
  if (distance <= from) return ''
  return `M${px((pill.x / distance) * from)} ${px((pill.y / distance) * from)}L${pill.x} ${pill.y}`
}

/** Compact mode for phones, without labels: group names at the edge, every row as a dot between them and the center. */
export function compactWheel({ seed, groups, width, figure }: WheelOptions): WheelLayout {
  const radius = width / 2
  const outer = radius - 14
  const total = groups.reduce((sum, group) => sum + Math.sqrt(group.rows.length) + 1.2, 0)
  const scale = dotScale(groups, figure)
  const centerRadius = Math.min(40, radius * 0.22)
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
      for (let at = outer; at > centerRadius + 20 && !best; at -= 2) {
        const pill = pillBox(group, middle + aside, at)
        const inside = Math.abs(pill.x) + pill.width / 2 <= radius - 1 && Math.abs(pill.y) + 12 <= radius - 1
        if (inside && awayFromCenter(pill, centerRadius + 3) && pills.every((other) => clear(pill, other, 2)))
          best = pill
      }
    if (best) pills.push(best)
  }
  const cell = 7.4
  const outermost = new Map<string, number>()
  for (const { group, span, middle } of spans) {
    let at = 0
    for (let ring = centerRadius + 10; ring < outer - 12 && at < group.rows.length; ring += cell) {
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
    center: { radius: px(centerRadius), lines: wrapText(seed, 12, centerRadius * 1.7, 3), fontSize: 12 },
    pills: pills.map((pill) => ({ ...pill, path: stalk(pill, (outermost.get(pill.name) ?? centerRadius) + cell) })),
    leaves: [],
    specks,
    labelGap,
    pages: 1,
  }
}

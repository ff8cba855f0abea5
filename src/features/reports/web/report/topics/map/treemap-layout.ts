import { hierarchy, treemap, treemapDice, treemapSlice, treemapSquarify } from 'd3-hierarchy'
import type { Cluster } from '../../../../contract.ts'
import { textWidth, wrapText } from '../../questions/text-width.ts'

/** Where topics are on the map. Pure, because the map is also drawn on the server. */

export type SizeBy = 'volume' | 'keywords'
export type Rect = { x: number; y: number; width: number; height: number }
export type Label = { lines: string[]; fontSize: number; hasFigure: boolean; hasNote: boolean }

/** `parent`: a frame with a title. `topic`: a topic or a keyword alone. `more`: topics too small for a name, or all keywords alone. */
export type MapBox = Rect &
  (
    | { kind: 'parent'; topic: Cluster; title: string[] }
    | { kind: 'topic'; topic: Cluster; label: Label; isUnsized: boolean }
    | { kind: 'more'; topics: Cluster[]; parent: Cluster | null; isStandalone?: boolean }
  )

export const titleSize = 12.5
/** Of a parent's title, by its number of lines. */
export const titleHeights = [24, 24, 39]
const gap = 2
const groupGap = 8
const padding = { x: 6, y: 5 }
const noteSize = 11
const lineHeight = 1.2
const minBox = 60 * 30
/** What a pointer can hit (WCAG 2.5.8). */
const minSide = 24
const maxRestShare = 0.2
/** Narrower maps draw parents without their topics. */
export const minWidthOfLevels = 480

/** Sizes without a figure are drawn at the smallest size, and hatched. */
export const getSize = (topic: Cluster, by: SizeBy) => (by === 'volume' ? (topic.volume ?? 0) : topic.keywords)

/**
 * Parents with their topics, or topics alone. Parents too small for their title get more room; topics too small for
 * their name are put together in one box, so that every label can be read.
 */
export function layoutMap(clusters: readonly Cluster[], by: SizeBy, width: number, height: number): MapBox[] {
  const parents = clusters.filter(({ kind }) => kind === 'parent')
  const whole = { x: 0, y: 0, width, height }
  if (parents.length === 0) return layoutTopics(clusters, by, whole, null)
  // A phone has room for one level.
  if (width < minWidthOfLevels)
    return layoutTopics(
      clusters.filter(({ parent_id }) => parent_id === null),
      by,
      whole,
      null,
    )
  const childrenByParent = Map.groupBy(
    clusters.filter(({ kind }) => kind !== 'parent'),
    ({ parent_id }) => parent_id,
  )
  const orphans = childrenByParent.get(null) ?? []
  const alone = orphans.filter(({ kind }) => kind === 'standalone')
  const withoutParent = orphans.filter(({ kind }) => kind !== 'standalone')
  const groups = [
    ...parents.map((topic) => ({ topic, children: childrenByParent.get(topic._id) ?? [] })),
    ...(withoutParent.length > 0 ? [{ topic: null, children: withoutParent }] : []),
    ...(alone.length > 0 ? [{ topic: null, children: alone }] : []),
  ]
  const sizes = groups.map(({ children }) => sum(children.map((topic) => getSize(topic, by))))
  const minSize = (sum(sizes) || groups.length) / (groups.length * 6)
  const fits = (rect: Rect, at: number) => {
    const name = groups[at]!.topic?.name ?? ''
    const title = getTitle(name, rect)
    return rect.width >= 56 && rect.height >= titleHeights[title.length]! + 30 && title.join(' ') === toOneLine(name)
  }
  const rects = tileUntil(
    sizes.map((size) => Math.max(size, minSize)),
    whole,
    groupGap,
    fits,
    50,
  )
  return groups.flatMap(({ topic, children }, at): MapBox[] => {
    const rect = rects[at]!
    if (children === alone) return [{ kind: 'more', topics: alone, parent: null, isStandalone: true, ...rect }]
    if (!topic) return layoutTopics(children, by, rect, null)
    const title = getTitle(topic.name, rect)
    const taken = titleHeights[title.length]!
    const inside = { ...rect, y: rect.y + taken, height: rect.height - taken }
    return [{ kind: 'parent', topic, title, ...rect }, ...layoutTopics(children, by, inside, topic)]
  })
}

const toOneLine = (name: string) => name.trim().replace(/\s+/g, ' ')

/** A parent's name in one line, or two where one is too short and there's room. */
function getTitle(name: string, { width, height }: Rect): string[] {
  const maxLines = height >= titleHeights[2]! + 30 ? 2 : 1
  return wrapText(name, titleSize, width - 4, maxLines, true)
}

/** Topics in a rectangle, the largest first; those whose name doesn't fit are one box at the end. */
export function layoutTopics(topics: readonly Cluster[], by: SizeBy, rect: Rect, parent: Cluster | null): MapBox[] {
  const sorted = topics.toSorted((a, b) => getSize(b, by) - getSize(a, by) || b.keywords - a.keywords)
  const total = sum(sorted.map((topic) => getSize(topic, by)))
  const minSize = (total || 1) * Math.min(0.2, minBox / (rect.width * rect.height))
  let count = Math.min(sorted.length, Math.max(1, Math.floor((rect.width * rect.height) / minBox)))
  for (;;) {
    const shown = sorted.slice(0, count)
    const rest = sorted.slice(count)
    // What has no size gets the smallest box, so that it's there.
    const sizes = shown.map((topic) => Math.max(getSize(topic, by), minSize))
    // Most of the area is for what can be read.
    const restSize = Math.min(sum(rest.map((topic) => getSize(topic, by))), sum(sizes) * maxRestShare)
    if (rest.length > 0) sizes.push(Math.max(restSize, minSize))
    const fits = (box: Rect, at: number) =>
      at < count ? fitLabel(shown[at]!, by, box) !== null : fitsMore(box, rest.length)
    const rects = tileUntil(sizes, rect, gap, fits, 18, sizes.length <= 5)
    if (!rects.every(fits) && count > 1) {
      count -= Math.max(1, Math.floor(count / 10))
      continue
    }
    const isStandalone = rest.every(({ kind, parent_id }) => kind === 'standalone' && parent_id === null)
    // A title with a number says more than part of a name.
    if (parent && !fits(rects[0]!, 0)) return [{ kind: 'more', topics: sorted, parent, ...rect }]
    return [
      ...shown.map(
        (topic, at): MapBox => ({
          kind: 'topic',
          topic,
          label: fitLabel(topic, by, rects[at]!) ?? cutLabel(topic, rects[at]!),
          isUnsized: getSize(topic, by) === 0,
          ...rects[at]!,
        }),
      ),
      ...(rest.length > 0 ? [{ kind: 'more' as const, topics: rest, parent, isStandalone, ...rects.at(-1)! }] : []),
    ]
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const fitsMore = ({ width, height }: Rect, count: number) =>
  width >= textWidth(`+${count}`, noteSize, true) + 2 * padding.x && height >= minSide

/** Most of the area that is given to rectangles on top of their size. */
const maxEnlarged = 0.5

/** Tiles again with more room for the rectangles that are too small, as long as that helps and sizes can still be compared. */
function tileUntil(
  sizes: readonly number[],
  rect: Rect,
  between: number,
  fits: (rect: Rect, at: number) => boolean,
  rounds: number,
  isFew = false,
): Rect[] {
  const total = sum(sizes)
  // A few boxes may stand in one row or column, when their names fit there without more room.
  for (const way of isFew ? [treemapSquarify, treemapSlice, treemapDice] : []) {
    const rects = tile(sizes, rect, between, way)
    if (rects.every(fits)) return rects
  }
  let tried = [...sizes]
  let rects = tile(tried, rect, between)
  for (let round = 0; round < rounds && !rects.every(fits); round++) {
    const before = rects
    tried = inOrder(
      tried.map((size, at) => (fits(before[at]!, at) ? size : size * 1.2)),
      sizes,
    )
    if (sum(tried) > total * (1 + maxEnlarged)) break
    rects = tile(tried, rect, between)
  }
  return rects
}

/** Raises sizes so that none is smaller than one that began smaller: areas would say the opposite of the figures. */
function inOrder(raised: number[], sizes: readonly number[]): number[] {
  // Of sizes raised to the same minimum, the later ones began smaller.
  const bySize = [...sizes.keys()].sort((a, b) => sizes[a]! - sizes[b]! || b - a)
  let minSize = 0
  for (const at of bySize) {
    minSize = Math.max(minSize, raised[at]!)
    raised[at] = minSize
  }
  return raised
}

/** Rectangles with areas by size, in the order of `sizes`. */
function tile(
  sizes: readonly number[],
  { x, y, width, height }: Rect,
  between: number,
  way: typeof treemapSlice = treemapSquarify,
): Rect[] {
  type Node = { size?: number; at?: number; children?: Node[] }
  const root = hierarchy<Node>({ children: sizes.map((size, at) => ({ size, at })) })
    .sum((node) => node.size ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || (a.data.at ?? 0) - (b.data.at ?? 0))
  const rects: Rect[] = []
  for (const leaf of treemap<Node>().tile(way).size([width, height]).paddingInner(between).round(true)(root).leaves())
    if (leaf.data.at !== undefined)
      rects[leaf.data.at] = { x: x + leaf.x0, y: y + leaf.y0, width: leaf.x1 - leaf.x0, height: leaf.y1 - leaf.y0 }
  return rects
}

/** The largest setting of a name that fits whole into a rectangle, with its figures where there is room; null when none does. */
export function fitLabel(topic: Cluster, by: SizeBy, { width, height }: Rect): Label | null {
  if (width < minSide || height < minSide) return null
  const room = width - 2 * padding.x
  const tall = height - 2 * padding.y
  const biggest = Math.min(15, Math.max(11, Math.sqrt(width * height) / 9))
  for (const fontSize of [15, 13.5, 12.5, 11.5, 11].filter((size) => size <= biggest))
    for (const maxLines of [1, 2, 3]) {
      const used = maxLines * fontSize * lineHeight
      if (used > tall) break
      const lines = wrapText(topic.name, fontSize, room, maxLines, true)
      if (lines.join(' ') !== toOneLine(topic.name)) continue
      const taken = lines.length * fontSize * lineHeight
      const figureFits = getSize(topic, by) > 0 && taken + noteSize * lineHeight <= tall && room >= 38
      const noteFits = figureFits && taken + 2 * noteSize * lineHeight <= tall && room >= 118
      return { lines, fontSize, hasFigure: figureFits, hasNote: noteFits }
    }
  return null
}

/** The one box there is shows as much of its name as fits. */
const cutLabel = (topic: Cluster, { width }: Rect): Label => ({
  lines: wrapText(topic.name, 11, Math.max(20, width - 2 * padding.x), 2, true),
  fontSize: 11,
  hasFigure: false,
  hasNote: false,
})

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest box in the direction of an arrow key, by the point where its label begins; sideways distance counts more. */
export function findBoxToward<Box extends Rect>(boxes: readonly Box[], from: Box, key: string): Box | undefined {
  const direction = directions[key]
  if (!direction) return key === 'Home' ? boxes[0] : key === 'End' ? boxes.at(-1) : undefined
  const [dx, dy] = direction
  let best: Box | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const box of boxes) {
    const along = (box.x - from.x) * dx + (box.y - from.y) * dy
    const aside = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx)
    if (box !== from && along > 1 && along + 2 * aside < shortest) {
      shortest = along + 2 * aside
      best = box
    }
  }
  return best
}

import { hierarchy, pack } from 'd3-hierarchy'
import type { Cluster } from '../contract.ts'
import { wrapText } from './text-width.ts'

export type TopicSize = { by: 'volume' | 'keywords'; legend: string; of: (cluster: Cluster) => number }

/** Volume where every cluster has one, so that sizes can be compared; else the number of keywords. */
export function topicSize(clusters: Cluster[]): TopicSize {
  return clusters.length > 0 && clusters.every((cluster) => cluster.volume !== null)
    ? { by: 'volume', legend: 'Circle size: known monthly searches', of: (cluster) => cluster.volume ?? 0 }
    : { by: 'keywords', legend: 'Circle size: number of keywords', of: (cluster) => cluster.keywords }
}

export type Topic = {
  cluster: Cluster
  x: number
  y: number
  radius: number
  /** Empty when the circle is too small for its name. */
  lines: string[]
  fontSize: number
  showFigure: boolean
}

/** Circles packed into width × height px, their area by size, their names fitted inside. */
export function topicLayout(clusters: Cluster[], width: number, height: number, size: TopicSize): Topic[] {
  const least = Math.max(1, ...clusters.map(size.of)) / 400
  const root = hierarchy<{ children?: Cluster[] } | Cluster>({ children: clusters })
    .sum((node) => ('_id' in node ? Math.max(least, size.of(node)) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const packed = pack<{ children?: Cluster[] } | Cluster>().size([width, height]).padding(4)(root)
  return packed.leaves().flatMap((leaf) => {
    if (!('_id' in leaf.data)) return []
    return [{ cluster: leaf.data, x: leaf.x, y: leaf.y, radius: leaf.r, ...nameIn(leaf.data.name, leaf.r) }]
  })
}

// Newsreader runs narrower than Inter, whose widths are known.
const serifWidth = 0.87

/** The largest setting of a name, in up to four lines, that stays inside a circle; the figure under it where it fits. */
export function nameIn(name: string, radius: number) {
  const sizes = [20, 17, 15, 13, 12, 11, 10].filter((size) => size <= Math.max(11, radius * 0.3))
  for (const showFigure of radius > 24 ? [true, false] : [false])
    for (const fontSize of sizes)
      for (const most of [1, 2, 3, 4]) {
        const half = (most * fontSize * 1.15 + (showFigure ? 15 : 0)) / 2
        if (half >= radius - 4) continue
        const room = 2 * Math.sqrt((radius - 4) ** 2 - half ** 2)
        const lines = wrapText(name, fontSize * serifWidth, room, most)
        if (lines.join(' ') === name) return { lines, fontSize, showFigure }
      }
  return { lines: [], fontSize: 11, showFigure: false }
}

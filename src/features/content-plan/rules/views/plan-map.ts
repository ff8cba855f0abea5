import type { MapItem } from '../../contract-filters.ts'
import type { PlanLink } from '../../contract-item.ts'

/** The map of a plan: pillars on the left, their spokes beside them, and the links as curves between the rows. Pure. */

export const rowHeight = 34
export const groupGap = 14
/** Plans up to this many items show all spokes at first. */
const maxOpenItems = 60
/** More curves than this would be a tangle: then only those of the selected item are drawn. */
export const maxCurves = 150

export type MapGroup = { id: string; pillar: MapItem | null; spokes: MapItem[] }

/** Spokes without a pillar, or whose pillar isn't on the map, are a group of their own, at the end. */
export const looseGroup = 'loose'

export function groupItems(items: readonly MapItem[]): MapGroup[] {
  const groups = new Map<string, MapGroup>()
  for (const item of items) if (item.role === 'pillar') groups.set(item._id, { id: item._id, pillar: item, spokes: [] })
  const loose: MapGroup = { id: looseGroup, pillar: null, spokes: [] }
  for (const item of items) if (item.role === 'spoke') (groups.get(item.parent_id ?? '') ?? loose).spokes.push(item)
  return [...groups.values(), ...(loose.spokes.length > 0 ? [loose] : [])]
}

/** Ids of the groups that are open at first: all of a small plan, the first ones of a large plan. */
export function getOpenGroups(groups: readonly MapGroup[]): Set<string> {
  const open = new Set<string>()
  let items = 0
  for (const { id, spokes } of groups) {
    items += spokes.length + 1
    if (open.size > 0 && items > maxOpenItems) break
    open.add(id)
  }
  return open
}

export type MapRow = { id: string; groupId: string; item: MapItem | null; column: 'pillar' | 'spoke'; y: number }

/** Where each row is: the middle of its line, from the top. A closed group has only its pillar's row. */
export function placeRows(groups: readonly MapGroup[], open: ReadonlySet<string>) {
  const rows: MapRow[] = []
  const tops = new Map<string, number>()
  let top = 0
  for (const { id, pillar, spokes } of groups) {
    tops.set(id, top)
    const middle = (index: number) => top + index * rowHeight + rowHeight / 2
    rows.push({ id, groupId: id, item: pillar, column: 'pillar', y: middle(0) })
    const shown = open.has(id) ? spokes : []
    for (const [index, item] of shown.entries())
      rows.push({ id: item._id, groupId: id, item, column: 'spoke', y: middle(index) })
    top += Math.max(1, shown.length) * rowHeight + groupGap
  }
  return { rows, tops, height: Math.max(rowHeight, top - groupGap) }
}

/** Links between two rows in either direction, as one curve. */
export type MapCurve = { key: string; a: MapRow; b: MapRow; set: number; total: number }

/** The curves between the rows that are shown. A link of an item in a closed group ends at the group's pillar. */
export function getCurves(
  groups: readonly MapGroup[],
  rows: readonly MapRow[],
  links: readonly PlanLink[],
): MapCurve[] {
  const shown = new Map(rows.map((row) => [row.id, row]))
  const standIns = new Map<string, MapRow>()
  for (const { id, spokes } of groups) for (const { _id } of spokes) standIns.set(_id, shown.get(_id) ?? shown.get(id)!)
  const getRow = (itemId: string) => standIns.get(itemId) ?? shown.get(itemId)
  const curves = new Map<string, MapCurve>()
  for (const { from, to, state } of links) {
    const [a, b] = [getRow(from), getRow(to)].sort((x, y) => (x?.id ?? '').localeCompare(y?.id ?? ''))
    if (!a || !b || a === b) continue
    const key = `${a.id} ${b.id}`
    const curve = curves.get(key) ?? { key, a, b, set: 0, total: 0 }
    curve.total++
    if (state === 'set') curve.set++
    curves.set(key, curve)
  }
  return [...curves.values()]
}

export type MapColumns = { pillarEnd: number; spokeStart: number; spokeEnd: number; width: number }

/** The SVG path of a curve: across the gap between pillars and spokes, otherwise an arc beside rows of one column. */
export function getPath({ a, b }: MapCurve, { pillarEnd, spokeStart, spokeEnd, width }: MapColumns): string {
  if (a.column !== b.column) {
    const [pillar, spoke] = a.column === 'pillar' ? [a, b] : [b, a]
    const middle = (pillarEnd + spokeStart) / 2
    return `M${pillarEnd} ${pillar.y}C${middle} ${pillar.y} ${middle} ${spoke.y} ${spokeStart} ${spoke.y}`
  }
  const [start, room] = a.column === 'pillar' ? [pillarEnd, spokeStart - pillarEnd] : [spokeEnd, width - spokeEnd]
  const bulge = Math.min(room - 4, 14 + Math.abs(a.y - b.y) / 5)
  // A cubic curve reaches three quarters of the way to its control points.
  const x = Math.round(start + bulge * (4 / 3))
  return `M${start} ${a.y}C${x} ${a.y} ${x} ${b.y} ${start} ${b.y}`
}

export const touches = (curve: MapCurve, rowId: string | null) => curve.a.id === rowId || curve.b.id === rowId

/** Where an arrow key leads from a row of the tree. Null: nowhere else. */
export function getNextRow(rows: readonly MapRow[], id: string, key: string): string | null {
  const index = rows.findIndex((row) => row.id === id)
  const row = rows[index]
  if (!row) return null
  if (key === 'ArrowDown') return rows[index + 1]?.id ?? null
  if (key === 'ArrowUp') return rows[index - 1]?.id ?? null
  if (key === 'Home') return rows[0]!.id
  if (key === 'End') return rows.at(-1)!.id
  if (key === 'ArrowLeft') return row.column === 'spoke' ? row.groupId : null
  const next = rows[index + 1]
  return key === 'ArrowRight' && row.column === 'pillar' && next?.groupId === row.id ? next.id : null
}

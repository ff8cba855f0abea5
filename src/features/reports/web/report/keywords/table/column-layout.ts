import { type ColumnId, columnIds, columns } from './table-model.ts'

/** Which columns a table shows, in which order and how wide. Stored with the account, so names may be of another version. */

export type ColumnWidths = Partial<Record<ColumnId, number>>

export const minColumnWidth = 48
export const maxColumnWidth = 900
/** Width of the column with the checkboxes. */
const pickWidth = 34
const gap = 10

const isColumn = (name: string): name is ColumnId => (columnIds as readonly string[]).includes(name)

/** Stored names in their order, without unknown and repeated ones, the keyword first; null when none is left. */
export function readColumns(names: readonly string[] | undefined): ColumnId[] | null {
  const known = [...new Set(names ?? [])].filter(isColumn)
  return known.length > 0 ? ['text', ...known.filter((name) => name !== 'text')] : null
}

/** Stored widths within the limits, without unknown names. */
export const readWidths = (widths: Record<string, unknown> | undefined): ColumnWidths =>
  Object.fromEntries(
    Object.entries(widths ?? {}).flatMap(([name, width]) =>
      isColumn(name) && typeof width === 'number' && Number.isFinite(width) ? [[name, limitWidth(width)]] : [],
    ),
  )

export const limitWidth = (width: number) => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)))

/** The columns with one moved to the place of another. The keyword stays first. */
export function moveColumn(shown: readonly ColumnId[], moved: ColumnId, to: ColumnId): ColumnId[] {
  if (moved === 'text' || to === 'text' || moved === to) return [...shown]
  const index = shown.indexOf(to)
  const rest = shown.filter((name) => name !== moved)
  return index < 0 ? [...shown] : [...rest.slice(0, index), moved, ...rest.slice(index)]
}

/** The columns with one moved a step to the left (-1) or to the right (1). */
export function stepColumn(shown: readonly ColumnId[], moved: ColumnId, step: -1 | 1): ColumnId[] {
  const to = shown[shown.indexOf(moved) + step]
  return to ? moveColumn(shown, moved, to) : [...shown]
}

/** The columns with one more, at its usual place among those it follows, or without one. */
export function toggleColumn(shown: readonly ColumnId[], name: ColumnId, on: boolean): ColumnId[] {
  if (!on) return shown.filter((other) => other !== name)
  if (shown.includes(name)) return [...shown]
  const before = columnIds
    .slice(0, columnIds.indexOf(name))
    .toReversed()
    .find((other) => shown.includes(other))
  const at = before ? shown.indexOf(before) + 1 : shown.length
  return [...shown.slice(0, at), name, ...shown.slice(at)]
}

/** The columns as a CSS grid, after the one with the checkboxes. The keyword takes the room that is left, unless it was dragged. */
export function getColumnGrid(shown: readonly ColumnId[], widths: ColumnWidths) {
  const getWidth = (name: ColumnId) => widths[name] ?? columns[name].width
  const template = shown.map((name) =>
    name === 'text' && widths.text === undefined ? `minmax(${columns.text.width}px, 1fr)` : `${getWidth(name)}px`,
  )
  return {
    template: [`${pickWidth}px`, ...template].join(' '),
    minWidth: pickWidth + shown.reduce((sum, name) => sum + getWidth(name), 0) + shown.length * gap + 12,
  }
}

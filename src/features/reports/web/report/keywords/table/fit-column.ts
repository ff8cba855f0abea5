import { limitWidth } from './column-layout.ts'
import { type ColumnId, columns, type TableRow } from './table-model.ts'

/** Room for what stands beside the text: a bar, a chip's edges, the arrow of a sorted header. */
const beside = 26
const fixedWidths: Partial<Record<ColumnId, number>> = { monthly: 76, sources: 124 }

/** Width in px that a column needs to show the loaded rows without cutting them. */
export function getFittingWidth(name: ColumnId, rows: readonly TableRow[]): number {
  const fixed = fixedWidths[name]
  const context = document.createElement('canvas').getContext('2d')
  if (fixed !== undefined || !context) return fixed ?? columns[name].width
  context.font = `500 13px ${getComputedStyle(document.body).fontFamily}`
  const texts = [columns[name].label, ...rows.map(columns[name].show)]
  return limitWidth(Math.max(...texts.map((text) => context.measureText(text).width)) + beside)
}

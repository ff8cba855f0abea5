// biome-ignore-all lint/a11y/useSemanticElements: a separator that is dragged isn't a line between paragraphs.
import { type PointerEvent, useRef } from 'react'
import { limitWidth } from './column-layout.ts'
import { type ColumnId, columns } from './table-model.ts'

export type ColumnResizerProps = {
  column: ColumnId
  /** Shows the width while it's dragged. */
  onDrag: (width: number) => void
  onWidth: (width: number) => void
  /** Makes the column as wide as its contents need. */
  onFit: () => void
}

/** The edge of a column's header: dragged it sets the width, double-clicked it fits the column to its contents. */
export function ColumnResizer({ column, onDrag, onWidth, onFit }: ColumnResizerProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const getWidth = (event: PointerEvent) =>
    limitWidth((start.current?.width ?? 0) + event.clientX - (start.current?.x ?? 0))
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${columns[column].label}`}
      title="Drag to resize, double-click to fit"
      className="group/edge absolute inset-y-0 -right-2 z-10 w-3 cursor-col-resize touch-none"
      // The header around it can be dragged too.
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const header = event.currentTarget.parentElement
        start.current = { x: event.clientX, width: header?.getBoundingClientRect().width ?? columns[column].width }
      }}
      onPointerMove={(event) => start.current && onDrag(getWidth(event))}
      onPointerUp={(event) => {
        // A press without a drag is half of a double click.
        if (start.current && event.clientX !== start.current.x) onWidth(getWidth(event))
        start.current = null
      }}
      onDoubleClick={onFit}
    >
      <span className="mx-auto block h-full w-px bg-transparent group-hover/edge:bg-accent group-active/edge:bg-accent" />
    </span>
  )
}

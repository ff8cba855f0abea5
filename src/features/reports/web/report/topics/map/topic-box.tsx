import { useState } from 'react'
import { cx } from '#ui/class-names.ts'
import type { TopicDrag } from '../topic-drag.ts'
import { getDragHandlers } from '../topic-list.tsx'
import type { ColorBy } from './topic-colors.ts'
import { BoxContent, getBoxLook, getBoxName } from './topic-drawing.tsx'
import type { MapBox, SizeBy } from './treemap-layout.ts'

export type TopicBoxProps = {
  id: string
  box: MapBox
  /** Width of the map in px, as it was laid out. */
  mapWidth: number
  by: SizeBy
  colorBy: ColorBy
  isOpen: boolean
  isTabStop: boolean
  onFocus: () => void
  onActivate: () => void
  drag: TopicDrag | null
}

/** One box of the map, to select, and to drag topics onto. */
export function TopicBox({
  id,
  box,
  mapWidth,
  by,
  colorBy,
  isOpen,
  isTabStop,
  onFocus,
  onActivate,
  drag,
}: TopicBoxProps) {
  const [isTarget, setTarget] = useState(false)
  const { className, style } = getBoxLook(box, mapWidth, isOpen || isTarget, colorBy)
  const isTopic = box.kind === 'topic'
  const dragging = isTopic
    ? { draggable: drag !== null && box.topic.kind !== 'parent', ...getDragHandlers(drag, box.topic, setTarget) }
    : box.kind === 'parent' && drag
      ? getDragHandlers(drag, box.topic, setTarget)
      : {}
  return (
    <button
      type="button"
      data-box={id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onActivate}
      {...dragging}
      aria-pressed={isTopic ? isOpen : undefined}
      title={isTopic ? getBoxName(box) : undefined}
      className={cx(
        className,
        box.kind === 'parent' && 'hover:underline',
        box.kind === 'parent' && isTarget && 'bg-accent-wash outline-1 outline-accent',
      )}
      style={style}
    >
      <BoxContent box={box} by={by} name={isTopic ? getBoxName(box) : `${getBoxName(box)}. Zooms in.`} />
    </button>
  )
}

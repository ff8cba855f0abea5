// biome-ignore-all lint/a11y/useSemanticElements: HTML elements can't be in an SVG that is saved as a file.
import { type KeyboardEvent, type Ref, useMemo } from 'react'
import { cx } from '#ui/class-names.ts'
import type { PaaNode } from '../../../rules/questions/paa-tree.ts'
import { layOutPaaTree, type PaaBox, paaFontSize, topicFontSize } from './paa-layout.ts'

export type PaaDrawingProps = {
  topic: string
  roots: PaaNode[]
  /** Id of the opened question. */
  opened: string
  onOpen: (id: string) => void
  ref?: Ref<SVGSVGElement>
}

/** The tree from left to right. Tab reaches the opened question, arrow keys move: → deeper, ← back, ↑↓ within a level. */
export function PaaDrawing({ topic, roots, opened, onOpen, ref }: PaaDrawingProps) {
  const { boxes, links, width, height } = useMemo(() => layOutPaaTree(topic, roots), [topic, roots])
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, id: string) => {
    const to = getNext(boxes, id, event.key)
    if (to === null) return
    event.preventDefault()
    onOpen(to)
    event.currentTarget.ownerSVGElement?.querySelector<SVGGElement>(`[data-key="${to}"]`)?.focus()
  }
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={`People Also Ask for ${topic}`}
      className="block max-w-none overflow-visible"
      data-paa-tree
    >
      {links.map((path) => (
        <path key={path} d={path} fill="none" strokeWidth={1.2} className="stroke-line-2" />
      ))}
      {boxes.map((box) =>
        box.node ? (
          <g
            key={box.id}
            data-key={box.id}
            role="button"
            aria-pressed={box.id === opened}
            tabIndex={box.id === opened ? 0 : -1}
            className="group cursor-pointer outline-none"
            onClick={() => onOpen(box.id)}
            onKeyDown={(event) => onKeyDown(event, box.id)}
          >
            <Box box={box} opened={box.id === opened} />
          </g>
        ) : (
          <Topic key="topic" box={box} />
        ),
      )}
    </svg>
  )
}

function Topic({ box }: { box: PaaBox }) {
  return (
    <g>
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={8} className="fill-ink" />
      {box.lines.map((line, at) => (
        <text
          key={line}
          x={box.x + box.width / 2}
          y={box.y + 26 + at * 22}
          textAnchor="middle"
          fontSize={topicFontSize}
          className="fill-paper font-serif font-medium"
        >
          {line}
        </text>
      ))}
    </g>
  )
}

function Box({ box, opened }: { box: PaaBox; opened: boolean }) {
  return (
    <>
      <title>{box.node?.text}</title>
      <rect
        x={box.x + 0.5}
        y={box.y + 0.5}
        width={box.width - 1}
        height={box.height - 1}
        rx={6}
        strokeWidth={opened ? 1.6 : 1}
        className={cx(
          opened ? 'fill-accent-wash stroke-accent' : 'fill-panel stroke-line-2 group-hover:stroke-mark',
          'group-focus-visible:stroke-accent group-focus-visible:[stroke-width:2.5px]',
        )}
      />
      {box.lines.map((line, at) => (
        <text
          key={line}
          x={box.x + 10}
          y={box.y + 20 + at * 17}
          fontSize={paaFontSize}
          className={opened ? 'fill-accent-ink font-[550]' : 'fill-ink'}
        >
          {line}
        </text>
      ))}
    </>
  )
}

/** The question an arrow key leads to; null where there is none. */
export function getNext(boxes: readonly PaaBox[], id: string, key: string): string | null {
  const has = (other: string) => boxes.some((box) => box.node && box.id === other)
  if (key === 'ArrowRight') return has(`${id}.0`) ? `${id}.0` : null
  if (key === 'ArrowLeft') return id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const level = id.split('.').length
  const column = boxes.filter((box) => box.node && box.id.split('.').length === level).sort((a, b) => a.y - b.y)
  const at = column.findIndex((box) => box.id === id)
  return column[at + (key === 'ArrowDown' ? 1 : -1)]?.id ?? null
}

// biome-ignore-all lint/a11y/useSemanticElements: HTML has no tree; the roles say what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree takes the focus and names the active line.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree handles every key.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { usePrinting } from '#ui/hooks/use-printing.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import type { Row } from '../../../contract.ts'
import { RowFigure } from '../../phrase-group.tsx'
import { byMeasure, getMeasure, type Measure } from '../../volume-notes.ts'
import { RowsOnPaper } from '../keywords/table/print-rows.tsx'
import { getSize, type TreeLine, type TreeNode, toLines, toTree } from './tree-model.ts'

export type QuestionTreeProps = {
  rows: Row[]
  questionId?: string | null
  onQuestion?: (row: Row) => void
  label?: string
  height?: string
}

const lineHeight = 30

/**
 * Questions as a tree: question words, then questions, then questions found by expanding them. Arrow keys work as in any tree,
 * * expands all siblings, letters jump. Only visible lines are rendered.
 */
export function QuestionTree({
  rows,
  questionId,
  onQuestion,
  label = 'Questions',
  height = 'min(72vh, 760px)',
}: QuestionTreeProps) {
  const id = useId()
  const printing = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const measure = useMemo(() => getMeasure(rows), [rows])
  const tree = useMemo(() => toTree(byMeasure(rows, measure)), [rows, measure])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(tree.slice(0, 1).map((node) => node.id)))
  const [active, setActive] = useState<string | null>(null)
  const lines = useMemo(() => toLines(tree, open), [tree, open])
  const at = Math.max(
    0,
    lines.findIndex((line) => line.node.id === active),
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
    initialRect: { width: 700, height: 720 },
  })

  const setOpenAt = (ids: string[], on: boolean) =>
    setOpen((old) => {
      const next = new Set(old)
      for (const one of ids)
        if (on) next.add(one)
        else next.delete(one)
      return next
    })
  const go = (index: number) => {
    const line = lines[Math.min(lines.length - 1, Math.max(0, index))]
    if (!line) return
    setActive(line.node.id)
    virtual.scrollToIndex(lines.indexOf(line), { align: 'auto' })
  }
  const act = (line: TreeLine) => {
    setActive(line.node.id)
    if (line.node.row) onQuestion?.(line.node.row)
    else setOpenAt([line.node.id], !line.open)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[at]
    if (!line || event.metaKey || event.ctrlKey || event.altKey) return
    const { key } = event
    const hasChildren = line.node.children.length > 0
    if (key === 'ArrowDown') go(at + 1)
    else if (key === 'ArrowUp') go(at - 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(lines.length - 1)
    else if (key === 'ArrowRight')
      hasChildren && !line.open ? setOpenAt([line.node.id], true) : hasChildren && go(at + 1)
    else if (key === 'ArrowLeft') {
      if (line.open) setOpenAt([line.node.id], false)
      else if (line.parent) go(lines.findIndex((other) => other.node.id === line.parent))
    } else if (key === 'Enter' || key === ' ') act(line)
    else if (key === '*')
      setOpenAt(
        lines
          .filter((other) => other.parent === line.parent && other.node.children.length > 0)
          .map((other) => other.node.id),
        true,
      )
    else if (key.length === 1) {
      const order = [...lines.slice(at + 1), ...lines.slice(0, at)]
      const found = order.find((other) => other.node.label.toLowerCase().startsWith(key.toLowerCase()))
      if (found) go(lines.indexOf(found))
    } else return
    event.preventDefault()
  }

  const allOpen = tree.every((node) => open.has(node.id))
  return (
    <div className="min-w-0">
      <div className="mb-2 flex justify-end" data-screen-only>
        <Button
          size="s"
          variant="quiet"
          onClick={() =>
            setOpenAt(
              tree.map((node) => node.id),
              !allOpen,
            )
          }
        >
          {allOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        className="overflow-auto border-y border-line [contain:content] print:hidden"
        style={{ maxHeight: height }}
      >
        <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index]
            return (
              line && (
                <Line
                  key={line.node.id}
                  id={`${id}-${item.index}`}
                  line={line}
                  top={item.start}
                  active={item.index === at}
                  chosen={line.node.id === questionId}
                  by={measure.by}
                  onAct={act}
                />
              )
            )
          })}
        </div>
      </div>
      {printing && (
        <RowsOnPaper
          rows={tree.flatMap(getRows)}
          total={tree.flatMap(getRows).length}
          shown={['text', measure.by === 'popularity' ? 'popularity' : 'volume']}
          caption={label}
        />
      )}
    </div>
  )
}

const getRows = (node: TreeNode): Row[] => [...(node.row ? [node.row] : []), ...node.children.flatMap(getRows)]

type LineProps = {
  id: string
  line: TreeLine
  top: number
  active: boolean
  chosen: boolean
  by: Measure['by']
  onAct: (line: TreeLine) => void
}

function Line({ id, line, top, active, chosen, by, onAct }: LineProps) {
  const { node, level } = line
  const { row } = node
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={node.children.length > 0 ? line.open : undefined}
      aria-selected={chosen}
      onClick={() => onAct(line)}
      className={cx(
        'absolute inset-x-0 top-0 flex cursor-pointer items-center gap-1.5 border-b border-line pr-2',
        chosen ? 'bg-accent-wash' : 'hover:bg-well',
        active &&
          'in-[:focus-visible]:outline-2 in-[:focus-visible]:-outline-offset-2 in-[:focus-visible]:outline-accent',
      )}
      style={{ height: lineHeight, transform: `translateY(${top}px)`, paddingLeft: (level - 1) * 20 }}
    >
      <span className="grid w-6 shrink-0 place-items-center text-ink-3">
        {node.children.length > 0 && (
          <ChevronRight size={14} className={cx('transition-transform', line.open && 'rotate-90')} aria-hidden />
        )}
      </span>
      <span className={cx('min-w-0 truncate', row ? '' : 'subheading')}>{node.label}</span>
      {!row && <span className="text-xs text-ink-3">{formatCount(getSize(node))}</span>}
      <span className="flex-1" />
      {row && row.monthly.length > 1 && (
        <Sparkline className="max-sm:hidden" values={row.monthly.map((point) => point.v)} />
      )}
      {row && <RowFigure row={row} by={by} className="w-16" />}
    </div>
  )
}

import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { useTableSelection } from '../selection/use-table-selection.ts'
import type { TableRow } from './table-model.ts'
import type { RowsView } from './use-rows-view.ts'

type GridKeyboardOptions = {
  /** The rows' elements have the ids `<id>-<index>`. */
  id: string
  scroller: RefObject<HTMLDivElement | null>
  view: RowsView
  picked: ReturnType<typeof useTableSelection>
  /** Height of a row in px. */
  size: number
  /** Index of the active row, the one that Tab goes to. */
  active: number
  onActive: (index: number) => void
  scrollTo: (index: number) => void
  onPickAll: () => void
  onOpen?: (row: TableRow) => void
  /** Closes what is open. */
  onClose?: () => void
}

/** The active row and its keys: arrows move, Shift extends the selection, Space selects, Enter opens, ⌘A selects all. */
export function useGridKeyboard(options: GridKeyboardOptions) {
  const { id, scroller, view, picked, size, active, onActive, scrollTo, onPickAll, onOpen, onClose } = options
  // After the row is drawn: it may have been out of sight until now. The effect of an earlier drawing may come only now,
  // when another row is wanted already; that one is not drawn yet.
  const pendingFocus = useRef<number | null>(null)
  useEffect(() => {
    if (pendingFocus.current !== active) return
    pendingFocus.current = null
    focusRow(active)
  })
  const focusRow = (index: number) => document.getElementById(`${id}-${index}`)?.focus({ preventScroll: true })
  const activate = (index: number) => {
    if (index === active) return focusRow(active)
    pendingFocus.current = index
    onActive(index)
  }
  const moveTo = (index: number, extend: boolean) => {
    const next = Math.min(view.count - 1, Math.max(0, index))
    if (extend) {
      const from = picked.anchor ?? active
      picked.setAnchor(from)
      void view.range(from, next).then(picked.only)
    } else picked.setAnchor(null)
    activate(next)
    scrollTo(next)
  }
  const toggle = (index: number, range: boolean) => {
    const row = view.at(index)
    if (!row) return
    if (range && picked.anchor !== null) void view.range(picked.anchor, index).then((rows) => picked.set(rows, true))
    else picked.set([row], !picked.has(row._id))
    picked.setAnchor(index)
    activate(index)
  }
  const latest = useRef({ toggle, activate, onOpen })
  latest.current = { toggle, activate, onOpen }
  // Stable, so that rows already drawn are not drawn again while scrolling.
  const rowActions = useMemo(
    () => ({
      toggle: (index: number, range: boolean) => latest.current.toggle(index, range),
      focus: (index: number) => latest.current.activate(index),
      open: (row: TableRow) => latest.current.onOpen?.(row),
    }),
    [],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-row]')) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / size) - 2)
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: view.count - 1,
    }
    const to = moves[event.key]
    const mod = event.metaKey || event.ctrlKey
    if (to !== undefined) moveTo(to, event.shiftKey)
    else if (event.key === ' ') toggle(active, event.shiftKey)
    else if (event.key === 'a' && mod) onPickAll()
    else if (event.key === 'Escape' && onClose) onClose()
    else if (event.key === 'Escape' && picked.size > 0) picked.clear()
    else if (event.key === 'Enter') {
      const row = view.at(active)
      if (row) onOpen?.(row)
    } else return
    event.preventDefault()
  }
  return { rowActions, onKeyDown }
}

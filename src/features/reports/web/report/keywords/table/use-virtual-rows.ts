import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import type { RowsView } from './use-rows-view.ts'

/** Rows rendered and loaded beyond the visible ones. */
const overscan = 10
/** Rows loaded beyond those in the direction of scrolling, so that they are drawn once and not as placeholders first. */
const loadAhead = 200
/** Rows that a dragged scroll bar passes are loaded where it rests. */
const settleMs = 80
const headerHeight = 34

type VirtualRowsOptions = {
  scroller: RefObject<HTMLDivElement | null>
  view: RowsView
  /** Height of a row in px. */
  size: number
  narrow: boolean
  /** Index of the active row. */
  active: number
}

/** Which rows are drawn while scrolling. Loads the visible ones. */
export function useVirtualRows({ scroller, view, size, narrow, active }: VirtualRowsOptions) {
  const virtual = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan,
    // The active row stays drawn when it is scrolled out of sight: it may have the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return view.count === 0 || drawn.includes(active) ? drawn : [...drawn, active].sort((a, b) => a - b)
    },
    // What the server draws before anyone can measure.
    initialRect: { width: 1000, height: 680 },
    scrollPaddingStart: narrow ? 0 : headerHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height needs new positions.
  useEffect(() => virtual.measure(), [size])
  const items = virtual.getVirtualItems()
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - overscan)
  const last = Math.min(view.count - 1, (virtual.range?.endIndex ?? items.at(-1)?.index ?? 0) + overscan)
  const ahead = { forward: loadAhead, backward: -loadAhead, none: 0 }[virtual.scrollDirection ?? 'none']
  const seen = useRef({ first, last })
  useEffect(() => {
    const isJump = first > seen.current.last || last < seen.current.first
    seen.current = { first, last }
    if (!isJump) return view.see(first, last, ahead)
    const timer = setTimeout(() => view.see(first, last), settleMs)
    return () => clearTimeout(timer)
  }, [view, first, last, ahead])
  return {
    items,
    height: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }),
  }
}

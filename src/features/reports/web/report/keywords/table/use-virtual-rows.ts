import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import type { RowsView } from './use-rows-view.ts'

/** Rows rendered and loaded beyond the visible ones. */
const overscan = 10
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
  useEffect(() => view.see(first, last), [view, first, last])
  return {
    items,
    height: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }),
  }
}

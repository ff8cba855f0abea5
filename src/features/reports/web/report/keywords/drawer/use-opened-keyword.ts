import { type RefObject, useState } from 'react'
import { useWidth } from '#ui/hooks/use-size.ts'
import type { TableRow } from '../table/table-model.ts'
import type { RowsView } from '../table/use-rows-view.ts'

/** Below this width in px a table with details beside it would be too narrow. */
const roomyFrom = 900

/** The keyword whose details are shown. */
export type OpenedKeyword = {
  row: TableRow
  index: number
  count: number
  /** There is no room beside the table. */
  modal: boolean
  onStep: (step: -1 | 1) => void
  onClose: () => void
}

type OpenedContext = {
  section: RefObject<HTMLElement | null>
  view: RowsView
  /** Index of the active row: the one that is open, once one is. */
  at: number
  setActive: (index: number) => void
  isOffered: boolean
}

/** Whether details are open. They follow the active row. */
export function useOpenedKeyword({ section, view, at, setActive, isOffered }: OpenedContext) {
  const [isOpen, setOpen] = useState(false)
  const isRoomy = useWidth(section, 1100) >= roomyFrom
  const row = isOpen && isOffered ? view.at(at) : undefined
  const close = () => {
    setOpen(false)
    section.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true })
  }
  const opened: OpenedKeyword | null = row
    ? {
        row,
        index: at,
        count: view.count,
        modal: !isRoomy,
        onStep: (step) => setActive(Math.min(view.count - 1, Math.max(0, at + step))),
        onClose: close,
      }
    : null
  return { opened, isOpen, open: () => setOpen(true), close }
}

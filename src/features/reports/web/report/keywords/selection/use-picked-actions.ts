import type { ClipboardEvent } from 'react'
import { formatCount } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import {
  type ColumnId,
  type TableFilter,
  type TableRow,
  type TableSort,
  toLines,
  toSortParam,
  toTsv,
} from '../table/table-model.ts'
import type { RowSource, RowText } from '../table/use-rows-view.ts'
import type { useTableSelection } from './use-table-selection.ts'

type PickedContext = {
  picked: ReturnType<typeof useTableSelection>
  source: RowSource
  filter: TableFilter
  sort: TableSort | null
  /** The row with the focus. */
  active: TableRow | undefined
  shown: ColumnId[]
}

/** What is done with the picked rows, or with none picked, with the active one. */
export function usePickedActions({ picked, source, filter, sort, active, shown }: PickedContext) {
  const here = picked.rows.length > 0 ? picked.rows : active ? [active] : []
  /** All that match are loaded only now: they may be many. */
  const query = { filter, sort: toSortParam(sort) }
  const read = async () => (picked.isAll ? filterPicked(await source.loadAll(query)) : here)
  const readTexts = async () => (picked.isAll ? filterPicked(await source.loadTexts(query)) : here)
  const filterPicked = <T extends RowText>(rows: T[]) => rows.filter((row) => picked.has(row._id))
  const withPicked = (act: (rows: RowText[]) => void) => async () => {
    try {
      act(await readTexts())
    } catch {
      notify.failed('The selected keywords couldn’t be loaded.', { detail: 'Try again.' })
    }
  }
  const withPickedRows = (act: (rows: TableRow[]) => void) => async () => {
    try {
      act(await read())
    } catch {
      notify.failed('The selected keywords couldn’t be loaded.', { detail: 'Try again.' })
    }
  }
  const done = (rows: RowText[]) =>
    notify.done(`Copied ${formatCount(rows.length)} ${rows.length === 1 ? 'keyword' : 'keywords'}.`)
  const onCopy = (event: ClipboardEvent) => {
    if (!window.getSelection()?.isCollapsed) return
    event.preventDefault()
    if (picked.isAll) return void copy('table')
    event.clipboardData.setData('text/plain', toTsv(here, shown))
    done(here)
  }
  const copy = async (kind: 'keywords' | 'table') => {
    try {
      if (kind === 'keywords') {
        const texts = await readTexts()
        await navigator.clipboard.writeText(toLines(texts))
        return done(texts)
      }
      const rows = await read()
      await navigator.clipboard.writeText(toTsv(rows, shown))
      done(rows)
    } catch {
      notify.failed('Your browser blocked copying.', { detail: 'Press Ctrl+C or ⌘C in the table instead.' })
    }
  }
  return { withPicked, withPickedRows, copy, onCopy }
}

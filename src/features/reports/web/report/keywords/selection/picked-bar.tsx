import type { MenuItem } from '#ui/overlays/menu.tsx'
import { startTextDownload } from '#web/calls/start-download.ts'
import { volumeFigure } from '../../../keyword-labels.ts'
import { useTrack } from '../../track/track-context.tsx'
import { toCsv } from '../table/rows-csv.ts'
import type { TableFilter, TableSort } from '../table/table-model.ts'
import type { RowsView, RowText } from '../table/use-rows-view.ts'
import { KeywordsPicked } from './keywords-selection.tsx'
import type { usePickedActions } from './use-picked-actions.ts'
import type { useTableSelection } from './use-table-selection.ts'

/** What can be done with selected rows; what isn't given isn't offered. */
export type PickedBarActions = {
  onAddToList?: (rows: RowText[]) => void
  onAddToOutline?: (rows: RowText[]) => void
  onWrite?: (rows: RowText[]) => void
  onPlan?: (rows: RowText[]) => void
  onVolumes?: (rows: RowText[]) => void
  /** Takes rows off the list. */
  onRemove?: (rows: RowText[]) => void
  /** Other things that can be done with rows. */
  others?: { label: string; hint?: string; onSelect: (rows: RowText[]) => void }[]
  /** Hides rows, or shows them again. */
  onHide?: (rows: RowText[], hidden: boolean) => void
  /** A file of all rows that match. */
  onExport?: (format: string, filter: TableFilter, sort: TableSort | null) => void
}

export type PickedBarProps = PickedBarActions & {
  picked: ReturnType<typeof useTableSelection>
  actions: ReturnType<typeof usePickedActions>
  view: RowsView
  filter: TableFilter
  sort: TableSort | null
  onAll: () => void
  label?: string
}

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
  { format: 'md', label: 'Markdown' },
]

/** The bar of the selected rows, while there are any. */
export function PickedBar(props: PickedBarProps) {
  const { picked, actions, view, filter, sort, onAll, label = 'Keywords' } = props
  const { onAddToList, onAddToOutline, onWrite, onPlan, onVolumes, onRemove, onHide, onExport, others = [] } = props
  const track = useTrack()
  if (picked.size === 0) return null
  const { withPicked, withPickedRows, copy } = actions
  const known = picked.rows.flatMap(({ volume }) => volumeFigure(volume) ?? [])
  const isHidden = filter.hidden === true
  const csv: MenuItem = {
    label: 'CSV',
    onSelect: withPickedRows((rows) => startTextDownload(`${label}.csv`, 'text/csv', toCsv(rows))),
  }
  const exports =
    picked.isWhole && onExport
      ? formats.map(({ format, label: name }) => ({ label: name, onSelect: () => onExport(format, filter, sort) }))
      : [csv]
  return (
    <KeywordsPicked
      count={picked.size}
      searches={known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null}
      onCopy={copy}
      onClear={picked.clear}
      total={picked.isWhole ? undefined : view.count}
      onAll={picked.isWhole ? undefined : onAll}
      exports={exports}
      onAddToList={onAddToList && withPicked(onAddToList)}
      onAddToOutline={onAddToOutline && withPicked(onAddToOutline)}
      onWrite={onWrite && withPicked(onWrite)}
      onPlan={onPlan && withPicked(onPlan)}
      onVolumes={onVolumes && withPicked(onVolumes)}
      onTrack={
        track
          ? withPicked((rows) =>
              track({ topic: rows[0]?.text ?? '', keywords: rows.map(({ text }) => text), start: 'ranks' }),
            )
          : undefined
      }
      others={others.map(({ onSelect, ...item }) => ({ ...item, onSelect: withPicked(onSelect) }))}
      onRemove={
        onRemove &&
        withPicked((rows) => {
          onRemove(rows)
          picked.clear()
        })
      }
      isHidden={isHidden}
      onHide={
        onHide &&
        withPicked((rows) => {
          onHide(rows, !isHidden)
          picked.clear()
        })
      }
    />
  )
}

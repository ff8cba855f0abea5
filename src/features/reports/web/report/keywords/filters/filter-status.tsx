import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { CountedColumn, RowSummary, UnknownCounts } from '../../../../contract.ts'
import type { TableFilter } from '../table/table-model.ts'
import { lacking, showUnknown } from './describe-filter.ts'

export type FilterStatusProps = {
  count: number
  filtered: boolean
  running?: boolean
  summary: RowSummary | undefined
  unknown: UnknownCounts | undefined
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
  onClear: () => void
  onExport?: (format: string) => void
}

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
  { format: 'md', label: 'Markdown' },
]

/** How many rows match, how often they're searched, and how many are left out because a number is unknown. */
export function FilterStatus(props: FilterStatusProps) {
  const { count, filtered, running, summary, unknown, filter, onFilter, onClear, onExport } = props
  // Without template phrases, which are shown apart.
  const total = summary ? summary.rows - (summary.types.idea ?? 0) : count
  const left = showUnknown(unknown)
  const columns = (Object.keys(lacking) as CountedColumn[]).filter((column) => unknown?.[column])
  return (
    <div className="mb-2.5 flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1 text-s text-ink-2">
      <span aria-live="polite">
        {filtered && count !== total
          ? `${formatCount(count)} of ${plural(total, 'keyword')}`
          : plural(count, 'keyword')}
        {summary && summary.volume.known > 0 && ` · ${formatCount(Math.round(summary.volume.sum))} searches per month`}
        {left && ` · ${left}`}
        {running && ', loading more'}
      </span>
      {left && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => onFilter({ ...filter, include_unknown: [...(filter.include_unknown ?? []), ...columns] })}
        >
          Include them
        </Button>
      )}
      {filtered && (
        <Button size="s" variant="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {summary && summary.hidden > 0 && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => onFilter(filter.hidden ? { ...filter, hidden: undefined } : { hidden: true })}
        >
          {filter.hidden ? 'Back to all keywords' : `Show ${formatCount(summary.hidden)} hidden`}
        </Button>
      )}
      {filtered && onExport && count > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="s" variant="quiet">
              Export {plural(count, 'keyword')}
            </Button>
          }
          items={formats.map(({ format, label }) => ({ label, onSelect: () => onExport(format) }))}
        />
      )}
    </div>
  )
}

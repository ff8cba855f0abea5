import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ownNote, performanceNote } from '../../own-labels.ts'
import { getSumNote, volumeNote } from '../../volume-notes.ts'
import { getSourceLegend } from './source-marks.ts'
import { type ColumnId, columnIds, columns, type TableRow } from './table/table-model.ts'

/** Who measured, and why columns are empty: the line under the table. */
export function columnNotes(
  rows: TableRow[],
  filled: ReadonlySet<ColumnId>,
  missing: Record<string, string>,
  shown: readonly ColumnId[],
) {
  if (rows.length === 0) return ''
  const empty = columnIds.filter((name) => !filled.has(name) && name !== 'volume' && missing[name])
  return [
    volumeNote(rows, missing.volume),
    // The number of searches above the table is a sum.
    getSumNote(rows),
    performanceNote(rows),
    shown.includes('own') && ownNote(rows),
    ...empty.map((name) => `${columns[name].label}: ${missing[name]}`),
    shown.includes('sources') && `Sources: ${getSourceLegend(rows.flatMap((row) => row.sources))}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why no row is shown, and the next step. */
export function Nothing({ filtered, running, onClear }: { filtered: boolean; running?: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <EmptyState
        level={3}
        title="No results match your filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    )
  if (running)
    return (
      <EmptyState level={3} title="Searching…">
        The first keywords appear within a second or two.
      </EmptyState>
    )
  return (
    <EmptyState level={3} title="No keywords">
      No source returned any. See the sources above for the reason, or try a shorter query.
    </EmptyState>
  )
}

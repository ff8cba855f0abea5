import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Row } from '../contract.ts'
import { performanceNote, volumeNote } from './keyword-labels.ts'
import { type ColumnId, columnIds, columns } from './table-model.ts'

/** Who measured, and why columns are empty: the line under the table. */
export function columnNotes(rows: Row[], filled: ReadonlySet<ColumnId>, missing: Record<string, string>) {
  if (rows.length === 0) return ''
  const empty = columnIds.filter((name) => !filled.has(name) && name !== 'volume' && missing[name])
  return [
    volumeNote(rows, missing.volume),
    performanceNote(rows),
    ...empty.map((name) => `${columns[name].label}: ${missing[name]}`),
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
        className="border-0"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    )
  if (running)
    return (
      <EmptyState level={3} title="Searching…" className="border-0">
        The first keywords appear within a second or two.
      </EmptyState>
    )
  return (
    <EmptyState level={3} title="No keywords" className="border-0">
      No source returned any. See the sources above for the reason, or try a shorter query.
    </EmptyState>
  )
}

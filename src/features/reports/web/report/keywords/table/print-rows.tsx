import { plural } from '#ui/format/format.ts'
import { getRowsDirection } from '../../../report-direction.ts'
import { RowsTable, type RowsTableProps } from './rows-table.tsx'

const maxRows = 1000

/** `total` counts the rows that aren't loaded too. */
type RowsOnPaperProps = Pick<RowsTableProps, 'rows' | 'shown' | 'caption'> & { total: number }

/** What a printed report shows instead of a list that scrolls: the rows loaded so far, up to a thousand, as a plain table. */
export function RowsOnPaper({ rows, total, ...table }: RowsOnPaperProps) {
  const printed = rows.slice(0, maxRows)
  return (
    <div dir={getRowsDirection('', printed)} className="report-text">
      <RowsTable {...table} rows={printed} paper />
      {total > printed.length && (
        <p className="pt-2 text-xs">
          {plural(total - printed.length, 'more row')}. Export the report to get all of them.
        </p>
      )}
    </div>
  )
}

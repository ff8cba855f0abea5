import { Sparkline } from '#ui/sparkline.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Row } from '../../../../contract.ts'
import { type ColumnId, columns } from './table-model.ts'

export type RowsTableProps = {
  rows: Row[]
  shown: ColumnId[]
  caption: string
  /** Columns that phones show; all by default. */
  narrow?: ColumnId[]
  /** On paper, lines are close together and there are no small charts. */
  paper?: boolean
}

/** Rows as a plain table, for pages without scripts and for paper. */
export function RowsTable({ rows, shown, caption, narrow = shown, paper }: RowsTableProps) {
  const names = paper ? shown.filter((name) => name !== 'monthly') : shown
  const hide = (name: ColumnId) => (narrow.includes(name) ? '' : 'max-sm:hidden')
  return (
    <Table caption={caption} className={paper ? 'text-xs' : undefined}>
      <thead>
        <tr>
          {names.map((name) => (
            <TableHead key={name} numeric={columns[name].numeric} className={hide(name)}>
              {columns[name].label}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row._id}>
            {names.map((name) => (
              <TableCell
                key={name}
                numeric={columns[name].numeric}
                className={paper ? 'h-auto! py-0.75!' : `leading-snug ${hide(name)}`}
              >
                {name === 'monthly'
                  ? row.monthly.length > 1 && <Sparkline values={row.monthly.map((point) => point.v)} />
                  : columns[name].show(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

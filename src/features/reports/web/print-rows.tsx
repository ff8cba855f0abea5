import { plural } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Row } from '../contract.ts'
import { type ColumnId, columns } from './table-model.ts'

export type RowsOnPaperProps = { rows: Row[]; shown: ColumnId[]; caption: string }

const most = 1000

/** What a printed report shows instead of a list that scrolls: the first thousand rows as a plain table. */
export function RowsOnPaper({ rows, shown, caption }: RowsOnPaperProps) {
  const names = shown.filter((name) => name !== 'monthly')
  return (
    <>
      <Table caption={caption} className="text-xs">
        <thead>
          <tr>
            {names.map((name) => (
              <TableHead key={name} numeric={columns[name].numeric}>
                {columns[name].label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <TableRow key={row._id}>
              {names.map((name) => (
                <TableCell key={name} numeric={columns[name].numeric} className="h-auto! py-0.75!">
                  {columns[name].show(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
      {rows.length > most && (
        <p className="pt-2 text-xs">{plural(rows.length - most, 'more row')}. Export the report to get all of them.</p>
      )}
    </>
  )
}

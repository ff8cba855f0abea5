import { formatCount, formatDecimal, formatPercent, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { QueryRow, QueryView } from '../../contract.ts'
import { toPath } from '../page-path.ts'
import { QueryActions } from './query-actions.tsx'

export const viewLabels: Record<QueryView, string> = {
  all: 'All queries',
  striking_distance: 'Striking distance',
  low_ctr: 'Low CTR',
  cannibalized: 'Cannibalization',
  new: 'New queries',
  questions: 'Questions in English',
}

type Props = { rows: readonly QueryRow[]; view: QueryView; editor: boolean }

/** Queries with their pages and what to do about them. */
export function QueriesTable({ rows, view, editor }: Props) {
  return (
    <Table caption={viewLabels[view]} className="min-w-180">
      <thead>
        <tr>
          <TableHead>Query</TableHead>
          <TableHead numeric>Clicks</TableHead>
          <TableHead numeric>Impressions</TableHead>
          <TableHead numeric>CTR</TableHead>
          <TableHead numeric>Position</TableHead>
          <TableHead>Pages</TableHead>
          {editor && (
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.query}>
            <TableCell className="max-w-80 [overflow-wrap:anywhere]">{row.query}</TableCell>
            <TableCell numeric>{formatCount(row.clicks)}</TableCell>
            <TableCell numeric>{formatCount(row.impressions)}</TableCell>
            <TableCell numeric>
              {formatPercent(row.ctr)}
              {view === 'low_ctr' && row.expected_ctr !== null && (
                <span className="block text-ink-3 text-xs">usually {formatPercent(row.expected_ctr)} here</span>
              )}
            </TableCell>
            <TableCell numeric>{formatDecimal(row.position)}</TableCell>
            <TableCell className="max-w-80">
              {row.pages.slice(0, view === 'cannibalized' ? 5 : 1).map(({ page, impressions, position }) => (
                <span key={page} className="block truncate text-xs" title={page}>
                  {toPath(page)}
                  {view === 'cannibalized' && (
                    <span className="text-ink-3">
                      {' '}
                      {plural(impressions, 'impression')}, position {formatDecimal(position)}
                    </span>
                  )}
                </span>
              ))}
              {row.swaps !== null && view === 'cannibalized' && (
                <span className="block text-ink-3 text-xs">{plural(row.swaps, 'day')} with another page first</span>
              )}
            </TableCell>
            {editor && (
              <TableCell>
                <QueryActions row={row} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

import { formatCount, formatDayShort, formatPercent, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Referrals } from '../../contract.ts'

/** Sessions that came from assistants, by landing page. */
export function ReferralsTable({ referrals }: { referrals: Referrals }) {
  const { file_name, from, to, sessions, all_sessions, rows, rejected, assistants } = referrals
  return (
    <>
      {assistants.length > 0 && (
        <Table caption="Sessions from AI assistants" className="min-w-120">
          <thead>
            <tr>
              <TableHead>Assistant</TableHead>
              <TableHead numeric>Sessions</TableHead>
              <TableHead>Landing pages</TableHead>
            </tr>
          </thead>
          <tbody>
            {assistants.map(({ assistant, sources, sessions: count, pages }) => (
              <TableRow key={assistant}>
                <TableCell className="align-top">
                  <span className="font-[550]">{assistant}</span>
                  <span className="block text-ink-3 text-xs">{sources.join(', ')}</span>
                </TableCell>
                <TableCell numeric className="align-top">
                  {formatCount(count)}
                </TableCell>
                <TableCell className="max-w-120 align-top">
                  {pages.map(({ page, sessions: some }) => (
                    <span key={page} className="block truncate text-xs" title={page ?? undefined}>
                      {page ?? 'not in the export'} <span className="text-ink-3">{formatCount(some)}</span>
                    </span>
                  ))}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      <p className="mt-2 max-w-180 text-ink-3 text-xs [overflow-wrap:anywhere]">
        {assistants.length === 0
          ? 'No sessions from AI assistants.'
          : `${formatCount(sessions)} of ${plural(all_sessions, 'session')} (${formatPercent(sessions / all_sessions)}).`}{' '}
        From {file_name}, {from && to ? `${formatDayShort(from)} – ${formatDayShort(to)}` : 'period unknown'},{' '}
        {plural(rows, 'row')}
        {rejected > 0 && `, ${formatCount(rejected)} left out`}. Visits without a referrer, such as from apps, aren’t
        among them.
      </p>
    </>
  )
}

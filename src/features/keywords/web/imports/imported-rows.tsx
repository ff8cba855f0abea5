import { showCpc } from '#features/reports/web/keyword-labels.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { ImportAdded, ImportKeyword } from '../../contract.ts'

type Column = { label: string; get: (row: ImportKeyword) => string | null }

const columns: Column[] = [
  { label: 'Volume', get: ({ volume }) => showVolume(volume) },
  { label: 'CPC', get: ({ cpc }) => cpc && showCpc(cpc) },
  { label: 'KD', get: ({ difficulty }) => (difficulty === null ? null : formatCount(difficulty)) },
  { label: 'Clicks', get: ({ clicks }) => (clicks === null ? null : formatCount(clicks)) },
  { label: 'Impressions', get: ({ impressions }) => (impressions === null ? null : formatCount(impressions)) },
  { label: 'Position', get: ({ position }) => (position === null ? null : position.toFixed(1)) },
]
const maxRows = 5

function showVolume(volume: ImportKeyword['volume']): string | null {
  if (!volume) return null
  const { value, low, high } = volume
  if (value !== null) return formatCount(value)
  return low !== null && high !== null ? `${formatCount(low)}–${formatCount(high)}` : null
}

/** The first keywords of a file as they would be imported, and what would be skipped. */
export function ImportedRows({ read, error }: { read: ImportAdded; error: string | null }) {
  if (error) return <ErrorNote>{error}</ErrorNote>
  const { rejected, rejected_total, unread_total, left_out, file_name } = read.import
  const rows = read.sample.slice(0, maxRows)
  const used = columns.filter(({ get }) => rows.some((row) => get(row) !== null))
  const skipped = [
    rejected_total > 0 && `${plural(rejected_total, 'row')} skipped`,
    unread_total > 0 && `${plural(unread_total, 'cell')} left out`,
    left_out.length > 0 && `${plural(left_out.length, 'table')} not imported`,
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <Table caption={`First keywords of ${file_name}`}>
        <thead>
          <tr>
            <TableHead>Keyword</TableHead>
            {used.map(({ label }) => (
              <TableHead key={label} numeric>
                {label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <TableCell className="max-w-80 truncate">
                <span dir="auto">{row.text}</span>
              </TableCell>
              {used.map(({ label, get }) => (
                <TableCell key={label} numeric>
                  {get(row) ?? '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
      {skipped.length > 0 && (
        <p className="text-warn text-xs">
          {skipped.join(', ')}
          {rejected[0] && `. Line ${formatCount(rejected[0].line)}: ${rejected[0].reason}`}
        </p>
      )}
    </div>
  )
}

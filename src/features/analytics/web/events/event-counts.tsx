import type { z } from 'zod'
import { formatCount, plural } from '#ui/format/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { eventSum } from '../../contract.ts'

type Sum = z.output<typeof eventSum>

export function EventSums({ sums }: { sums: Sum[] }) {
  return (
    <section className="min-w-0">
      <h2 className="heading mb-2">By name</h2>
      {sums.length === 0 ? (
        <p className="text-ink-2">Only page views in this period.</p>
      ) : (
        <Table caption="Events by name, most frequent first">
          <thead>
            <tr>
              <TableHead>Event</TableHead>
              <TableHead>By day</TableHead>
              <TableHead numeric>Total</TableHead>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ type, name, total, by_day }) => (
              <TableRow key={`${type} ${name}`}>
                <TableCell className="[overflow-wrap:anywhere]">
                  {name || <span className="text-ink-2">{type}</span>}
                  {name && type !== 'event' && <span className="ml-2 text-ink-3 text-xs">{type}</span>}
                </TableCell>
                <TableCell>
                  <Sparkline values={by_day} width={72} fromZero />
                </TableCell>
                <TableCell numeric>{formatCount(total)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

export function TopPages({ pages }: { pages: { path: string; views: number }[] }) {
  const max = pages[0]?.views ?? 1
  return (
    <section className="min-w-0">
      <h2 className="heading mb-2">Top pages</h2>
      {pages.length === 0 ? (
        <p className="text-ink-2">No page views in this period.</p>
      ) : (
        <ol className="border-line-2 border-t">
          {pages.map(({ path, views }) => (
            <li key={path} className="relative flex justify-between gap-4 border-line border-b py-2">
              <span
                aria-hidden
                className="absolute bottom-0 left-0 h-0.5 bg-mark"
                style={{ width: `${(views / max) * 100}%` }}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{path || '(no path)'}</span>
              <span>
                <span className="sr-only">{plural(views, 'view')}</span>
                <span aria-hidden>{formatCount(views)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

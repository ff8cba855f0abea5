import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

type Pages = OutputOf<typeof sitesContract.botPages>
type Props = { site: Site; bot: string; view: 'visited' | 'unvisited'; onClose: () => void }

const limit = 50

/** The pages that a bot visited, or didn’t, page by page. */
export function BotPagesDialog({ site, bot, view, onClose }: Props) {
  const [page, setPage] = useState(1)
  const [found, setFound] = useState<Pages | null>(null)
  const { busy, error, run } = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page of the list changes
  useEffect(() => {
    void run(async () => setFound(await api(sitesContract.botPages, { _id: site._id, bot, view, page, limit })))
  }, [site._id, bot, view, page])
  const isVisited = view === 'visited'
  const last = found ? Math.max(1, Math.ceil(found.total / limit)) : 1
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={isVisited ? `Pages ${bot} visited` : `Pages ${bot} didn’t visit`}
      description={
        found ? `${plural(found.total, 'page')}${last > 1 ? `, page ${page} of ${last} of the list` : ''}` : 'Loading'
      }
      footer={
        <>
          {last > 1 && (
            <>
              <Button disabled={page <= 1} busy={busy} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <Button disabled={page >= last} busy={busy} onClick={() => setPage(page + 1)}>
                Next
              </Button>
            </>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {found === null && !error && <Skeleton className="h-40" />}
      {found && (
        <Table caption={isVisited ? 'Visited pages' : 'Pages not visited'}>
          <thead>
            <tr>
              <TableHead>Page</TableHead>
              {isVisited && (
                <>
                  <TableHead numeric>Visits</TableHead>
                  <TableHead>Latest</TableHead>
                  <TableHead>HTTP status</TableHead>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {found.items.map(({ path, visits, last_at, statuses }) => (
              <TableRow key={path}>
                <TableCell className="[overflow-wrap:anywhere]">{path}</TableCell>
                {isVisited && (
                  <>
                    <TableCell numeric>{formatCount(visits)}</TableCell>
                    <TableCell className="whitespace-nowrap">{last_at && <DateTime at={last_at} />}</TableCell>
                    <TableCell className="text-xs">
                      {statuses.map(({ status, visits: count }) => `${status}: ${formatCount(count)}`).join(', ')}
                    </TableCell>
                  </>
                )}
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      <CallError error={error} texts={sitesErrorTexts} className="mt-3" />
    </Dialog>
  )
}

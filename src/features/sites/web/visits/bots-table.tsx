import { useState } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { BotVisits, Site, sitesContract } from '../../contract.ts'
import { BotPagesDialog } from './bot-pages-dialog.tsx'

type Props = { site: Site; found: OutputOf<typeof sitesContract.bots> }

export const getStatusText = (statuses: BotVisits['statuses']) =>
  statuses.map(({ status, visits }) => `${status}: ${formatCount(visits)}`).join(', ')

/** Each bot with its visits, what it got, and the pages it left out. */
export function BotsTable({ site, found: { bots, crawled_pages, incomplete } }: Props) {
  const [shown, setShown] = useState<{ bot: string; view: 'visited' | 'unvisited' } | null>(null)
  return (
    <>
      <Table caption="Visits of AI crawlers" className="min-w-180">
        <thead>
          <tr>
            <TableHead>Bot</TableHead>
            <TableHead numeric>Visits</TableHead>
            <TableHead>Latest request</TableHead>
            <TableHead>HTTP status</TableHead>
            <TableHead>Most visited pages</TableHead>
            <TableHead numeric>Pages not visited</TableHead>
          </tr>
        </thead>
        <tbody>
          {bots.map(({ bot, vendor, visits, files, robots, last_at, statuses, pages, unvisited }) => (
            <TableRow key={bot}>
              <TableCell className="align-top">
                <span className="font-[550]">{bot}</span>
                <span className="block text-ink-3 text-xs">{vendor}</span>
              </TableCell>
              <TableCell numeric className="align-top">
                {visits > 0 ? (
                  <Button
                    size="s"
                    aria-label={`${plural(visits, 'visit')} of ${bot}: show pages`}
                    onClick={() => setShown({ bot, view: 'visited' })}
                  >
                    {formatCount(visits)}
                  </Button>
                ) : (
                  '0'
                )}
                {(files > 0 || robots > 0) && (
                  <span className="block text-ink-3 text-xs">
                    {formatCount(files)} files, {formatCount(robots)} robots.txt and sitemaps
                  </span>
                )}
              </TableCell>
              <TableCell className="whitespace-nowrap align-top">
                {last_at ? <DateTime at={last_at} /> : <span className="text-ink-3">never</span>}
              </TableCell>
              <TableCell className="align-top text-xs">{getStatusText(statuses) || '–'}</TableCell>
              <TableCell className="max-w-80 align-top">
                {pages.map((page) => (
                  <span key={page.path} className="block truncate text-xs" title={page.path}>
                    {page.path} <span className="text-ink-3">{formatCount(page.visits)}</span>
                  </span>
                ))}
              </TableCell>
              <TableCell numeric className="align-top">
                {unvisited === null || unvisited === 0 ? (
                  (unvisited ?? '–')
                ) : (
                  <Button
                    size="s"
                    aria-label={`${plural(unvisited, 'page')} not visited by ${bot}: show pages`}
                    onClick={() => setShown({ bot, view: 'unvisited' })}
                  >
                    {formatCount(unvisited)}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="mt-2 max-w-180 text-ink-3 text-xs">
        Bots are recognized by the name they give. Anybody can use these names: Earshot doesn’t check IP addresses and
        doesn’t store them.{' '}
        {crawled_pages === null
          ? 'Crawl the site to see which pages they leave out.'
          : `Visits are compared with the ${plural(crawled_pages, 'indexable page')} of the latest crawl, by path.`}
        {incomplete && ' Some days had more pages of a bot than are stored, so some pages may have been visited.'}
      </p>
      {shown && <BotPagesDialog site={site} {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

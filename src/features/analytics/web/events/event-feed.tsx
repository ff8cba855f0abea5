import { Pause, Play } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { CollectedEvent } from '../../contract.ts'
import { useLiveEvents } from './use-live-events.ts'

export type EventFeedProps = {
  first: CollectedEvent[]
  filter: { q?: string; limit: number }
  /** Polls for new messages until paused. */
  isLive: boolean
  /** One person's messages, sorted by the sender's clock instead of arrival. */
  isPerson: boolean
}

export function EventFeed({ first, filter, isLive, isPerson }: EventFeedProps) {
  const { items, paused, setPaused, problem } = useLiveEvents(first, filter, isLive)
  return (
    <>
      {isLive && (
        <div className="mb-3 flex flex-wrap items-center gap-3 text-s">
          <Button
            size="s"
            icon={paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
            onClick={() => setPaused(!paused)}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <span role="status" className={problem ? 'text-warn' : 'text-ink-2'}>
            {problem ?? (paused ? 'Paused. New events aren’t shown.' : 'New events appear automatically.')}
          </span>
        </div>
      )}
      {items.length === 0 ? (
        <EmptyState level={3} title={filter.q ? 'No results match your search.' : 'No events yet.'}>
          {filter.q
            ? 'Partial matches search the newest 100,000 messages. Exact names, users and aliases search all of them.'
            : 'New events appear here.'}
        </EmptyState>
      ) : (
        <Table caption="Messages, newest first">
          <thead>
            <tr>
              <TableHead>{isPerson ? 'Time' : 'Received'}</TableHead>
              <TableHead>Event</TableHead>
              <TableHead>User</TableHead>
              <TableHead>Path</TableHead>
              <TableHead>Properties</TableHead>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TableRow key={item._id}>
                <TableCell className="whitespace-nowrap text-ink-2">
                  <DateTime at={isPerson ? item.timestamp : item.received_at} brief />
                </TableCell>
                <TableCell className="min-w-32 [overflow-wrap:anywhere]">
                  {item.event && <span className="mr-2">{item.event}</span>}
                  {item.type !== 'event' && <Badge>{item.type}</Badge>}
                </TableCell>
                <TableCell className="max-w-60 min-w-32 [overflow-wrap:anywhere]">
                  <Link
                    href={`/app/admin/events?person=${encodeURIComponent(item.uid ?? item.alias)}`}
                    className="link"
                  >
                    {item.uid ?? item.alias}
                  </Link>
                </TableCell>
                <TableCell className="min-w-32 [overflow-wrap:anywhere]">{item.location.path || '–'}</TableCell>
                <TableCell className="max-w-80 min-w-40 text-ink-2 text-xs [overflow-wrap:anywhere]">
                  {inWords(item)}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

const maxCharacters = 160

/** `{rows: 3, plan: "pro"}` → "rows 3, plan pro", cut to fit a table row. */
function inWords({ properties, traits, group_id }: CollectedEvent) {
  const words = Object.entries({ ...(group_id ? { group: group_id } : {}), ...traits, ...properties }).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const text = words.join(', ') || '–'
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

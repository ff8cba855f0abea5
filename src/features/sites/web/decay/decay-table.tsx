import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, formatDayShort, formatDecimal } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Decay, sitesContract } from '../../contract.ts'
import { getMainCause } from '../../rules/decay/causes.ts'
import { causeAdvice, causeLabels } from '../decay-labels.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { IntervalBar } from '../interval-bar.tsx'
import { toPath } from '../page-path.ts'

const RefreshDialog = lazy(() => import('./refresh-dialog.tsx'))

type Props = { label: string; items: readonly Decay[]; editor: boolean; onChanged: () => void }

const causes = ['position', 'ctr', 'demand'] as const
const tones = { position: 'bg-ink-2', ctr: 'bg-accent', demand: 'bg-line-2' } as const
const signed = (clicks: number) => `${clicks > 0 ? '+' : '−'}${formatCount(Math.abs(Math.round(clicks)))}`
const percent = (change: number) => `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)}%`

/** Pages with what they lost, how certain that is, and why. */
export function DecayTable({ label, items, editor, onChanged }: Props) {
  const { busy, error, run } = useCall()
  const [refreshed, setRefreshed] = useState<Decay | null>(null)
  const update = (_id: string, state: 'open' | 'dismissed') =>
    run(async () => {
      await api(sitesContract.updateDecay, { _id, state })
      onChanged()
    })
  return (
    <>
      <CallError error={error} texts={sitesErrorTexts} className="mb-3" />
      <Suspense>
        {refreshed && <RefreshDialog decay={refreshed} onClose={() => setRefreshed(null)} onMade={onChanged} />}
      </Suspense>
      <Table caption={label} className="min-w-220">
        <thead>
          <tr>
            <TableHead>Page</TableHead>
            <TableHead numeric>Clicks in 28 days</TableHead>
            <TableHead>Change, 95% interval</TableHead>
            <TableHead>Lost clicks by cause</TableHead>
            <TableHead>Since</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <TableRow key={item._id}>
              <TableCell className="max-w-70 align-top">
                <a
                  href={item.page}
                  rel="noreferrer nofollow"
                  target="_blank"
                  className="block truncate font-[550] no-underline hover:underline"
                >
                  {item.title ?? toPath(item.page)}
                </a>
                <span className="block truncate text-ink-3 text-xs">{toPath(item.page)}</span>
                {item.queries[0] && (
                  <span className="block truncate text-ink-3 text-xs">
                    “{item.queries[0].query}” {formatDecimal(item.queries[0].position_before)} →{' '}
                    {item.queries[0].position === null ? 'not shown' : formatDecimal(item.queries[0].position)}
                  </span>
                )}
              </TableCell>
              <TableCell numeric className="align-top">
                {formatCount(Math.round(item.clicks))}
                <span className="block text-ink-3 text-xs">was {formatCount(Math.round(item.clicks_before))}</span>
              </TableCell>
              <TableCell className="min-w-45 align-top">
                <span className="grid grid-cols-[52px_minmax(0,1fr)] items-center gap-2">
                  <span className="font-[550] text-bad">{percent(item.change)}</span>
                  <IntervalBar
                    change={item.change}
                    {...item.interval}
                    min={-1}
                    max={0.2}
                    label={`${percent(item.change)}, from ${percent(item.interval.low)} to ${percent(item.interval.high)}`}
                  />
                </span>
                <span className="block text-ink-3 text-xs">
                  {percent(item.interval.low)} to {percent(item.interval.high)}
                  {item.against === 'year' ? ' against last year' : ''}
                </span>
                {item.against === 'before' && (
                  <span className="block text-ink-3 text-xs">
                    {item.seasonal === null
                      ? 'no data of last year: could be a season'
                      : `last year these weeks: ${percent(item.seasonal)}`}
                  </span>
                )}
              </TableCell>
              <TableCell className="min-w-50 align-top">
                <Causes item={item} />
              </TableCell>
              <TableCell className="whitespace-nowrap align-top text-s">{formatDayShort(item.since)}</TableCell>
              <TableCell className="align-top">
                <span className="flex justify-end gap-1.5">
                  {item.state === 'resolved' && <Badge tone="good">recovered</Badge>}
                  {item.state === 'refreshing' && item.draft_id && (
                    <Button size="s" href={`/app/content/${item.draft_id}`}>
                      Open draft
                    </Button>
                  )}
                  {editor && item.state === 'open' && getMainCause(item.causes) !== 'demand' && (
                    <Button
                      size="s"
                      aria-label={`Create refresh draft for ${toPath(item.page)}`}
                      onClick={() => setRefreshed(item)}
                    >
                      Create refresh draft
                    </Button>
                  )}
                  {editor && (item.state === 'open' || item.state === 'refreshing') && (
                    <Button
                      size="s"
                      variant="quiet"
                      busy={busy}
                      aria-label={`Dismiss ${toPath(item.page)}`}
                      onClick={() => void update(item._id, 'dismissed')}
                    >
                      Dismiss
                    </Button>
                  )}
                  {editor && item.state === 'dismissed' && (
                    <Button
                      size="s"
                      variant="quiet"
                      busy={busy}
                      aria-label={`Open ${toPath(item.page)} again`}
                      onClick={() => void update(item._id, 'open')}
                    >
                      Open again
                    </Button>
                  )}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function Causes({ item: { causes: split } }: { item: Decay }) {
  const lost = causes.filter((cause) => split[cause] < 0)
  const total = lost.reduce((sum, cause) => sum + split[cause], 0)
  const main = getMainCause(split)
  return (
    <>
      <span className="flex h-2 w-full overflow-hidden rounded-s" aria-hidden>
        {lost.map((cause) => (
          <span
            key={cause}
            className={cx('block', tones[cause])}
            style={{ width: `${(100 * split[cause]) / total}%` }}
          />
        ))}
      </span>
      <span className="mt-1 block text-xs">
        {causes.map((cause, at) => (
          <span key={cause} className={cause === main ? 'font-[550]' : 'text-ink-2'}>
            {at > 0 && ' · '}
            {causeLabels[cause]} {signed(split[cause])}
          </span>
        ))}
      </span>
      <span className="block text-ink-3 text-xs">{causeAdvice[main]}</span>
    </>
  )
}

import { ChartNoAxesColumn, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, getReportLocale, localeCookie } from '#web/components/locales.ts'
import { Pages } from '#web/components/pagination.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { canEdit, useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { type RankTracker, ranksContract } from '../../contract.ts'
import { trackerHref } from '../rank-labels.ts'
import { TrackerMenu } from '../tracker-menu.tsx'
import type { Route } from './+types/ranks-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const NewTrackerDialog = lazy(() =>
  import('../new-tracker-dialog.tsx').then((file) => ({ default: file.NewTrackerDialog })),
)

export const meta: Route.MetaFunction = () => [{ title: 'Ranks · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Math.floor(Number(new URL(args.request.url).searchParams.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(ranksContract.list, { workspace_id: workspace._id, page, limit: 50 }),
  )
  const locale = getReportLocale(readCookie(args.request, localeCookie), args.request.headers.get('Accept-Language'))
  return { found, locale }
}

/** The workspace’s rank trackers. */
export default function RanksPage({ loaderData: { found, locale } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const handed = useHandedKeywords(workspace._id)
  const dialog = useNewDialog()
  const { revalidate } = useRevalidator()
  const hasSource = found.sources.length > 0
  usePolling(
    found.items.some(({ running }) => running),
    revalidate,
    { everyMs: 2000 },
  )
  return (
    <>
      <ScreenHead
        title="Ranks"
        meta={found.total > 0 ? 'Positions in Google. A check that failed is a gap, never a position.' : undefined}
        actions={
          editor &&
          hasSource && (
            <Button variant="solid" icon={<Plus size={15} aria-hidden />} onClick={dialog.open}>
              Track ranks
            </Button>
          )
        }
      />
      <h2 className="sr-only">All rank trackers</h2>
      {found.items.length > 0 ? (
        <>
          <ul aria-label="Rank trackers" className="border-line border-t">
            {found.items.map((tracker) => (
              <TrackerLine key={tracker._id} tracker={tracker} editor={editor} onChanged={() => void revalidate()} />
            ))}
          </ul>
          <Pages page={found.page} limit={found.limit} total={found.total} what="rank trackers" />
        </>
      ) : (
        <EmptyState
          illustration={<ChartNoAxesColumn size={28} strokeWidth={1.25} aria-hidden />}
          title="No rank trackers yet."
          action={
            editor &&
            hasSource && (
              <Button variant="solid" onClick={dialog.open}>
                Track ranks
              </Button>
            )
          }
        >
          {hasSource
            ? 'Follow where your site and its competitors rank in Google for your keywords, daily or weekly. You see the cost before you start.'
            : 'Rank tracking needs a source of Google results, and none is set up on this server. Ask your administrator to set up DataForSEO, SerpApi, Serper or SearXNG.'}
        </EmptyState>
      )}
      <Suspense>
        {dialog.isOpen && editor && hasSource && (
          <NewTrackerDialog
            sources={found.sources}
            keywords={handed?.join('\n') ?? dialog.given}
            locale={locale}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </>
  )
}

type TrackerLineProps = { tracker: RankTracker; editor: boolean; onChanged: () => void }

function TrackerLine({ tracker, editor, onChanged }: TrackerLineProps) {
  const showsFees = useShowsFees()
  const { _id, domain, summary, status, running, progress, country, device, frequency } = tracker
  return (
    <li className="group relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-line border-b py-2 hover:bg-well/60 md:grid-cols-[minmax(0,1fr)_90px_90px_90px_170px_auto]">
      <div className="min-w-0">
        <Link
          href={trackerHref(_id)}
          className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
        >
          {domain}
        </Link>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
          <span>
            {plural(tracker.keyword_count, 'keyword')} · {countryName(country)} · {device} · {frequency}
          </span>
          {status === 'paused' && <Badge>paused</Badge>}
          {running && (
            <Badge tone="accent">
              {progress ? `checked ${formatCount(progress.done)} of ${formatCount(progress.total)}` : 'starting'}
            </Badge>
          )}
          {summary.gaps > 0 && <Badge tone="warn">{plural(summary.gaps, 'gap')}</Badge>}
        </p>
      </div>
      <Figure label="in top 3" value={summary.top3} of={summary.measured} className="max-md:hidden" />
      <Figure label="in top 10" value={summary.top10} of={summary.measured} />
      <Figure label="in AI Overviews" value={summary.cited} of={summary.measured} className="max-md:hidden" />
      <span className="text-right text-ink-3 text-xs max-md:hidden">
        {tracker.last_run_at && (
          <span className="block">
            Last run <DateTime at={tracker.last_run_at} brief />
          </span>
        )}
        {showsFees && (
          <span className="block">
            {formatUsd(tracker.spent_usd)} this month
            {tracker.max_cost_usd !== null && ` of ${formatUsd(tracker.max_cost_usd)}`}
          </span>
        )}
      </span>
      <div className="relative z-10">{editor && <TrackerMenu tracker={tracker} onChanged={onChanged} />}</div>
    </li>
  )
}

type FigureProps = { label: string; value: number; of: number; className?: string }

const Figure = ({ label, value, of, className = '' }: FigureProps) => (
  <span className={`whitespace-nowrap text-right ${className}`}>
    {of === 0 ? <span className="text-ink-3">–</span> : <b className="font-[550]">{formatCount(value)}</b>}
    <span className="block text-ink-3 text-xs">{label}</span>
  </span>
)

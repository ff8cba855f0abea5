import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { type RankTracker, ranksContract } from '../../contract.ts'
import { rankErrorTexts } from '../error-texts.ts'
import { sourceNames } from '../rank-labels.ts'
import { TrackerMenu } from '../tracker-menu.tsx'
import type { Route } from './+types/tracker-page.ts'
import { CompetitorsPanel, MoversPanel, RunsPanel } from './comparison-panels.tsx'
import { KeywordsTable } from './keywords-table.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found.tracker.domain ?? 'Tracker'} · Ranks · Earshot` },
]

const sorts = [
  { value: 'keyword', label: 'Keyword, A to Z' },
  { value: 'position', label: 'Best position first' },
  { value: '-change', label: 'Biggest gain first' },
  { value: 'change', label: 'Biggest loss first' },
] as const
type Sort = (typeof sorts)[number]['value']
const views = ['keywords', 'movers', 'competitors', 'runs'] as const
const perPage = 100

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const query = new URL(args.request.url).searchParams
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1)
  const sort = sorts.find(({ value }) => value === query.get('sort'))?.value ?? 'keyword'
  const q = query.get('q')?.slice(0, 200) ?? ''
  const found = await orRespond(
    args.request,
    call(ranksContract.single, { _id: args.params.id, page, limit: perPage, sort, ...(q ? { q } : {}) }),
  )
  const { country, language } = found.tracker
  return { found, sort, locale: `${countryName(country)} · ${languageName(language)}` }
}

export default function TrackerPage({ loaderData: { found, sort, locale } }: Route.ComponentProps) {
  const { tracker, items, movers, share_of_voice, runs } = found
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { busy, error, run } = useCall()
  usePolling(tracker.running, revalidate, { everyMs: 2000 })
  const view = views.find((each) => each === params.get('view')) ?? 'keywords'
  return (
    <>
      <ScreenHead
        title={tracker.domain}
        beside={
          <>
            {tracker.status === 'paused' && <Badge>paused</Badge>}
            {tracker.running && <Progress tracker={tracker} />}
          </>
        }
        meta={<About tracker={tracker} locale={locale} />}
        actions={
          editor && (
            <>
              <Button
                variant="solid"
                busy={busy}
                disabled={tracker.running || tracker.status === 'paused'}
                onClick={() =>
                  void run(async () => {
                    await api(ranksContract.run, { _id: tracker._id })
                    await revalidate()
                  })
                }
              >
                Run now
              </Button>
              <TrackerMenu
                tracker={tracker}
                onChanged={() => void revalidate()}
                onDeleted={() => void navigate('/app/ranks')}
              />
            </>
          )
        }
      />
      <CallError error={error} texts={rankErrorTexts} className="mb-4" />
      <Summary tracker={tracker} />
      <Tabs
        label="Rank tracker"
        value={view}
        className="mb-5"
        tabs={[
          { value: 'keywords', label: 'Keywords', count: tracker.keyword_count, href: '?' },
          { value: 'movers', label: 'Movers', count: movers.length, href: '?view=movers' },
          {
            value: 'competitors',
            label: 'Competitors',
            count: tracker.competitors.length,
            href: '?view=competitors',
          },
          { value: 'runs', label: 'Runs', count: runs.length, href: '?view=runs' },
        ]}
      />
      {view === 'movers' ? (
        <MoversPanel movers={movers} />
      ) : view === 'competitors' ? (
        <CompetitorsPanel shares={share_of_voice} />
      ) : view === 'runs' ? (
        <RunsPanel runs={runs} />
      ) : (
        <>
          <Filters sort={sort} />
          <KeywordsTable items={items} depth={tracker.depth} pixels={tracker.pixels} />
          <Pages page={found.page} limit={found.limit} total={found.total} what="keywords" />
        </>
      )}
    </>
  )
}

const Filters = ({ sort }: { sort: Sort }) => (
  <ListToolbar label="Keywords" search="Search keywords">
    <span className="w-48">
      <Select name="sort" aria-label="Sort" options={[...sorts]} defaultValue={sort} />
    </span>
  </ListToolbar>
)

const Progress = ({ tracker: { progress } }: { tracker: RankTracker }) => (
  <Badge tone="accent">
    {progress ? `checked ${formatCount(progress.done)} of ${formatCount(progress.total)}` : 'starting'}
  </Badge>
)

function About({ tracker, locale }: { tracker: RankTracker; locale: string }) {
  const { device, frequency, depth, pixels, source, last_run_at, next_run_at } = tracker
  return (
    <>
      {locale} · {device} · {frequency} · first {depth} results{pixels && ' with pixels'} · {sourceNames[source]}
      {last_run_at && (
        <>
          {' '}
          · last run <DateTime at={last_run_at} brief />
        </>
      )}
      {next_run_at && (
        <>
          {' '}
          · next run <DateTime at={next_run_at} brief />
        </>
      )}
    </>
  )
}

function Summary({ tracker }: { tracker: RankTracker }) {
  const showsFees = useShowsFees()
  const { summary, spent_usd, max_cost_usd, last_run } = tracker
  const figures = [
    { label: 'In the top 3', value: summary.measured > 0 ? formatCount(summary.top3) : '–' },
    { label: 'In the top 10', value: summary.measured > 0 ? formatCount(summary.top10) : '–' },
    { label: 'Measured', value: `${formatCount(summary.measured)} of ${formatCount(tracker.keyword_count)}` },
    { label: 'AI Overviews that cite you', value: summary.measured > 0 ? formatCount(summary.cited) : '–' },
    ...(showsFees
      ? [
          {
            label: 'Spent this month',
            value:
              max_cost_usd === null ? formatUsd(spent_usd) : `${formatUsd(spent_usd)} of ${formatUsd(max_cost_usd)}`,
          },
        ]
      : []),
  ]
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-ink-3 text-xs">{label}</dt>
            <dd className="font-[550] text-l">{value}</dd>
          </div>
        ))}
      </dl>
      {summary.gaps > 0 && last_run && (
        <p className="mb-5 text-s text-warn">
          {plural(summary.gaps, 'keyword')} couldn’t be checked in the latest run. The reason is below each keyword.
        </p>
      )}
    </>
  )
}

import { useLocation } from 'react-router'
import { ListSearch } from '#features/admin/web/admin-search.tsx'
import { getListParams, requireStaff } from '#features/admin/web/require-staff.ts'
import { AppError } from '#kit/errors.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { analyticsContract, maxSteps } from '../../contract.ts'
import { analyticsErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/events-page.ts'
import { DayBars } from './daily-chart.tsx'
import { EventSums, TopPages } from './event-counts.tsx'
import { EventFeed } from './event-feed.tsx'
import { EventKeys } from './event-keys.tsx'
import { Funnel } from './funnel-panel.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Events · Admin · Earshot' }]

const periods = [7, 30, 90] as const
const limit = 25

/** Filters from the URL, validated. */
function readFilters(request: Request) {
  const params = new URL(request.url).searchParams
  const days = periods.find((period) => String(period) === params.get('days')) ?? 30
  const steps = params
    .getAll('step')
    .map((step) => step.trim().slice(0, 200))
    .filter(Boolean)
    .slice(0, maxSteps)
  return { ...getListParams(request), days, steps, person: params.get('person')?.trim().slice(0, 200) || undefined }
}

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const filters = readFilters(args.request)
  const { q, page, person, days, steps } = filters
  const all = Promise.all([
    call(analyticsContract.settings, {}),
    call(analyticsContract.summary, { days }),
    person
      ? orErrorText(call(analyticsContract.person, { person, page, limit }))
      : orErrorText(
          call(analyticsContract.list, { q, page, limit }).then((found) => ({ ...found, aliases: [] as string[] })),
        ),
    steps.length > 0 ? orErrorText(call(analyticsContract.funnel, { steps, days })) : null,
  ])
  const [keys, summary, feed, funnel] = await orRespond(args.request, all)
  return { keys, summary, feed, funnel, filters }
}

/** A query that times out shows an error in its section; the other sections still load. */
async function orErrorText<T>(
  answer: Promise<T>,
): Promise<{ found: T; refusal: null } | { found: null; refusal: string }> {
  try {
    return { found: await answer, refusal: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    return { found: null, refusal: getErrorText(error.toBody(), analyticsErrorTexts) }
  }
}

/** Collected events: daily counts, top names and pages, funnel and live feed. */
export default function EventsPage({ loaderData: { keys, summary, feed, funnel, filters } }: Route.ComponentProps) {
  const { q, person, page, days } = filters
  const isEmpty = summary.total === 0 && summary.pending === 0 && feed.found?.total === 0 && !q && !person
  return (
    <>
      <ScreenHead
        title="Events"
        meta={
          isEmpty
            ? 'No events yet.'
            : `${plural(summary.total, 'message')} in the last ${days} days, today included. Days are UTC days.${formatPending(summary.pending)}`
        }
        actions={isEmpty ? undefined : <Periods days={days} />}
      />
      {isEmpty ? (
        <EventKeys keys={keys} isFirst />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <section aria-label="Messages by day">
            <DayBars days={summary.days} counts={summary.by_day} />
          </section>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <EventSums sums={summary.events} />
            <TopPages pages={summary.pages} />
          </div>
          <Funnel
            steps={filters.steps}
            found={funnel?.found?.steps ?? null}
            refusal={funnel?.refusal ?? null}
            names={summary.events.flatMap(({ name }) => name || [])}
            days={days}
          />
          <section>
            <h2 className="heading mb-3">{person ? `Events of ${person}` : 'Live'}</h2>
            {person ? (
              <PersonHead aliases={feed.found?.aliases ?? []} />
            ) : (
              <ListSearch label="Name, user, alias or path" q={q}>
                {days !== 30 && <input type="hidden" name="days" value={days} />}
              </ListSearch>
            )}
            {feed.found ? (
              <>
                <EventFeed
                  key={`${q} ${person} ${page}`}
                  first={feed.found.items}
                  filter={{ q, limit }}
                  isLive={page === 1 && !person}
                  isPerson={person !== undefined}
                />
                <Pages page={page} limit={limit} total={feed.found.total} what="messages" />
              </>
            ) : (
              <ErrorNote>{feed.refusal}</ErrorNote>
            )}
          </section>
          <SettingsPart title="Sending">
            <EventKeys keys={keys} />
          </SettingsPart>
        </div>
      )}
    </>
  )
}

/** Messages received but not counted yet. */
const formatPending = (pending: number) =>
  pending === 0 ? '' : ` ${plural(pending, 'more message')} arrived and will be counted soon.`

function Periods({ days }: { days: number }) {
  const { search } = useLocation()
  const to = (period: number) => {
    const params = new URLSearchParams(search)
    params.set('days', String(period))
    params.delete('page')
    return `/app/admin/events?${params}`
  }
  return (
    <nav aria-label="Period" className="flex gap-4 text-s">
      {periods.map((period) => (
        <Link
          key={period}
          href={to(period)}
          aria-current={period === days ? 'page' : undefined}
          className={
            period === days ? 'font-[550] text-ink underline decoration-accent underline-offset-4' : 'link text-ink-2'
          }
        >
          {formatCount(period)} days
        </Link>
      ))}
    </nav>
  )
}

function PersonHead({ aliases }: { aliases: string[] }) {
  return (
    <p className="mb-4 text-ink-2 text-s [overflow-wrap:anywhere]">
      {aliases.length > 0 && <>Browsers: {aliases.join(', ')}. </>}
      <Link href="/app/admin/events" className="link">
        View all users
      </Link>
    </p>
  )
}

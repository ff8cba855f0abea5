import { Suspense, useSyncExternalStore } from 'react'
import { aiContentErrorTexts } from '#features/ai-content/web/error-texts.ts'
import { listenerErrorTexts } from '#features/listeners/web/error-texts.ts'
import type { ReportHead } from '#features/reports/contract.ts'
import { reportErrorTexts } from '#features/reports/web/error-texts.ts'
import { ReportLines } from '#features/reports/web/reports/report-list.tsx'
import { useLiveHeads } from '#features/reports/web/reports/use-live-reports.ts'
import { Link } from '#ui/link.tsx'
import { type ErrorTexts, getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { lazily } from '#web/components/lazily.ts'
import { getReportLocale, localeCookie } from '#web/components/locales.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type HomeFailure, homeContract } from '../../contract.ts'
import type { Route } from './+types/home-page.ts'
import { BatchChanges } from './batch-changes.tsx'
import { DocumentFeedback } from './document-feedback.tsx'
import { Drafts } from './drafts.tsx'
import { Due } from './due-work.tsx'
import { Failures } from './failures.tsx'
import { FinishedWork } from './finished-work.tsx'
import { ListenerChanges } from './listener-changes.tsx'
import { MyWork } from './my-work.tsx'
import { StartBox } from './search-box.tsx'
import { getSinceText } from './since-title.ts'
import { UsageNotes } from './usage-notes.tsx'

// For new workspaces alone.
const FirstSteps = import.meta.env.SSR
  ? (await import('./first-steps.tsx')).FirstSteps
  : lazily(() => import('./first-steps.tsx').then((file) => file.FirstSteps))

// For workspaces that track something alone.
const TrackedChanges = import.meta.env.SSR
  ? (await import('./tracked-changes.tsx')).TrackedChanges
  : lazily(() => import('./tracked-changes.tsx').then((file) => file.TrackedChanges))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Home · Earshot' }]

const textsByKind: Record<HomeFailure['kind'], ErrorTexts> = {
  report: reportErrorTexts,
  source: reportErrorTexts,
  document: aiContentErrorTexts,
  webhook: listenerErrorTexts,
  listeners_paused: listenerErrorTexts,
}

/** Sentences for failures are chosen on the server: the tables of three features needn't load. */
function withText(failure: HomeFailure) {
  const error = failure.failure && getStoredError(failure)
  return { ...failure, text: error ? getErrorText(error, textsByKind[failure.kind]) : null }
}

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const { failures, ...home } = await orRespond(args.request, call(homeContract.get, { workspace_id: workspace._id }))
  const locale = getReportLocale(readCookie(args.request, localeCookie), args.request.headers.get('Accept-Language'))
  return { home, failures: failures.map(withText), locale, now: new Date().toISOString() }
}

/** What changed since the last visit, what to finish, and a search box. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { home, failures, locale, now } = loaderData
  const { workspace } = useSignedIn()
  const recent = useLiveHeads(home.recent_reports)
  const editor = canEdit(workspace)
  const { listeners, finished, drafts, due, batches, plan } = home
  const planned = plan?.items ?? []
  const isTracking = home.ranks !== null || home.answers !== null || (home.site?.length ?? 0) > 0
  // A report that found nothing leaves a new workspace as new as it was.
  const isNew =
    recent.every(foundNothing) &&
    drafts.length === 0 &&
    listeners.by_listener.length === 0 &&
    due.length === 0 &&
    batches.length === 0 &&
    plan === null &&
    !isTracking
  if (isNew)
    return (
      <>
        <Suspense>
          <LateHydration>
            <FirstSteps locale={locale} />
          </LateHydration>
        </Suspense>
        <div className="mx-auto max-w-250">
          <Failures failures={failures} />
          <RecentReports reports={recent} />
        </div>
      </>
    )
  const changed = listeners.by_listener.length > 0 || finished.length > 0
  const hasRun = [home.ranks, home.answers, home.site].some((changes) => (changes?.length ?? 0) > 0)
  const isCommented = home.feedback.length > 0
  const isDue = due.length > 0 || planned.length > 0
  return (
    <>
      {editor && <StartBox locale={locale} />}
      <Failures failures={failures} />
      <SinceHead
        home={home}
        now={now}
        nothing={!changed && !hasRun && !isCommented && batches.length === 0 && failures.length === 0}
      />
      {changed && (
        <div className="grid border-ink border-t-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ListenerChanges changes={listeners} />
          <FinishedWork items={finished} />
        </div>
      )}
      <DocumentFeedback items={home.feedback} />
      <BatchChanges batches={batches} />
      {hasRun && (
        <Suspense>
          <LateHydration>
            <TrackedChanges site={home.site} ranks={home.ranks} answers={home.answers} />
          </LateHydration>
        </Suspense>
      )}
      <MyWork work={home.my_work} />
      <UsageNotes />
      {(drafts.length > 0 || isDue) && (
        <div
          className={`mt-10 grid gap-x-11 gap-y-8 border-ink border-t-2 pt-4 ${isDue ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]' : ''}`}
        >
          <Drafts drafts={drafts} total={home.drafts_total} />
          <Due posts={due} plan={plan} today={now.slice(0, 10)} />
        </div>
      )}
      <RecentReports reports={recent} />
    </>
  )
}

const foundNothing = ({ status, empty, rows }: ReportHead) => empty || (status === 'failed' && rows === 0)

function RecentReports({ reports }: { reports: ReportHead[] }) {
  if (reports.length === 0) return null
  return (
    <section className="mt-10" aria-labelledby="recent-reports">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent-reports" className="heading">
          Recent reports
        </h2>
        <Link href="/app/reports" className="link text-ink-2 text-s">
          All reports
        </Link>
      </div>
      <ReportLines reports={reports} label="Recent reports" />
    </section>
  )
}

type HomeData = Route.ComponentProps['loaderData']['home']

const never = () => () => {}

/** In UTC on the server; days of the browser's time zone once it's known. */
function useSinceText(since: string, now: string) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return getSinceText(since, now, hydrated ? undefined : 'UTC')
}

function SinceHead({ home, now, nothing }: { home: HomeData; now: string; nothing: boolean }) {
  const text = useSinceText(home.since, now)
  const isQuiet = home.listeners.new + home.listeners.lost === 0
  return (
    <div className="mt-7 mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h1 className="title" tabIndex={-1}>
        {nothing ? `Nothing new ${text}` : text[0]!.toUpperCase() + text.slice(1)}
      </h1>
      <p className="text-ink-2">
        {home.first_visit ? (
          'Changes in the last 24 hours.'
        ) : (
          <>
            You were last here <DateTime at={home.since} brief />.
          </>
        )}
        {nothing && isQuiet && ' No new or lost keywords, nothing failed and nothing finished.'}
      </p>
      <Link href="/app/activity" className="link ml-auto text-ink-2 text-s">
        All activity
      </Link>
    </div>
  )
}

import { FileUp } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { ToolType } from '#features/plans/contract.ts'
import { UsageMeters } from '#features/plans/web/usage-meters.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDay } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { placeCookie, placeFrom } from '#web/locales.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { readCookie, requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { reportsContract, reportTypes } from '../contract.ts'
import type { Route } from './+types/home-page.ts'
import { reportTypeLabels } from './report-labels.ts'
import { ReportLines } from './report-list.tsx'
import { sampleTopics } from './sample-topics.ts'
import { StartBox } from './search-box.tsx'
import { useLiveHeads } from './use-live-reports.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Home · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const overview = await orRespond(args.request, call(reportsContract.overview, { workspace_id: workspace._id }))
  const locale = placeFrom(readCookie(args.request, placeCookie), args.request.headers.get('Accept-Language'))
  return { overview, locale }
}

/** What the workspace did and what it can do next. */
export default function OverviewPage({ loaderData: { overview, locale } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const recent = useLiveHeads(overview.recent)
  const made = reportTypes.filter((type) => (overview.totals_by_type[type] ?? 0) > 0)
  const isEmpty = overview.recent.length === 0
  return (
    <>
      <ScreenHead
        title={workspace.name}
        meta={isEmpty ? 'No reports yet. Enter a topic to run your first one.' : undefined}
      />
      {canEdit(workspace) && <StartBox locale={locale} autoFocus={isEmpty} />}
      {isEmpty ? (
        <FirstSteps canStart={canEdit(workspace)} />
      ) : (
        <div className="mt-10 grid gap-10 xl:grid-cols-[minmax(0,1fr)_260px]">
          <section className="min-w-0">
            <div className="mb-2 flex items-baseline justify-between gap-4">
              <h2 className="heading">Recent reports</h2>
              <Link href="/app/reports" className="link text-ink-2 text-s">
                All reports
              </Link>
            </div>
            <ReportLines reports={recent} label="Recent reports" />
          </section>
          <aside className="grid content-start gap-8 max-xl:grid-cols-2 max-sm:grid-cols-1">
            <section>
              <h2 className="subheading mb-1.5">Reports by type</h2>
              <dl className="border-t border-line">
                {made.map((type) => (
                  <div key={type} className="flex items-baseline justify-between gap-4 border-line border-b py-1.5">
                    <dt>
                      <Link href={`/app/reports?type=${type}`} className="no-underline hover:link">
                        {reportTypeLabels[type]}
                      </Link>
                    </dt>
                    <dd className="font-[550]">{formatCount(overview.totals_by_type[type] ?? 0)}</dd>
                  </div>
                ))}
              </dl>
            </section>
            <Allowance usage={overview.usage} />
          </aside>
        </div>
      )}
    </>
  )
}

/** What is left of the plan, tool by tool. */
function Allowance({ usage }: { usage: Record<string, unknown> }) {
  const { user, workspace } = useSignedIn()
  if (workspace.role !== 'owner') return null
  const resets = typeof usage.resets_at === 'string' ? usage.resets_at : user.usage.resets_at
  return (
    <section>
      <h2 className="subheading mb-2.5">This month</h2>
      <UsageMeters plan={user.plan} usage={usage as Partial<Record<ToolType, number>>} narrow />
      <p className="mt-2.5 text-ink-3 text-xs">Resets on {formatDay(resets)}. Listeners count while they’re active.</p>
    </section>
  )
}

/** An empty workspace teaches: ask about something of one's own, look at written topics, or bring a file. */
function FirstSteps({ canStart }: { canStart: boolean }) {
  const starting = useNavigation()
  if (!canStart)
    return (
      <p className="mt-2 max-w-140 text-m text-ink-2">
        You have view-only access. To run reports, ask the workspace owner to make you an editor.
      </p>
    )
  const started = starting.formData?.get('query')
  return (
    <div className="mt-12 grid max-w-240 gap-x-12 gap-y-8 md:grid-cols-2">
      <section>
        <h2 className="heading">Try a sample report</h2>
        <p className="mt-1.5 text-ink-2">
          Five sample topics show every part of a report in seconds, without contacting any source. They’re labeled
          “Sample data”.
        </p>
        <Form method="post" action="/app/reports/new" noValidate className="mt-4 flex flex-wrap gap-2">
          <input type="hidden" name="type" value="topic" />
          <input type="hidden" name="country" value="US" />
          <input type="hidden" name="language" value="en" />
          <input type="hidden" name="depth" value="2" />
          <input type="hidden" name="sources" value="sample" />
          {sampleTopics.map((topic) => (
            <Button
              key={topic}
              type="submit"
              name="query"
              value={topic}
              busy={started === topic && starting.state !== 'idle'}
            >
              {topic}
            </Button>
          ))}
        </Form>
      </section>
      <section>
        <h2 className="heading">Import keywords</h2>
        <p className="mt-1.5 text-ink-2">
          Import a file from Search Console, Keyword Planner, Semrush or Ahrefs, or any keyword list. Its metrics fill
          the columns of your reports, and its keywords can be grouped into topics. The file stays on this server.
        </p>
        <p className="mt-4">
          <Button href="/app/imports" icon={<FileUp size={15} aria-hidden />}>
            Choose file
          </Button>
        </p>
      </section>
    </div>
  )
}

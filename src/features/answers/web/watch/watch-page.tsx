import { useNavigate, useRevalidator } from 'react-router'
import { sitesContract } from '#features/sites/contract.ts'
import { findContainingSite } from '#features/sites/rules/own/find-site.ts'
import { parseSiteTarget } from '#kit/site-target.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDayShort, formatUsd } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { answersContract } from '../../contract.ts'
import { describeWatch, shortEngineNames } from '../answer-labels.ts'
import { answerErrorTexts } from '../error-texts.ts'
import { WatchMenu } from '../watch-menu.tsx'
import type { Route } from './+types/watch-page.ts'
import { AbsencesPanel } from './absences-panel.tsx'
import { CrawlersPanel } from './crawlers-panel.tsx'
import { PromptMatrix } from './prompt-matrix.tsx'
import { CompetitorsPanel, Headline, SourcesPanel } from './summary-panels.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found.watch.brand.name ?? 'Watch'} · AI answers · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const requested = Number(new URL(args.request.url).searchParams.get('period'))
  const period = Number.isInteger(requested) && requested > 0 ? { period: requested } : {}
  const [found, { items }] = await orRespond(
    args.request,
    Promise.all([
      call(answersContract.single, { _id: args.params.id, ...period }),
      call(sitesContract.list, { workspace_id: workspace._id }),
    ]),
  )
  const own = found.watch.brand.domains.flatMap((domain) => {
    const target = parseSiteTarget(domain)
    return (target && findContainingSite(target, items)) ?? []
  })
  return { found, sites: [...new Set(own)] }
}

export default function WatchPage({ loaderData: { found, sites } }: Route.ComponentProps) {
  const showsFees = useShowsFees()
  const { watch, period, periods, prompts, summary, sources, absences } = found
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { busy, error, run } = useCall()
  usePolling(watch.running, revalidate, { everyMs: 2500 })
  const shown = periods.find(({ no }) => no === period)
  return (
    <>
      <ScreenHead
        title={watch.brand.name}
        beside={
          <>
            {watch.status === 'paused' && <Badge>paused</Badge>}
            {watch.running && (
              <Badge tone="accent">
                {watch.progress
                  ? `${formatCount(watch.progress.done)} of ${formatCount(watch.progress.total)} answers`
                  : 'starting'}
              </Badge>
            )}
          </>
        }
        meta={
          <>
            {describeWatch(watch)}
            {showsFees && ` · ${formatUsd(watch.spent_usd)} spent`}
            {showsFees && watch.budget_usd !== null && ` of ${formatUsd(watch.budget_usd)}`}
            {watch.last_run_at && (
              <>
                {' '}
                · last run <DateTime at={watch.last_run_at} brief />
              </>
            )}{' '}
            · API answers, not the chat apps
          </>
        }
        actions={
          <>
            {periods.length > 1 && (
              <span className="w-48">
                <Select
                  aria-label="Period"
                  value={String(period)}
                  onChange={(event) => void navigate(`?period=${event.target.value}`)}
                  options={[...periods].reverse().map(({ no, at, finished }) => ({
                    value: String(no),
                    label: `${formatDayShort(at)}${finished ? '' : ' (running)'}`,
                  }))}
                />
              </span>
            )}
            {editor && (
              <>
                <Button
                  variant="solid"
                  busy={busy}
                  disabled={watch.running || watch.status === 'paused'}
                  onClick={() =>
                    void run(async () => {
                      await api(answersContract.run, { _id: watch._id })
                      await revalidate()
                    })
                  }
                >
                  Run now
                </Button>
                <WatchMenu
                  watch={watch}
                  onChanged={() => void revalidate()}
                  onDeleted={() => void navigate('/app/answers')}
                />
              </>
            )}
          </>
        }
      />
      <CallError error={error} texts={answerErrorTexts} className="mb-4" />
      {watch.skipped.length > 0 && (
        <p className="mb-5 text-s text-warn">
          Not set up on this server, so not asked: {watch.skipped.map((engine) => shortEngineNames[engine]).join(', ')}.
        </p>
      )}
      {prompts.length === 0 ? (
        <EmptyState title="No answers yet.">
          {watch.running ? 'The first period is starting.' : 'Choose Run now to ask the engines.'}
        </EmptyState>
      ) : (
        <>
          {shown && !shown.finished && (
            <p className="mb-4 text-ink-2 text-s">This period is still running. Its figures change until it’s over.</p>
          )}
          <Headline summary={summary} results={prompts} />
          <h2 className="sr-only">Results by prompt and engine</h2>
          <PromptMatrix results={prompts} engines={watch.engines} />
          <div className="mt-9 grid gap-9 lg:grid-cols-2">
            <CompetitorsPanel brand={watch.brand.name} summary={summary} />
            <SourcesPanel sources={sources} answers={prompts.reduce((sum, { mentioned }) => sum + mentioned.n, 0)} />
          </div>
          <AbsencesPanel watchId={watch._id} period={period} absences={absences} editor={editor} />
          <CrawlersPanel sites={sites} />
        </>
      )}
    </>
  )
}

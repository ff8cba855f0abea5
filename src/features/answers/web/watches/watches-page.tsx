import { MessagesSquare, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatUsd } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { getReportLocale, localeCookie } from '#web/components/locales.ts'
import { Pages } from '#web/components/pagination.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { canEdit, useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { answersContract, type ListedWatch } from '../../contract.ts'
import { describeChange, describeShare, describeWatch, watchHref } from '../answer-labels.ts'
import { WatchMenu } from '../watch-menu.tsx'
import type { Route } from './+types/watches-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const NewWatchDialog = lazy(() => import('../new-watch-dialog.tsx').then((file) => ({ default: file.NewWatchDialog })))

export const meta: Route.MetaFunction = () => [{ title: 'AI answers · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Math.floor(Number(new URL(args.request.url).searchParams.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(answersContract.list, { workspace_id: workspace._id, page, limit: 50 }),
  )
  const locale = getReportLocale(readCookie(args.request, localeCookie), args.request.headers.get('Accept-Language'))
  return { found, locale }
}

/** The workspace’s watched brands. */
export default function WatchesPage({ loaderData: { found, locale } }: Route.ComponentProps) {
  const showsFees = useShowsFees()
  const editor = canEdit(useSignedIn().workspace)
  const dialog = useNewDialog()
  const { revalidate } = useRevalidator()
  const hasEngine = found.engines.some(({ ready }) => ready)
  usePolling(
    found.items.some(({ running }) => running),
    revalidate,
    { everyMs: 2000 },
  )
  const canAdd = editor && hasEngine
  return (
    <>
      <ScreenHead
        title="AI answers"
        meta={
          found.total > 0
            ? 'How often assistants name you, with 95% intervals. API answers, not the chat apps.'
            : undefined
        }
        actions={
          canAdd && (
            <Button variant="solid" icon={<Plus size={15} aria-hidden />} onClick={dialog.open}>
              Watch answers
            </Button>
          )
        }
      />
      <h2 className="sr-only">All watches</h2>
      {found.items.length > 0 ? (
        <>
          <ul aria-label="Watches" className="border-line border-t">
            {found.items.map((watch) => (
              <li
                key={watch._id}
                className="group relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-line border-b py-2 hover:bg-well/60"
              >
                <div className="min-w-0">
                  <Link
                    href={watchHref(watch._id)}
                    className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
                  >
                    {watch.brand.name}
                  </Link>
                  <ResultLine result={watch.result} />
                  <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
                    <span>
                      {describeWatch(watch)} · {watch.frequency}
                    </span>
                    {watch.status === 'paused' && <Badge>paused</Badge>}
                    {watch.running && (
                      <Badge tone="accent">
                        {watch.progress
                          ? `${formatCount(watch.progress.done)} of ${formatCount(watch.progress.total)} answers`
                          : 'starting'}
                      </Badge>
                    )}
                  </p>
                </div>
                <span className="text-right text-ink-3 text-xs max-sm:hidden">
                  {watch.last_run_at && (
                    <span className="block">
                      Last run <DateTime at={watch.last_run_at} brief />
                    </span>
                  )}
                  {showsFees && (
                    <span className="block">
                      {formatUsd(watch.spent_usd)} spent
                      {watch.budget_usd !== null && ` of ${formatUsd(watch.budget_usd)}`}
                    </span>
                  )}
                </span>
                <div className="relative z-10">
                  {editor && <WatchMenu watch={watch} onChanged={() => void revalidate()} />}
                </div>
              </li>
            ))}
          </ul>
          <Pages page={found.page} limit={found.limit} total={found.total} what="watches" />
        </>
      ) : (
        <EmptyState
          illustration={<MessagesSquare size={28} strokeWidth={1.25} aria-hidden />}
          title="No watched answers yet."
          action={
            canAdd && (
              <Button variant="solid" onClick={dialog.open}>
                Watch answers
              </Button>
            )
          }
        >
          {hasEngine
            ? 'See whether AI assistants name you and cite your pages. Each prompt is asked several times, so that you can tell a change from chance. You see the cost before you start.'
            : 'Watching AI answers needs the key of an engine, and none is set up on this server. Ask your administrator to set up OpenAI, Anthropic, Gemini, Perplexity or DataForSEO.'}
        </EmptyState>
      )}
      <Suspense>
        {dialog.isOpen && canAdd && <NewWatchDialog engines={found.engines} locale={locale} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}

/** What the latest finished run found, with its date. */
function ResultLine({ result }: Pick<ListedWatch, 'result'>) {
  if (!result) return <p className="text-ink-3 text-s">No run has finished yet</p>
  return (
    <p className="text-ink-2 text-s">
      {describeShare(result)}, <DateTime at={result.at} brief />
      {result.mentioned.share !== null && ` · ${describeChange(result)}`}
    </p>
  )
}

import { Ear, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, getReportLocale, languageName, localeCookie } from '#web/components/locales.ts'
import { Pages } from '#web/components/pagination.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type ListenerHead, listenersContract } from '../../contract.ts'
import { frequencyWords, listenerHref } from '../listener-labels.ts'
import { ListenerMenu } from '../listener-menu.tsx'
import type { Route } from './+types/listeners-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const ListenDialog = lazy(() => import('../new-listener-dialog.tsx').then((file) => ({ default: file.ListenDialog })))

export const meta: Route.MetaFunction = () => [{ title: 'Listeners · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Math.floor(Number(new URL(args.request.url).searchParams.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(listenersContract.list, { workspace_id: workspace._id, page, limit: 50 }),
  )
  const locale = getReportLocale(readCookie(args.request, localeCookie), args.request.headers.get('Accept-Language'))
  return { found, locale }
}

/** The workspace's listeners, newest first. */
export default function ListPage({ loaderData: { found, locale } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const dialog = useNewDialog()
  const { revalidate } = useRevalidator()
  usePolling(
    found.items.some(({ running }) => running),
    revalidate,
    { everyMs: 1500 },
  )
  const active = found.items.filter(({ status }) => status === 'active').length
  return (
    <>
      <ScreenHead
        title="Listeners"
        meta={
          found.total > 0
            ? `${plural(found.total, 'listener')}${found.total === found.items.length && active < found.total ? `, ${active} active` : ''}. Each checks its sources on a schedule and records new and lost keywords.`
            : undefined
        }
        actions={
          editor && (
            <Button variant="solid" icon={<Plus size={15} aria-hidden />} onClick={dialog.open}>
              New listener
            </Button>
          )
        }
      />
      <h2 className="sr-only">All listeners</h2>
      {found.items.length > 0 ? (
        <>
          <ul aria-label="Listeners" className="border-line border-t">
            {found.items.map((head) => (
              <Line key={head._id} head={head} editor={editor} onChanged={() => void revalidate()} />
            ))}
          </ul>
          <Pages page={found.page} limit={found.limit} total={found.total} what="listeners" />
        </>
      ) : (
        <Nothing editor={editor} onAdd={dialog.open} />
      )}
      <Suspense>
        {dialog.isOpen && <ListenDialog keyword={dialog.given} locale={locale} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}

function Line({ head, editor, onChanged }: { head: ListenerHead; editor: boolean; onChanged: () => void }) {
  const paused = head.status === 'paused'
  // Leaves out the first run: all of it is new, which would flatten the rest.
  const line = head.run_count > head.sparkline.length ? head.sparkline : head.sparkline.slice(1)
  return (
    <li className="group relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-line border-b py-2 hover:bg-well/60 md:grid-cols-[minmax(0,1fr)_72px_84px_150px_auto]">
      <div className="min-w-0">
        <Link
          href={listenerHref(head._id)}
          className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
        >
          {head.keyword}
        </Link>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
          <span>{[countryName(head.country), languageName(head.language)].join(', ')}</span>
          {!paused && <span>· {frequencyWords[head.frequency]}</span>}
          {paused && (head.paused_reason ? <Badge tone="warn">{head.paused_reason}</Badge> : <Badge>paused</Badge>)}
          {head.running && <Badge tone="accent">running</Badge>}
          {head.failing_sources > 0 && <Badge tone="warn">{plural(head.failing_sources, 'source')} incomplete</Badge>}
          {head.run_count > 0 && <span>· {plural(head.item_count, 'keyword')}</span>}
          {head.next_run_at && !paused && (
            <span className="md:hidden">
              · next <DateTime at={head.next_run_at} brief />
            </span>
          )}
        </p>
      </div>
      <span className="max-md:hidden">
        {line.length > 1 && (
          <Sparkline values={line} fromZero label={`New keywords in each of the latest ${line.length} runs`} />
        )}
      </span>
      <span className="whitespace-nowrap text-right">
        {head.new_count > 0 ? (
          <span className="font-[550] text-accent-ink">
            {formatCount(head.new_count)} {head.run_count === 1 ? 'found' : 'new'}
          </span>
        ) : (
          <span className="text-ink-3">{head.run_count === 0 ? 'no runs yet' : 'no new keywords'}</span>
        )}
      </span>
      <span className="whitespace-nowrap text-right text-ink-3 text-xs max-md:hidden">
        {head.last_run_at ? (
          <span className="block">
            Last run <DateTime at={head.last_run_at} brief />
          </span>
        ) : null}
        {head.next_run_at && (
          <span className="block">
            Next run <DateTime at={head.next_run_at} brief />
          </span>
        )}
      </span>
      <div className="relative z-10">{editor && <ListenerMenu head={head} onChanged={onChanged} />}</div>
    </li>
  )
}

function Nothing({ editor, onAdd }: { editor: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      illustration={<Ear size={28} strokeWidth={1.25} aria-hidden />}
      title="No listeners yet."
      action={
        editor && (
          <>
            <Button variant="solid" onClick={onAdd}>
              Track a topic
            </Button>
            <Button href="/app/reports">Open reports</Button>
          </>
        )
      }
    >
      Track a topic and get alerts by email, webhook or feed when new questions and keywords appear or disappear.
      Listeners run daily, weekly or monthly. Each uses 1 listener from your plan while active.
    </EmptyState>
  )
}

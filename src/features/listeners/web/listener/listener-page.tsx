import { Pause, Play, RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { reportsContract } from '#features/reports/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Tabs } from '#ui/tabs.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { lazily } from '#web/components/lazily.ts'
import { countryName, languageName } from '#web/components/locales.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type Item, type Listener, listenersContract } from '../../contract.ts'
import { listenerErrorTexts } from '../error-texts.ts'
import { frequencyWords, listenerHref } from '../listener-labels.ts'
import { ListenerMenu, setStatus } from '../listener-menu.tsx'
import type { Route } from './+types/listener-page.ts'
import { ItemsPanel } from './items-panel.tsx'

const ChangesPanel = import.meta.env.SSR
  ? (await import('./changes-panel.tsx')).ChangesPanel
  : lazily(() => import('./changes-panel.tsx').then((file) => file.ChangesPanel))
const DeliveriesPanel = import.meta.env.SSR
  ? (await import('./deliveries-panel.tsx')).DeliveriesPanel
  : lazily(() => import('./deliveries-panel.tsx').then((file) => file.DeliveriesPanel))
const RunsPanel = import.meta.env.SSR
  ? (await import('./runs-panel.tsx')).RunsPanel
  : lazily(() => import('./runs-panel.tsx').then((file) => file.RunsPanel))
const SettingsPanel = import.meta.env.SSR
  ? (await import('./settings-panel.tsx')).SettingsPanel
  : lazily(() => import('./settings-panel.tsx').then((file) => file.SettingsPanel))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.listener.keyword ?? 'Listener'} · Listeners · Earshot` },
]

const tabNames = ['keywords', 'changes', 'runs', 'deliveries', 'settings'] as const
type TabName = (typeof tabNames)[number]
const shownAtOnce = 300

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const _id = args.params.id
  const tab: TabName = tabNames.find((name) => name === params.get('tab')) ?? 'keywords'
  const run_id = params.get('run') ?? undefined
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const poll = async () => {
    const [single, changes, deliveries, offered] = await Promise.all([
      call(listenersContract.single, { _id, run_id }),
      tab === 'changes' ? call(listenersContract.changes, { _id, page, limit: 100 }) : null,
      tab === 'deliveries' ? call(listenersContract.deliveries, { _id, page, limit: 50 }) : null,
      tab === 'settings' ? call(reportsContract.sources, {}) : null,
    ])
    return { single, changes, deliveries, offered: offered?.items ?? null }
  }
  const { single, ...panels } = await orRespond(args.request, poll())
  const { listener, runs, items } = single
  const filter = {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    state: (['new', 'active', 'gone'] as const).find((name) => name === params.get('state')) ?? null,
    source: params.get('source'),
  }
  const found = filterItems(items, filter)
  const texts = found.lines.map(({ text }) => text)
  const volumes =
    tab === 'keywords' && texts.length > 0
      ? (await orRespond(args.request, call(listenersContract.volumes, { _id, texts }))).items
      : []
  return { listener, runs, tab, runId: run_id ?? null, found, volumes, filter, ...panels }
}

const stateOrder: Item['state'][] = ['new', 'active', 'gone']

/** Filters, sorts and limits items on the server, since a listener can have thousands. */
function filterItems(items: Item[], filter: { q: string; state: Item['state'] | null; source: string | null }) {
  const { source } = filter
  const lines = source === null ? items : items.filter(({ sources }) => sources.includes(source))
  const counts = { new: 0, active: 0, lost: 0 }
  for (const { state } of lines) counts[state === 'gone' ? 'lost' : state]++
  const q = filter.q.toLowerCase()
  const sorted = lines
    .filter(
      ({ state, text }) =>
        (filter.state === null ? state !== 'gone' : state === filter.state) &&
        (q === '' || text.toLowerCase().includes(q)),
    )
    .sort(
      (a, b) =>
        stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
        Number(b.type === 'question') - Number(a.type === 'question') ||
        a.text.localeCompare(b.text, 'en'),
    )
  return {
    counts,
    sources: [...new Set(items.flatMap(({ sources }) => sources))].sort(),
    total: sorted.length,
    lines: sorted.slice(0, shownAtOnce),
  }
}

/** One listener: keywords, changes, runs, deliveries and settings. */
export default function ListenerPage({ loaderData }: Route.ComponentProps) {
  const { listener, runs, tab, runId, found, volumes, filter, changes, deliveries, offered } = loaderData
  const { user, workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  usePolling(listener.running, revalidate, { everyMs: 1500 })
  const paused = listener.status === 'paused'
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      await revalidate()
    })
  const href = (name: TabName) => `${listenerHref(listener._id)}${name === 'keywords' ? '' : `?tab=${name}`}`
  return (
    <>
      <ScreenHead
        title={listener.keyword}
        beside={
          <span className="flex gap-1.5">
            {paused && !listener.paused_reason && <Badge>paused</Badge>}
            {listener.running && <Badge tone="accent">running</Badge>}
          </span>
        }
        meta={<Meta listener={listener} />}
        actions={
          editor && (
            <>
              {paused ? (
                <Button
                  variant="solid"
                  busy={busy}
                  icon={<Play size={14} aria-hidden />}
                  onClick={() => act(() => setStatus(listener, 'active'))}
                >
                  Resume
                </Button>
              ) : (
                <>
                  <Button
                    icon={<Pause size={14} aria-hidden />}
                    onClick={() => act(() => setStatus(listener, 'paused'))}
                  >
                    Pause
                  </Button>
                  <Button
                    variant="solid"
                    busy={busy || listener.running}
                    icon={<RotateCw size={14} aria-hidden />}
                    onClick={() => act(() => api(listenersContract.run, { _id: listener._id }))}
                  >
                    Run now
                  </Button>
                </>
              )}
              <ListenerMenu
                head={listener}
                onChanged={() => void revalidate()}
                onDeleted={() => void navigate('/app/listeners')}
              />
            </>
          )
        }
      />
      <CallError error={error} texts={listenerErrorTexts} className="mb-5" />
      {listener.paused_reason && (
        <ErrorNote
          tone="warn"
          className="mb-5"
          todo="It resumes automatically when your plan has room. To resume it now, pause another listener first."
          action={workspace.role === 'owner' && <Button href="/app/billing">View plans</Button>}
        >
          {listener.paused_reason}
        </ErrorNote>
      )}
      <Tabs
        label="Listener"
        value={tab}
        className="mb-6"
        tabs={[
          { value: 'keywords', label: 'Keywords', href: href('keywords') },
          { value: 'changes', label: 'Changes', href: href('changes') },
          { value: 'runs', label: 'Runs', count: listener.run_count, href: href('runs') },
          ...(listener.notify.webhook || tab === 'deliveries'
            ? [{ value: 'deliveries', label: 'Deliveries', href: href('deliveries') }]
            : []),
          ...(editor ? [{ value: 'settings', label: 'Settings', href: href('settings') }] : []),
        ]}
      />
      <Suspense>
        <LateHydration>
          {tab === 'keywords' && (
            <ItemsPanel key={listener._id} {...{ listener, runs, runId, found, volumes, filter, editor }} />
          )}
          {tab === 'changes' && changes && <ChangesPanel listener={listener} runs={runs} changes={changes} />}
          {tab === 'runs' && <RunsPanel listener={listener} runs={runs} />}
          {tab === 'deliveries' && deliveries && (
            <DeliveriesPanel
              listener={listener}
              deliveries={deliveries}
              editor={editor}
              onSent={() => void revalidate()}
            />
          )}
          {tab === 'settings' && offered && (
            <SettingsPanel
              key={listener._id}
              listener={listener}
              offered={offered}
              ownEmail={user.email}
              onSaved={() => void revalidate()}
            />
          )}
        </LateHydration>
      </Suspense>
    </>
  )
}

function Meta({ listener }: { listener: Listener }) {
  const { volatility } = listener
  return (
    <>
      {countryName(listener.country)} · {languageName(listener.language)} · {frequencyWords[listener.frequency]}
      {listener.next_run_at && (
        <>
          {' '}
          · next run <DateTime at={listener.next_run_at} />
        </>
      )}
      {listener.last_run_at && <> · {plural(listener.run_count, 'run')}</>}
      {volatility !== null && (
        <span title="Average share of keywords that were new or lost per run, over the latest 10 runs">
          {' '}
          · {volatility < 0.005 && volatility > 0 ? '<1' : Math.round(volatility * 100)}% change per run
        </span>
      )}
    </>
  )
}

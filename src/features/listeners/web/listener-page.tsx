import { Pause, Play, RotateCw } from 'lucide-react'
import { useNavigate, useRevalidator } from 'react-router'
import { reportsContract } from '#features/reports/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format.ts'
import { Tabs } from '#ui/tabs.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { countryName, languageName } from '#web/locales.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type Item, type Listener, listenersContract } from '../contract.ts'
import type { Route } from './+types/listener-page.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { listenerErrorTexts } from './error-texts.ts'
import { ItemsPanel } from './items-panel.tsx'
import { frequencyWords, listenerHref } from './listener-labels.ts'
import { ListenerMenu, setStatus } from './listener-menu.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { usePollWhile } from './use-poll-while.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

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
  const ask = async () => {
    const [single, changes, deliveries, offered] = await Promise.all([
      call(listenersContract.single, { _id, run_id }),
      tab === 'changes' ? call(listenersContract.changes, { _id, page, limit: 100 }) : null,
      tab === 'deliveries' ? call(listenersContract.deliveries, { _id, page, limit: 50 }) : null,
      tab === 'settings' ? call(reportsContract.sources, {}) : null,
    ])
    return { single, changes, deliveries, offered: offered?.items ?? null }
  }
  const { single, ...panels } = await orRespond(args.request, ask())
  const { listener, runs, items } = single
  const wanted = {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    state: (['new', 'active', 'gone'] as const).find((name) => name === params.get('state')) ?? null,
    source: params.get('source'),
  }
  return { listener, runs, tab, runId: run_id ?? null, found: filterItems(items, wanted), wanted, ...panels }
}

const stateOrder: Item['state'][] = ['new', 'active', 'gone']

/** Filters, sorts and limits items on the server, since a listener can have thousands. */
function filterItems(items: Item[], wanted: { q: string; state: Item['state'] | null; source: string | null }) {
  const { source } = wanted
  const lines = source === null ? items : items.filter(({ sources }) => sources.includes(source))
  const counts = { new: 0, active: 0, lost: 0 }
  for (const { state } of lines) counts[state === 'gone' ? 'lost' : state]++
  const q = wanted.q.toLowerCase()
  const sorted = lines
    .filter(
      ({ state, text }) =>
        (wanted.state === null ? state !== 'gone' : state === wanted.state) &&
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
  const { listener, runs, tab, runId, found, wanted, changes, deliveries, offered } = loaderData
  const { user, workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  usePollWhile(listener.running)
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
      {tab === 'keywords' && <ItemsPanel key={listener._id} {...{ listener, runs, runId, found, wanted, editor }} />}
      {tab === 'changes' && changes && <ChangesPanel listener={listener} runs={runs} changes={changes} />}
      {tab === 'runs' && <RunsPanel listener={listener} runs={runs} />}
      {tab === 'deliveries' && deliveries && (
        <DeliveriesPanel listener={listener} deliveries={deliveries} editor={editor} onSent={() => void revalidate()} />
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

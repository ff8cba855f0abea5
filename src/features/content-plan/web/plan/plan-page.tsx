import { Download, Plus, Share2, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link as RouterLink, useRevalidator } from 'react-router'
import { useFeedUrl } from '#features/data-feeds/web/use-feed-url.tsx'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { startDownload } from '#web/calls/start-download.ts'
import { lazily } from '#web/components/lazily.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { itemStates, type Plan } from '../../contract.ts'
import { parseMonth } from '../../rules/views/plan-calendar.ts'
import { isFiltered, type PlanFilter, readFilter, toAddress, toExportPath } from '../../rules/views/plan-filter.ts'
import { ChangeNotes } from '../change/change-notes.tsx'
import { usePlanChange } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { type Option, stateLabels, toOwners } from '../item-labels.ts'
import { StateDot } from '../state-dot.tsx'
import type { Route } from './+types/plan-page.ts'
import {
  loadBoard,
  loadCalendar,
  loadMap,
  loadTable,
  type PlanView,
  planViews,
  type TableSort,
  tableSorts,
} from './load-view.ts'
import { PlanFilters } from './plan-filters.tsx'
import { PlanTable } from './plan-table.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.plan.name ?? 'Plan'} · Earshot` }]

const PlanBoard = import.meta.env.SSR
  ? (await import('../board/plan-board.tsx')).PlanBoard
  : lazily(() => import('../board/plan-board.tsx').then((file) => file.PlanBoard))
const PlanCalendar = import.meta.env.SSR
  ? (await import('../calendar/plan-calendar.tsx')).PlanCalendar
  : lazily(() => import('../calendar/plan-calendar.tsx').then((file) => file.PlanCalendar))
const PlanMap = import.meta.env.SSR
  ? (await import('../map/plan-map.tsx')).PlanMap
  : lazily(() => import('../map/plan-map.tsx').then((file) => file.PlanMap))
const PlanComments = lazy(() => import('#features/review/web/plan-comments.tsx'))
const SharePlan = lazy(() => import('#features/review/web/share-plan.tsx'))
const AddItem = lazy(() => import('./add-item.tsx'))
const ImportPlanDialog = lazy(() => import('../import/import-plan-dialog.tsx'))
const WeightsDialog = lazy(() => import('./weights-dialog.tsx'))

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const filter = readFilter(params)
  const sort = (Object.keys(tableSorts) as TableSort[]).find((each) => each === params.get('sort')) ?? 'pillar'
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const view = planViews.find((each) => each === params.get('view')) ?? 'table'
  const today = new Date().toISOString().slice(0, 10)
  const month = parseMonth(params.get('month')) ?? today.slice(0, 7)
  const { call } = args.context.get(pageContext)
  const of = { _id: args.params.id, filter }
  return orRespond(args.request, read(), contentPlanErrorTexts)

  async function read() {
    const team = call(workspacesContract.data, { workspace_id: workspace._id })
    const [shown, { members }] = await Promise.all([readView(), team])
    return { ...shown, filter, sort, today, month, owners: toOwners(members) }
  }
  async function readView() {
    if (view === 'board') {
      const board = await loadBoard(call, of)
      return { view, plan: board.plan, board }
    }
    if (view === 'calendar') {
      const calendar = await loadCalendar(call, of, month)
      return { view, plan: calendar.plan, calendar }
    }
    if (view === 'map') {
      const map = await loadMap(call, of)
      return { view, plan: map.plan, map }
    }
    const found = await loadTable(call, of, { sort, page })
    return { view, plan: found.plan, found }
  }
}

/** One plan as a table by pillar, a board by state, a map of its links or a calendar of due dates. */
export default function PlanPage({ loaderData }: Route.ComponentProps) {
  const { plan, view, filter, sort, month, today, owners } = loaderData
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  // A board keeps its cards while they move, so what changes all of them draws it again.
  const [scored, setScored] = useState(0)
  return (
    <>
      <ScreenHead
        title={plan.name}
        meta={
          <>
            {plural(plan.items, 'item')} from {plural(plan.keywords, 'keyword')} · {plan.source.label} ·{' '}
            <Link href="/app/plan" className="link">
              All plans
            </Link>
          </>
        }
        actions={
          <PlanActions
            plan={plan}
            filter={filter}
            owners={owners}
            editor={editor}
            onScored={() => setScored(scored + 1)}
          />
        }
      />
      {view !== 'board' && <StateCounts plan={plan} />}
      <Views view={view} filter={filter} />
      <PlanFilters view={view} filter={filter} sort={sort} members={owners} />
      <Suspense>
        {loaderData.view === 'board' && (
          <LateHydration>
            <PlanBoard
              key={`${plan._id} ${plan.version} ${scored} ${JSON.stringify(filter)}`}
              plan={plan}
              columns={loaderData.board.columns}
              filter={filter}
              today={today}
              editor={editor}
              members={owners}
            />
          </LateHydration>
        )}
        {loaderData.view === 'calendar' && (
          <LateHydration>
            <PlanCalendar
              plan={plan}
              month={month}
              items={loaderData.calendar.items}
              total={loaderData.calendar.total}
              today={today}
            />
          </LateHydration>
        )}
        {loaderData.view === 'map' && (
          <LateHydration>
            <PlanMap
              key={`${plan._id} ${JSON.stringify(filter)}`}
              plan={plan}
              items={loaderData.map.items}
              links={loaderData.map.links}
              total={loaderData.map.total}
              editor={editor}
              members={owners}
            />
          </LateHydration>
        )}
      </Suspense>
      {loaderData.view === 'table' && (
        <PlanTable
          found={loaderData.found}
          filter={filter}
          sort={sort}
          editor={editor}
          members={owners}
          today={today}
        />
      )}
      <div className="mt-10" data-screen-only>
        <Suspense>
          <PlanComments planId={plan._id} />
        </Suspense>
      </div>
    </>
  )
}

type PlanActionsProps = {
  plan: Plan
  filter: PlanFilter
  owners: readonly Option[]
  editor: boolean
  onScored: () => void
}

function PlanActions({ plan, filter, owners, editor, onScored }: PlanActionsProps) {
  const [open, setOpen] = useState<'item' | 'weights' | 'import' | 'share' | null>(null)
  const { revalidate } = useRevalidator()
  const changes = usePlanChange(plan)
  const shown = isFiltered(filter)
  const feed = useFeedUrl({ workspace_id: plan.workspace_id, kind: 'plan', source_id: plan._id })
  return (
    <>
      {editor && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('weights')}>
          Priority weights
        </Button>
      )}
      {editor && (
        <Button aria-haspopup="dialog" icon={<Upload size={15} aria-hidden />} onClick={() => setOpen('import')}>
          Import
        </Button>
      )}
      {editor && (
        <Button aria-haspopup="dialog" icon={<Share2 size={15} aria-hidden />} onClick={() => setOpen('share')}>
          Share
        </Button>
      )}
      <Menu
        align="end"
        trigger={<Button icon={<Download size={15} aria-hidden />}>{shown ? 'Export filtered' : 'Export'}</Button>}
        items={[
          ...(['csv', 'xlsx', 'md'] as const).map((format) => ({
            label: { csv: 'CSV', xlsx: 'Excel', md: 'Markdown' }[format],
            onSelect: () => startDownload(toExportPath(plan._id, format, filter)),
          })),
          ...(editor ? ['line' as const, feed.item] : []),
        ]}
      />
      {feed.dialog}
      {editor && (
        <Button
          variant="solid"
          aria-haspopup="dialog"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setOpen('item')}
        >
          Add item
        </Button>
      )}
      <ChangeNotes changes={changes} members={owners} />
      <Suspense>
        {open === 'item' && <AddItem plan={plan} members={owners} changes={changes} onClose={() => setOpen(null)} />}
        {open === 'import' && (
          <ImportPlanDialog update={{ plan, changes }} members={owners} onClose={() => setOpen(null)} />
        )}
        {open === 'share' && <SharePlan id={plan._id} onClose={() => setOpen(null)} />}
        {open === 'weights' && (
          <WeightsDialog onSaved={() => revalidate().then(onScored)} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}

const viewLabels: Record<PlanView, string> = { table: 'Table', board: 'Board', map: 'Map', calendar: 'Calendar' }

/** The views of a plan. Which is shown is in the URL; the filters stay. */
function Views({ view, filter }: { view: PlanView; filter: PlanFilter }) {
  const to = (next: PlanView) =>
    `?${new URLSearchParams({ ...(next === 'table' ? {} : { view: next }), ...toAddress(filter) })}`
  return (
    <nav aria-label="Views" className="mb-4 inline-flex rounded-m border border-line-2 bg-panel" data-screen-only>
      {planViews.map((each) => (
        <RouterLink
          key={each}
          to={to(each)}
          aria-current={each === view ? 'page' : undefined}
          className="border-line border-l px-3 py-1.5 text-ink-2 text-s no-underline first:border-0 hover:text-ink aria-[current]:bg-well aria-[current]:font-[550] aria-[current]:text-ink"
        >
          {viewLabels[each]}
        </RouterLink>
      ))}
    </nav>
  )
}

function StateCounts({ plan }: { plan: Plan }) {
  return (
    <ul className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-s" aria-label="Items by state">
      {itemStates
        .filter((state) => state !== 'dropped' || plan.states.dropped > 0)
        .map((state) => (
          <li key={state} className="flex items-center gap-1.5 text-ink-2">
            <StateDot state={state} /> {stateLabels[state]}{' '}
            <b className="font-[600] text-ink tabular-nums">{formatCount(plan.states[state])}</b>
          </li>
        ))}
    </ul>
  )
}

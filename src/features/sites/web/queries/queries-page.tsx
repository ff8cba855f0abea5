import { lazy, Suspense, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDayShort } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type QuerySort, queryViews, type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { SiteHead } from '../site-head.tsx'
import type { Route } from './+types/queries-page.ts'
import { ConnectPanel } from './connect-panel.tsx'
import { Headline } from './headline.tsx'
import { QueriesTable, viewLabels } from './queries-table.tsx'

const PropertyDialog = lazy(() => import('./property-dialog.tsx'))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.site.url ?? 'My site'} · Queries · Earshot` },
]

const sorts = {
  '-clicks': 'clicks',
  '-impressions': 'impressions',
  position: 'position',
  '-ctr': 'CTR',
  query: 'query',
} as const satisfies Partial<Record<QuerySort, string>>

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const _id = args.params.id
  const view = queryViews.find((name) => name === params.get('view')) ?? 'all'
  const sort = (Object.keys(sorts) as (keyof typeof sorts)[]).find((name) => name === params.get('sort')) ?? '-clicks'
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const q = params.get('q')?.slice(0, 200)
  const [{ site }, overview, found] = await orRespond(
    args.request,
    Promise.all([
      call(sitesContract.get, { _id }),
      call(sitesContract.overview, { _id }),
      call(sitesContract.queries, { _id, view, sort, page, limit: 50, ...(q ? { q } : {}) }),
    ]),
  )
  return { site, overview, found, view }
}

/** What people search before they see the site, from Search Console. */
export default function QueriesPage({ loaderData: { site, overview, found, view } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const manages = roleAtLeast(workspace.role, 'admin')
  const { revalidate } = useRevalidator()
  const [params] = useSearchParams()
  const { busy, error, run } = useCall()
  const lacksProperty = site.search_console.failure?.reason === 'search_console_no_property'
  const [isChoosing, setIsChoosing] = useState(lacksProperty && manages)
  const { search_console: connection } = site
  const isFirstSync = connection.state === 'connected' && connection.last_day === null
  usePolling(isFirstSync, revalidate, { everyMs: 3000 })
  const sync = () =>
    run(async () => {
      await api(sitesContract.sync, { _id: site._id })
      await revalidate()
    })
  const disconnect = () =>
    run(async () => {
      await api(sitesContract.disconnect, { _id: site._id })
      await revalidate()
    })
  return (
    <>
      <SiteHead
        site={site}
        tab="queries"
        meta={<ConnectionLine connection={connection} />}
        actions={
          connection.state !== 'none' && (
            <>
              {manages && (
                <>
                  <Button onClick={() => setIsChoosing(true)}>Choose property</Button>
                  <Button onClick={() => void disconnect()} busy={busy}>
                    Disconnect
                  </Button>
                </>
              )}
              {editor && connection.property && (
                <Button onClick={() => void sync()} busy={busy}>
                  Sync now
                </Button>
              )}
            </>
          )
        }
      />
      <CallError error={error} texts={sitesErrorTexts} className="mb-4" />
      <Suspense>
        {isChoosing && (
          <PropertyDialog
            site={site}
            onClose={() => setIsChoosing(false)}
            onChanged={() => {
              setIsChoosing(false)
              void revalidate()
            }}
          />
        )}
      </Suspense>
      {connection.state !== 'connected' && (
        <ConnectPanel site={site} manages={manages} onChanged={() => void revalidate()} />
      )}
      {isFirstSync && (
        <EmptyState title="Reading Search Console">
          The latest days appear first. 16 months take a few minutes.
        </EmptyState>
      )}
      {overview.totals && (
        <>
          <Headline overview={overview} />
          <h2 className="sr-only">Queries</h2>
          <ListToolbar label="Queries" search="Search queries">
            <Select
              key={`view ${view}`}
              name="view"
              className="w-auto"
              aria-label="View"
              defaultValue={view === 'all' ? '' : view}
              options={queryViews.map((name) => ({ value: name === 'all' ? '' : name, label: viewLabels[name] }))}
            />
            <Select
              key={`sort ${params.get('sort')}`}
              name="sort"
              className="w-auto"
              aria-label="Sort by"
              defaultValue={params.get('sort') ?? ''}
              options={Object.entries(sorts).map(([value, label]) => ({
                value: value === '-clicks' ? '' : value,
                label: `Sort by ${label}`,
              }))}
            />
          </ListToolbar>
          {found.items.length > 0 ? (
            <QueriesTable rows={found.items} view={view} editor={editor} />
          ) : (
            <EmptyState
              title="No queries match your filters."
              action={<Button href={`/app/sites/${site._id}/queries`}>Clear filters</Button>}
            />
          )}
          <Pages page={found.page} limit={found.limit} total={found.total} what="queries" />
        </>
      )}
    </>
  )
}

function ConnectionLine({ connection }: { connection: Site['search_console'] }) {
  const { state, property, last_day } = connection
  const error = getStoredError(connection)
  if (state === 'error' && error)
    return (
      <span className="text-bad">
        {getErrorText(error, sitesErrorTexts)}
        {last_day && ` Data to ${formatDayShort(last_day)}.`}
      </span>
    )
  if (state === 'none' && !last_day) return <>Search Console isn’t connected</>
  return (
    <>
      Search Console{property && `, ${property}`}
      {state === 'none' && ' · disconnected'}
      {last_day && ` · complete to ${formatDayShort(last_day)}`}
    </>
  )
}

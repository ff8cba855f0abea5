import { lazy, Suspense, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDayShort, plural } from '#ui/format/format.ts'
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
import { UploadNote } from '../uploads/upload-note.tsx'
import { getPeriodText } from '../uploads/upload-texts.ts'
import { UploadsList } from '../uploads/uploads-list.tsx'
import type { Route } from './+types/queries-page.ts'
import { ConnectPanel } from './connect-panel.tsx'
import { Headline } from './headline.tsx'
import { QueriesTable, viewLabels } from './queries-table.tsx'

const UploadDialog = lazy(() => import('../uploads/upload-dialog.tsx'))
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
  const { items: uploads } = await orRespond(args.request, call(sitesContract.uploads, { _id }))
  const chosen = uploads.find(({ _id: id }) => id === params.get('upload'))
  const source = chosen ? { upload_id: chosen._id } : {}
  const [{ site }, overview, found] = await orRespond(
    args.request,
    Promise.all([
      call(sitesContract.get, { _id }),
      call(sitesContract.overview, { _id, ...source }),
      call(sitesContract.queries, { _id, view, sort, page, limit: 50, ...source, ...(q ? { q } : {}) }),
    ]),
  )
  return { site, overview, found, view, uploads }
}

/** What a view needs that an export hasn’t got. */
const lackTexts = {
  days: {
    title: 'New queries need daily data.',
    text: 'An export has totals of its whole period only. Connect Search Console to see which queries are new.',
  },
  pairs: {
    title: 'Cannibalization needs a row for each query and page.',
    text: 'Search Console exports queries and pages apart. Connect Search Console, or upload a table that has both columns.',
  },
} as const

/** What people search before they see the site, from Search Console. */
export default function QueriesPage({ loaderData: { site, overview, found, view, uploads } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const manages = roleAtLeast(workspace.role, 'admin')
  const { revalidate } = useRevalidator()
  const [params] = useSearchParams()
  const { busy, error, run } = useCall()
  const lacksProperty = site.search_console.failure?.reason === 'search_console_no_property'
  const [isChoosing, setIsChoosing] = useState(lacksProperty && manages)
  const [isUploading, setIsUploading] = useState(false)
  const { search_console: connection } = site
  const hasData = overview.totals !== null || overview.upload !== null
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
        meta={<ConnectionLine site={site} />}
        actions={
          <>
            {editor && (hasData || connection.state === 'connected') && (
              <Button onClick={() => setIsUploading(true)}>Upload an export</Button>
            )}
            {connection.state !== 'none' && manages && (
              <>
                <Button onClick={() => setIsChoosing(true)}>Choose property</Button>
                <Button onClick={() => void disconnect()} busy={busy}>
                  Disconnect
                </Button>
              </>
            )}
            {connection.state !== 'none' && editor && connection.property && (
              <Button onClick={() => void sync()} busy={busy}>
                Sync now
              </Button>
            )}
          </>
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
      <Suspense>
        {isUploading && (
          <UploadDialog site={site} onClose={() => setIsUploading(false)} onUploaded={() => void revalidate()} />
        )}
      </Suspense>
      {connection.state !== 'connected' && !overview.upload && (
        <ConnectPanel
          site={site}
          manages={manages}
          onChanged={() => void revalidate()}
          onUpload={editor && !hasData ? () => setIsUploading(true) : null}
        />
      )}
      {isFirstSync && (
        <EmptyState title="Reading Search Console">
          The latest days appear first. 16 months take a few minutes.
        </EmptyState>
      )}
      {hasData && (
        <>
          <Headline overview={overview} />
          {found.upload && <UploadNote upload={found.upload} />}
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
            {uploads.length > 0 && (
              <Select
                key={`upload ${params.get('upload')}`}
                name="upload"
                className="w-auto"
                aria-label="Data"
                defaultValue={params.get('upload') ?? ''}
                options={[
                  { value: '', label: connection.last_day ? 'Search Console or latest export' : 'Latest export' },
                  ...uploads.map((item) => ({ value: item._id, label: `Export: ${getPeriodText(item)}` })),
                ]}
              />
            )}
          </ListToolbar>
          {found.lacks !== null ? (
            <EmptyState title={lackTexts[found.lacks].title}>{lackTexts[found.lacks].text}</EmptyState>
          ) : found.items.length > 0 ? (
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
      <UploadsList uploads={uploads} editor={editor} onDeleted={revalidate} />
      {connection.state !== 'connected' && overview.upload && (
        <div className="mt-8">
          <ConnectPanel site={site} manages={manages} onChanged={() => void revalidate()} onUpload={null} />
        </div>
      )}
    </>
  )
}

function ConnectionLine({ site: { search_console: connection, uploads } }: { site: Site }) {
  const { state, property, last_day } = connection
  const error = getStoredError(connection)
  if (state === 'error' && error)
    return (
      <span className="text-bad">
        {getErrorText(error, sitesErrorTexts)}
        {last_day && ` Data to ${formatDayShort(last_day)}.`}
      </span>
    )
  if (state === 'none' && !last_day)
    return (
      <>
        Search Console isn’t connected
        {uploads > 0 && ` · ${plural(uploads, 'uploaded export')}`}
      </>
    )
  return (
    <>
      Search Console{property && `, ${property}`}
      {state === 'none' && ' · disconnected'}
      {last_day && ` · complete to ${formatDayShort(last_day)}`}
    </>
  )
}

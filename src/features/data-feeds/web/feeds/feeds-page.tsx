import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { googleExportContract } from '#features/google-export/contract.ts'
import { GoogleConnectionPanel } from '#features/google-export/web/google-connection.tsx'
import { roleAtLeast } from '#kit/endpoint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { type DataFeed, dataFeedsContract } from '../../contract.ts'
import { dataFeedErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/feeds-page.ts'
import { FeedRow } from './feed-row.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Data feeds · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const items = roleAtLeast(workspace.role, 'editor')
    ? (await orRespond(args.request, call(dataFeedsContract.list, { workspace_id: workspace._id }))).items
    : null
  const { connection } = await orRespond(
    args.request,
    call(googleExportContract.connection, { workspace_id: workspace._id }),
  )
  return { workspace, items, connection }
}

/** The workspace's feeds: to copy their addresses again, and to revoke them. */
export default function FeedsPage({ loaderData: { workspace, items, connection } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [revoked, setRevoked] = useState<DataFeed | null>(null)
  return (
    <>
      <ScreenHead
        title="Data feeds"
        meta={`URLs that spreadsheets and dashboards use to read data of ${workspace.name}. Anyone with a URL can read it.`}
      />
      {items === null ? (
        <EmptyState title="Only editors can see data feeds">
          Your role is {workspace.role}. Ask an admin or the owner of {workspace.name}.
        </EmptyState>
      ) : items.length === 0 ? (
        <EmptyState title="No data feeds yet.">
          Open a report, list, listener, content plan or rank tracker and select “Copy feed URL” in its menu.
        </EmptyState>
      ) : (
        <ul aria-label="Data feeds" className="max-w-220 border-line border-t">
          {items.map((feed) => (
            <FeedRow key={feed._id} feed={feed} onRevoke={() => setRevoked(feed)} />
          ))}
        </ul>
      )}
      <GoogleConnectionPanel workspaceId={workspace._id} connection={connection} onChanged={() => void revalidate()} />
      {revoked && (
        <ConfirmDialog
          title={`Revoke the feed of “${revoked.title}”?`}
          description="Its URLs stop working immediately, and sheets and dashboards that use them show an error. This can’t be undone."
          action="Revoke feed"
          texts={dataFeedErrorTexts}
          onConfirm={async () => {
            await api(dataFeedsContract.remove, { _id: revoked._id })
            void revalidate()
          }}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit } from '#web/session/use-signed-in.ts'
import { type Destination, publishingContract } from '../../contract.ts'
import type { Route } from './+types/destinations-page.ts'
import { DestinationDialog } from './destination-dialog.tsx'
import { DestinationRow } from './destination-row.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Destinations · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const { items } = await orRespond(
    args.request,
    call(publishingContract.listDestinations, { workspace_id: workspace._id }),
  )
  return { workspace, items }
}

export default function DestinationsPage({ loaderData: { workspace, items } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const dialog = useNewDialog()
  const [edited, setEdited] = useState<Destination | null>(null)
  const manages = roleAtLeast(workspace.role, 'admin')
  const others = items.filter(({ kind }) => kind !== 'blog')
  const changed = () => void revalidate()
  const add = (
    <Button variant="solid" onClick={dialog.open}>
      Add destination
    </Button>
  )
  return (
    <>
      <ScreenHead
        title="Destinations"
        meta={`Where ${workspace.name} publishes posts.`}
        actions={manages && others.length > 0 && add}
      />
      <div className="grid max-w-220 gap-6">
        <ul aria-label="Destinations" className="border-line border-t">
          {items.map((destination) => (
            <DestinationRow
              key={destination._id}
              destination={destination}
              manages={manages && canEdit(workspace)}
              onEdit={() => setEdited(destination)}
              onChanged={changed}
            />
          ))}
        </ul>
        {others.length === 0 && (
          <EmptyState title="No other sites yet." action={manages ? add : undefined}>
            Add your WordPress, Ghost, Shopify or Webflow site, or your own server, and publish documents there from the
            editor.
            {!manages && ' Only admins can add one.'}
          </EmptyState>
        )}
      </div>
      {((dialog.isOpen && manages) || edited) && (
        <DestinationDialog
          destination={edited ?? undefined}
          onClose={() => {
            dialog.close()
            setEdited(null)
          }}
          onSaved={() => {
            dialog.close()
            setEdited(null)
            changed()
          }}
        />
      )}
    </>
  )
}

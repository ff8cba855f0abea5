import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { CopyField } from '#web/components/copy-field.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { type EventEndpoint, eventsOutContract } from '../../contract.ts'
import type { Route } from './+types/webhooks-page.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Webhooks · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const manages = roleAtLeast(workspace.role, 'admin')
  const items = manages
    ? (await orRespond(args.request, call(eventsOutContract.list, { workspace_id: workspace._id }))).items
    : null
  return { workspace, items }
}

export default function WebhooksPage({ loaderData: { workspace, items } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const dialog = useNewDialog()
  const [edited, setEdited] = useState<EventEndpoint | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const changed = () => void revalidate()
  return (
    <>
      <ScreenHead
        title="Webhooks"
        meta={
          <>
            Events in {workspace.name}, sent to other tools as they happen.{' '}
            <a className="link" href="/docs/api/webhooks">
              Format and signature
            </a>
          </>
        }
        actions={
          items &&
          items.length > 0 && (
            <Button variant="solid" onClick={dialog.open}>
              New webhook
            </Button>
          )
        }
      />
      {items === null ? (
        <EmptyState title="Only admins can see webhooks">
          Your role is {workspace.role}. Ask an admin or the owner of {workspace.name}.
        </EmptyState>
      ) : (
        <div className="grid max-w-220 gap-6">
          {secret && (
            <section aria-label="Secret" className="rounded-l border border-line-2 bg-panel px-5 pt-4.5 pb-5">
              <h2 className="subheading">The secret of your webhook</h2>
              <p className="mt-1 mb-3 text-ink-2">
                Your server uses it to verify that requests come from Earshot. Copy it now: it isn’t shown again.
              </p>
              <CopyField label="secret" text={secret} />
              <Button className="mt-4" onClick={() => setSecret(null)}>
                Done
              </Button>
            </section>
          )}
          {items.length === 0 ? (
            <EmptyState
              title="No webhooks yet."
              action={
                <Button variant="solid" onClick={dialog.open}>
                  New webhook
                </Button>
              }
            >
              Send finished reports, new keywords and published posts to Slack, Teams, Zapier, Make, n8n or your own
              server.
            </EmptyState>
          ) : (
            <ul aria-label="Webhooks" className="border-line border-t">
              {items.map((endpoint) => (
                <WebhookRow
                  key={endpoint._id}
                  endpoint={endpoint}
                  onEdit={() => setEdited(endpoint)}
                  onChanged={changed}
                  onSecret={setSecret}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      {items && (dialog.isOpen || edited) && (
        <WebhookDialog
          {...(edited ? { endpoint: edited } : {})}
          onClose={() => {
            dialog.close()
            setEdited(null)
          }}
          onSaved={({ secret: added }) => {
            setSecret(added)
            dialog.close()
            setEdited(null)
            changed()
          }}
        />
      )}
    </>
  )
}

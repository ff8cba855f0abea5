import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { type ApiKey, apiKeysContract } from '../../contract.ts'
import type { Route } from './+types/keys-page.ts'
import { type CreatedKey, CreatedKeyPanel } from './created-key.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { RemoveKeyDialog } from './remove-key-dialog.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'API keys · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call, publicUrl } = args.context.get(pageContext)
  const manages = roleAtLeast(workspace.role, 'admin')
  const items = manages
    ? (await orRespond(args.request, call(apiKeysContract.list, { workspace_id: workspace._id }))).items
    : null
  return { workspace, items, url: publicUrl }
}

export default function KeysPage({ loaderData: { workspace, items, url } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [keyToDelete, setKeyToDelete] = useState<ApiKey | null>(null)
  return (
    <>
      <ScreenHead
        title="API keys"
        meta={
          <>
            API keys let programs use {workspace.name}.{' '}
            <a className="link" href="/docs/api">
              API reference
            </a>
            {' · '}
            <a className="link" href="/docs/assistants">
              Connect an assistant
            </a>
          </>
        }
      />
      {items === null ? (
        <EmptyState title="Only admins can create keys">
          Your role is {workspace.role}. Ask an admin or the owner of {workspace.name} to create a key for you or make
          you an admin.
        </EmptyState>
      ) : (
        <div className="grid max-w-220 gap-10">
          {created && created.workspaceId === workspace._id && (
            <CreatedKeyPanel key={created.item._id} created={created} url={url} onDone={() => setCreated(null)} />
          )}
          <SettingsPart title="API keys">
            {items.length === 0 ? (
              <p className="max-w-120 text-ink-2">
                No API keys yet. Create one for each program, so you can delete one without affecting the others.
              </p>
            ) : (
              <>
                <p className="mb-2 text-ink-3 text-xs">
                  {plural(items.length, 'key')}, newest first. A key has the role of the member who created it.
                </p>
                <ul aria-label="API keys" className="border-line border-t">
                  {items.map((item) => (
                    <KeyRow key={item._id} item={item} onRemove={() => setKeyToDelete(item)} />
                  ))}
                </ul>
              </>
            )}
          </SettingsPart>
          <SettingsPart title="New key">
            <KeyForm
              key={workspace._id}
              workspaceId={workspace._id}
              onMade={(added) => {
                setCreated(added)
                void revalidate()
              }}
            />
          </SettingsPart>
        </div>
      )}
      {keyToDelete && (
        <RemoveKeyDialog
          item={keyToDelete}
          onClose={() => setKeyToDelete(null)}
          onRemoved={async (id) => {
            if (created?.item._id === id) setCreated(null)
            await revalidate()
          }}
        />
      )}
    </>
  )
}

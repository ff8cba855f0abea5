import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireWorkspace } from '#web/session.ts'
import { SettingsPart } from '#web/settings-part.tsx'
import { type ApiKey, apiKeysContract } from '../contract.ts'
import type { Route } from './+types/keys-page.ts'
import { KeyForm } from './key-form.tsx'
import { KeyLine } from './key-line.tsx'
import { KeyQuestion } from './key-question.tsx'
import { type MadeKey, NewKey } from './new-key.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Keys · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call, publicUrl } = args.context.get(pageContext)
  const manages = roleAtLeast(workspace.role, 'admin')
  const items = manages
    ? (await orRespond(args.request, call(apiKeysContract.list, { workspace_id: workspace._id }))).items
    : null
  return { workspace, items, url: publicUrl }
}

/** Keys for programs: who has which, a new one, and how to use it. */
export default function KeysPage({ loaderData: { workspace, items, url } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [made, setMade] = useState<MadeKey | null>(null)
  const [asked, setAsked] = useState<ApiKey | null>(null)
  return (
    <>
      <ScreenHead
        title="Keys"
        meta={
          <>
            A key lets a program use {workspace.name}.{' '}
            <a className="link" href="/docs/api">
              What it can call
            </a>
            {' · '}
            <a className="link" href="/docs/assistants">
              Connect an assistant
            </a>
          </>
        }
      />
      {items === null ? (
        <EmptyState title="Keys are made by admins">
          Your role here is {workspace.role}. An admin or the owner of {workspace.name} can make a key for you, or make
          you an admin.
        </EmptyState>
      ) : (
        <div className="grid max-w-220 gap-10">
          {made && made.workspaceId === workspace._id && (
            <NewKey key={made.item._id} made={made} url={url} onDone={() => setMade(null)} />
          )}
          <SettingsPart title="Keys">
            {items.length === 0 ? (
              <p className="max-w-120 text-ink-2">
                None yet. Make one below for each program that uses this workspace, so that each can be removed without
                the others noticing.
              </p>
            ) : (
              <>
                <p className="mb-2 text-ink-3 text-xs">
                  {plural(items.length, 'key')}, newest first. A key acts with the role its maker has.
                </p>
                <ul aria-label="Keys" className="border-line border-t">
                  {items.map((item) => (
                    <KeyLine key={item._id} item={item} onRemove={() => setAsked(item)} />
                  ))}
                </ul>
              </>
            )}
          </SettingsPart>
          <SettingsPart title="Make a key">
            <KeyForm
              key={workspace._id}
              workspaceId={workspace._id}
              onMade={(added) => {
                setMade(added)
                void revalidate()
              }}
            />
          </SettingsPart>
        </div>
      )}
      <KeyQuestion
        item={asked}
        onClose={() => setAsked(null)}
        onRemoved={async (id) => {
          if (made?.item._id === id) setMade(null)
          await revalidate()
        }}
      />
    </>
  )
}

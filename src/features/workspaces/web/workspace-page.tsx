import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { portabilityContract } from '#features/portability/contract.ts'
import { ExportWorkspace } from '#features/portability/web/export-workspace.tsx'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useAccentPreview } from '#web/layout/accent-preview.ts'
import { rememberWorkspace } from '#web/layout/app-state.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Workspace, workspacesContract } from '../contract.ts'
import type { Route } from './+types/workspace-page.ts'
import { ColorField } from './color-field.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { workspaceErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Workspace · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const ids = { workspace_id: workspace._id }
  const [data, archives] = await orRespond(
    args.request,
    Promise.all([
      call(workspacesContract.data, ids),
      workspace.role === 'owner' ? call(portabilityContract.archives, ids) : null,
    ]),
  )
  return { ...data, archives }
}

/** Name, color, export and deletion of a workspace. */
export default function WorkspacePage({ loaderData: { workspace, counts, archives } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  return (
    <>
      <ScreenHead title="Workspace" meta={workspace.name} />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Name and color">
          {roleAtLeast(workspace.role, 'admin') ? (
            <AppearanceForm key={workspace._id} workspace={workspace} />
          ) : (
            <p className="text-ink-2">
              Your role here is {workspace.role}. Only an admin or the owner can change these.
            </p>
          )}
        </SettingsPart>
        {roleAtLeast(workspace.role, 'admin') && (
          <SettingsPart title="Publishing">
            <ApprovalSetting key={workspace._id} workspace={workspace} />
          </SettingsPart>
        )}
        {archives && (
          <SettingsPart title="Export workspace" id="archive">
            <ExportWorkspace key={workspace._id} workspace={workspace} first={archives} />
          </SettingsPart>
        )}
        {workspace.role === 'owner' && (
          <SettingsPart title="Delete workspace">
            <DeleteWorkspace
              workspace={workspace}
              counts={counts}
              next={user.workspaces.find((each) => each._id !== workspace._id) ?? null}
            />
          </SettingsPart>
        )}
      </div>
    </>
  )
}

function ApprovalSetting({ workspace }: { workspace: Workspace }) {
  const { revalidate } = useRevalidator()
  const { error, busy, run } = useCall()
  const change = (require_approval: boolean) =>
    run(async () => {
      await api(workspacesContract.update, { _id: workspace._id, require_approval })
      await revalidate()
      notify.done('Saved.')
    })
  return (
    <div className="grid gap-2">
      <Checkbox
        checked={workspace.require_approval}
        disabled={busy}
        onChange={(event) => void change(event.target.checked)}
        hint="Members and guests approve a version under Review. Editing the text needs a new approval."
      >
        Publish approved documents only
      </Checkbox>
      <CallError error={error} texts={workspaceErrorTexts} ownPlan={false} />
    </div>
  )
}

function AppearanceForm({ workspace }: { workspace: Workspace }) {
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(workspace.name)
  const [color, setColor] = useState(workspace.color)
  useAccentPreview(color, workspace.color)
  const changed = name.trim() !== workspace.name || color !== workspace.color
  const { form, field, busy, callError } = useContractForm({
    endpoint: workspacesContract.rename,
    fields: ['name'],
    texts: workspaceErrorTexts,
    getInput: () => ({ _id: workspace._id, name, color }),
    send: async (input) => {
      const answer = await api(workspacesContract.rename, input)
      rememberWorkspace(answer.workspace)
      await revalidate()
      notify.done('Saved.')
      return null
    },
  })
  return (
    <form {...form} className="grid max-w-120 gap-5">
      <Field label="Name" {...field('name')}>
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </Field>
      <ColorField value={color} onChange={setColor} />
      <CallError {...callError} ownPlan={false} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" busy={busy} disabled={!changed}>
          Save
        </Button>
        {changed && (
          <Button
            variant="quiet"
            onClick={() => {
              setName(workspace.name)
              setColor(workspace.color)
            }}
          >
            Undo
          </Button>
        )}
      </div>
    </form>
  )
}

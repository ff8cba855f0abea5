import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { portabilityContract } from '#features/portability/contract.ts'
import { ExportWorkspace } from '#features/portability/web/export-workspace.tsx'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { useAccentPreview } from '#web/accent-preview.ts'
import { api } from '#web/api.ts'
import { rememberWorkspace } from '#web/app-state.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { SettingsPart } from '#web/settings-section.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type Workspace, workspacesContract } from '../contract.ts'
import type { Route } from './+types/workspace-page.ts'
import { ColorField } from './color-field.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { workspaceErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

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

function AppearanceForm({ workspace }: { workspace: Workspace }) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const [name, setName] = useState(workspace.name)
  const [color, setColor] = useState(workspace.color)
  useAccentPreview(color, workspace.color)
  const changed = name.trim() !== workspace.name || color !== workspace.color
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    await run(async () => {
      const answer = await api(workspacesContract.rename, { _id: workspace._id, name, color })
      rememberWorkspace(answer.workspace)
      await revalidate()
      notify.done('Saved.')
    })
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid max-w-120 gap-5">
      <Field label="Name" error={getFieldError(error, 'name', workspaceErrorTexts)}>
        <Input
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
          maxLength={80}
          autoComplete="off"
        />
      </Field>
      <ColorField value={color} onChange={setColor} />
      <CallError error={error} texts={workspaceErrorTexts} fields={['name']} ownPlan={false} />
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

// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts in its first field.
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useAccentPreview } from '#web/layout/accent-preview.ts'
import { rememberWorkspace } from '#web/layout/app-state.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { workspacesContract } from '../contract.ts'
import { workspaceColors } from '../rules/colors.ts'
import type { Route } from './+types/new-workspace-page.ts'
import { ColorField } from './color-field.tsx'
import { workspaceErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'New workspace · Earshot' }]

/** Creates a workspace with a name and color, and opens it. */
export default function NewWorkspacePage() {
  const { user, workspace } = useSignedIn()
  const navigate = useNavigate()
  const [color, setColor] = useState<string>(
    () => workspaceColors.find((each) => user.workspaces.every((mine) => mine.color !== each)) ?? workspaceColors[0],
  )
  const attempt = useRef({ input: '', key: '' })
  useAccentPreview(color, workspace.color)
  const { form, field, busy, callError } = useContractForm({
    endpoint: workspacesContract.add,
    fields: ['name'],
    texts: workspaceErrorTexts,
    getInput: (typed) => ({ name: typed('name') ?? '', color }),
    send: async (input) => {
      // The same input keeps its idempotency key, so a double click creates one workspace.
      const same = JSON.stringify(input)
      if (attempt.current.input !== same) attempt.current = { input: same, key: randomKey() }
      const added = await api(workspacesContract.add, input, { idempotencyKey: attempt.current.key })
      rememberWorkspace(added.workspace)
      notify.done(`Workspace ${added.workspace.name} created.`)
      await navigate('/app')
      return null
    },
  })
  return (
    <>
      <ScreenHead
        title="New workspace"
        meta="For another site, client or language, with its own reports, team and color."
      />
      <form {...form} className="grid max-w-120 gap-5">
        <Field label="Name" {...field('name')}>
          <Input autoFocus />
        </Field>
        <ColorField value={color} onChange={setColor} />
        <CallError {...callError} ownPlan />
        <Button type="submit" variant="solid" busy={busy} className="justify-self-start">
          Create workspace
        </Button>
      </form>
      <p className="mt-8 max-w-120 border-line border-t pt-4 text-ink-2">
        Moving from another Earshot server?{' '}
        <Link href="/app/workspaces/import" className="link">
          Import a workspace
        </Link>{' '}
        from its archive.
      </p>
    </>
  )
}

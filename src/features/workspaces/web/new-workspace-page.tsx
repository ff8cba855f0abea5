// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts in its first field.
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/toast.tsx'
import { useAccentPreview } from '#web/accent-preview.ts'
import { api } from '#web/api.ts'
import { rememberWorkspace } from '#web/app-state.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { randomKey } from '#web/idempotency-key.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { workspaceColors } from '../colors.ts'
import { workspacesContract } from '../contract.ts'
import type { Route } from './+types/new-workspace-page.ts'
import { ColorField } from './color-field.tsx'
import { workspaceErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'New workspace · Earshot' }]

/** Creates a workspace with a name and color, and opens it. */
export default function NewWorkspacePage() {
  const { user, workspace } = useSignedIn()
  const navigate = useNavigate()
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const [color, setColor] = useState<string>(
    () => workspaceColors.find((each) => user.workspaces.every((mine) => mine.color !== each)) ?? workspaceColors[0],
  )
  const attempt = useRef({ input: '', key: '' })
  useAccentPreview(color, workspace.color)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    await run(async () => {
      // The same input keeps its idempotency key, so a double click creates one workspace.
      const input = `${name}\n${color}`
      if (attempt.current.input !== input) attempt.current = { input, key: randomKey() }
      const idempotencyKey = attempt.current.key
      const added = await api(workspacesContract.add, { name, color }, { idempotencyKey })
      rememberWorkspace(added.workspace)
      notify.done(`Workspace ${added.workspace.name} created.`)
      await navigate('/app')
    })
  }
  return (
    <>
      <ScreenHead
        title="New workspace"
        meta="For another site, client or language, with its own reports, team and color."
      />
      <form ref={form} noValidate onSubmit={onSubmit} className="grid max-w-120 gap-5">
        <Field label="Name" error={getFieldError(error, 'name', workspaceErrorTexts)}>
          <Input name="name" required maxLength={80} autoFocus />
        </Field>
        <ColorField value={color} onChange={setColor} />
        <CallError error={error} texts={workspaceErrorTexts} fields={['name']} ownPlan />
        <Button type="submit" variant="solid" busy={busy} className="justify-self-start">
          Create workspace
        </Button>
      </form>
      <p className="mt-8 max-w-120 border-line border-t pt-4 text-ink-2">
        Moving from another Earshot server?{' '}
        <Link href="/app/workspaces/bring" className="link">
          Import a workspace
        </Link>{' '}
        from its archive.
      </p>
    </>
  )
}

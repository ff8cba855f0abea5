import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { type GivenRole, teamsContract } from '../contract.ts'
import { teamErrorTexts } from './error-texts.ts'
import { roleMeanings, roleOptions } from './role-labels.ts'

export type InviteFormProps = { workspaceId: string; ownPlan: boolean; onInvited(): void }

/** Invites someone to the workspace by email, with a role. */
export function InviteForm({ workspaceId, ownPlan, onInvited }: InviteFormProps) {
  const [role, setRole] = useState<GivenRole>('editor')
  const email = useRef<HTMLInputElement>(null)
  const { busy, error, run } = useCall()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const to = email.current?.value ?? ''
    await run(async () => {
      const { member } = await api(teamsContract.add, { workspace_id: workspaceId, email: to, role })
      form.reset()
      notify.done(`Invitation sent to ${member.email}. It expires on ${formatDay(member.invite_expires_at ?? '')}.`)
      onInvited()
    })
    email.current?.focus()
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Email" error={getFieldError(error, 'email', teamErrorTexts)} className="min-w-52 max-w-80 flex-1">
          <Input ref={email} name="email" type="email" autoComplete="off" required maxLength={254} />
        </Field>
        <Field label="Role" className="w-32">
          <Select options={roleOptions} value={role} onChange={(event) => setRole(event.target.value as GivenRole)} />
        </Field>
        <Button type="submit" variant="solid" busy={busy} className="mt-6.5">
          Invite
        </Button>
      </div>
      <p className="mt-1.5 text-ink-3 text-xs">
        {roleMeanings[role].replace(/^./, (first) => first.toUpperCase())}. The invitation expires in 7 days.
      </p>
      <CallError error={error} texts={teamErrorTexts} fields={['email']} ownPlan={ownPlan} className="mt-3 max-w-140" />
    </form>
  )
}

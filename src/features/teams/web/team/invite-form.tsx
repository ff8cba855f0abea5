import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type GivenRole, teamsContract } from '../../contract.ts'
import { teamErrorTexts } from '../error-texts.ts'
import { roleMeanings, roleOptions } from '../role-labels.ts'

export type InviteFormProps = { workspaceId: string; ownPlan: boolean; onInvited(): void }

/** Invites someone to the workspace by email, with a role. */
export function InviteForm({ workspaceId, ownPlan, onInvited }: InviteFormProps) {
  const [role, setRole] = useState<GivenRole>('editor')
  const { form, field, busy, callError } = useContractForm({
    endpoint: teamsContract.add,
    fields: ['email'],
    texts: teamErrorTexts,
    getInput: (typed) => ({ workspace_id: workspaceId, email: typed('email') ?? '', role }),
    send: async (input, element) => {
      const { member } = await api(teamsContract.add, input)
      element.reset()
      notify.done(`Invitation sent to ${member.email}. It expires on ${formatDay(member.invite_expires_at ?? '')}.`)
      onInvited()
      element.querySelector('input')?.focus()
      return null
    },
  })
  return (
    <form {...form}>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Email" {...field('email')} className="min-w-52 max-w-80 flex-1">
          <Input type="email" autoComplete="off" />
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
      <CallError {...callError} ownPlan={ownPlan} className="mt-3 max-w-140" />
    </form>
  )
}

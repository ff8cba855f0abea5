import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CatalogPlan } from '#features/plans/contract.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type AdminUser, adminContract } from '../../contract.ts'
import { adminErrorTexts } from '../error-texts.ts'

type Props = { user: AdminUser; plans: CatalogPlan[]; onClose(): void }

/** Grants a plan, permanently or until a date. */
export function GrantPlan({ user, plans, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const [plan, setPlan] = useState(user.plan.name)
  const [until, setUntil] = useState('')
  const form = useContractForm({
    endpoint: adminContract.usersPlan,
    fields: ['plan', 'until'],
    texts: adminErrorTexts,
    getInput: () => ({ user_id: user._id, plan, until: until || null }),
    send: async (input) => {
      const { user: updated } = await api(adminContract.usersPlan, input)
      const label = plans.find(({ name }) => name === updated.plan.name)?.label ?? updated.plan.name
      notify.done(`${user.email} is now on ${label}.`)
      await revalidate()
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      width="s"
      title="Grant plan"
      description={`For ${user.email}. Replaces any earlier grant. If redeemed codes give a higher plan, the higher plan applies.`}
      form={form}
      action="Grant plan"
      onClose={onClose}
    >
      <Field label="Plan" {...form.field('plan')}>
        <Select
          value={plan}
          onChange={(event) => setPlan(event.target.value)}
          options={plans.map(({ name, label }) => ({ value: name, label }))}
        />
      </Field>
      <Field label="Until" {...form.field('until')} required={false} hint="Leave empty for no end date.">
        <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

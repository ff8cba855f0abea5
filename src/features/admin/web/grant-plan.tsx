import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CataloguePlan } from '#features/plans/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { type AdminUser, adminContract } from '../contract.ts'
import { adminErrorTexts } from './error-texts.ts'

type Props = { user: AdminUser; plans: CataloguePlan[]; onClose(): void }

/** Grants a plan, permanently or until a date. */
export function GrantPlan({ user, plans, onClose }: Props) {
  const form = useId()
  const { revalidate } = useRevalidator()
  const [plan, setPlan] = useState(user.plan.name)
  const [until, setUntil] = useState('')
  const { busy, error, run } = useCall()
  const ref = useFocusInvalid(error)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    await run(async () => {
      const { user: updated } = await api(adminContract.usersPlan, { user_id: user._id, plan, until: until || null })
      const label = plans.find(({ name }) => name === updated.plan.name)?.label ?? updated.plan.name
      notify.done(`${user.email} is now on ${label}.`)
      await revalidate()
      onClose()
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Grant plan"
      description={`For ${user.email}. Replaces any earlier grant. If redeemed codes give a higher plan, the higher plan applies.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="solid" busy={busy}>
            Grant plan
          </Button>
        </>
      }
    >
      <form id={form} ref={ref} onSubmit={onSubmit} className="grid gap-4" noValidate>
        <Field label="Plan" error={getFieldError(error, 'plan', adminErrorTexts)}>
          <Select
            value={plan}
            onChange={(event) => setPlan(event.target.value)}
            options={plans.map(({ name, label }) => ({ value: name, label }))}
          />
        </Field>
        <Field
          label="Until"
          required={false}
          error={getFieldError(error, 'until', adminErrorTexts)}
          hint="Leave empty for no end date."
        >
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
        <CallError error={error} texts={adminErrorTexts} fields={['plan', 'until']} />
      </form>
    </Dialog>
  )
}

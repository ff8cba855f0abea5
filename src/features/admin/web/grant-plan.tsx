import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CataloguePlan } from '#features/plans/contract.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { type AdminUser, adminContract } from '../contract.ts'

type Props = { user: AdminUser; plans: CataloguePlan[]; onClose(): void }

/** A plan given by hand, for good or until a day. */
export function GrantPlan({ user, plans, onClose }: Props) {
  const form = useId()
  const { revalidate } = useRevalidator()
  const [plan, setPlan] = useState(user.plan.name)
  const [until, setUntil] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ field?: string; message: string } | null>(null)
  const give = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      const { user: now } = await api(adminContract.usersPlan, { user_id: user._id, plan, until: until || null })
      const label = plans.find((each) => each.name === now.plan.name)?.label ?? now.plan.name
      notify.done(`${user.email} is now on ${label}.`)
      await revalidate()
      onClose()
    } catch (error) {
      setRefusal({ field: error instanceof AppError ? error.options.field : undefined, message: getSentence(error) })
      setBusy(false)
    }
  }
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
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
      <form id={form} onSubmit={give} className="grid gap-4" noValidate>
        <Field label="Plan" error={at('plan')}>
          <Select
            value={plan}
            onChange={(event) => setPlan(event.target.value)}
            options={plans.map(({ name, label }) => ({ value: name, label }))}
          />
        </Field>
        <Field label="Until" required={false} error={at('until')} hint="Leave empty for no end date.">
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
        {refusal && !at('plan') && !at('until') && <ErrorNote>{refusal.message}</ErrorNote>}
      </form>
    </Dialog>
  )
}

import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CataloguePlan } from '#features/plans/contract.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { sentenceOf } from '#web/page-calls.ts'
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
      notify.done(`${user.email} has ${label} now.`)
      await revalidate()
      onClose()
    } catch (error) {
      setRefusal({ field: error instanceof AppError ? error.options.field : undefined, message: sentenceOf(error) })
      setBusy(false)
    }
  }
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Give a plan"
      description={`To ${user.email}, in place of what was given before. Redeemed codes count beside it: the higher plan holds.`}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={form} variant="solid" busy={busy}>
            Give it
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
        <Field label="Until" required={false} error={at('until')} hint="Without a day it stays until it is changed.">
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
        {refusal && !at('plan') && !at('until') && <ErrorNote>{refusal.message}</ErrorNote>}
      </form>
    </Dialog>
  )
}

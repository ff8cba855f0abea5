import { type FormEvent, useId } from 'react'
import { useRevalidator } from 'react-router'
import type { CataloguePlan } from '#features/plans/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { adminContract } from '../contract.ts'
import { adminErrorTexts, limitLabels, limitNames } from './error-texts.ts'

const fields = ['name', 'label', 'price.month', 'price.year', ...limitNames.map((name) => `allowances.${name}`)]

type Props = { /** Null makes a new one. */ plan: CataloguePlan | null; onClose(): void }

/** Every number of a plan. */
export function EditPlan({ plan, onClose }: Props) {
  const formId = useId()
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const ref = useFocusInvalid(error)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const getNumber = (field: string) => {
      const typed = String(form.get(field) ?? '').trim()
      return typed === '' ? undefined : Number(typed)
    }
    await run(async () => {
      const { plan: saved } = await api(adminContract.plansUpdate, {
        name: plan?.name ?? String(form.get('name') ?? '').trim(),
        label: String(form.get('label') ?? '').trim() || undefined,
        allowances: Object.fromEntries(limitNames.map((name) => [name, getNumber(`allowances.${name}`)])),
        price: { month: getNumber('price.month'), year: getNumber('price.year') },
      })
      notify.done(`${saved.label} saved.`)
      await revalidate()
      onClose()
    })
  }
  const getError = (field: string) => getFieldError(error, field, adminErrorTexts)
  const amount = (field: string, label: string, value: number | undefined, required?: boolean) => (
    <Field key={field} label={label} error={getError(field)} required={required}>
      <Input name={field} inputMode="decimal" defaultValue={value} autoComplete="off" />
    </Field>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={plan ? `Change ${plan.label}` : 'Add plan'}
      description={
        plan
          ? 'Takes effect immediately for everyone on this plan. 1000000000 means unlimited, 0 means no access.'
          : 'All limits are required. 1000000000 means unlimited, 0 means no access. Without a price, only staff can grant the plan.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="solid" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} ref={ref} onSubmit={onSubmit} className="grid items-start gap-4 sm:grid-cols-2" noValidate>
        {!plan && (
          <Field
            label="API name"
            error={getError('name')}
            hint="Lowercase letters, digits and underscores. Can’t be changed later."
          >
            <Input name="name" autoComplete="off" spellCheck={false} maxLength={40} />
          </Field>
        )}
        <Field label="Display name" error={getError('label')}>
          <Input name="label" defaultValue={plan?.label} autoComplete="off" maxLength={80} />
        </Field>
        {amount('price.month', '$ per month', plan?.price.month, false)}
        {amount('price.year', '$ per year', plan?.price.year, false)}
        {limitNames.map((name) => amount(`allowances.${name}`, limitLabels[name], plan?.allowances[name]))}
        <CallError error={error} texts={adminErrorTexts} fields={fields} className="sm:col-span-2" />
      </form>
    </Dialog>
  )
}

import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CataloguePlan, planCounts, toolTypes } from '#features/plans/contract.ts'
import { countLabels, toolLabels } from '#features/plans/plan-labels.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { adminContract } from '../contract.ts'

const names = [...toolTypes, ...planCounts]
const labels = { ...toolLabels, ...countLabels, domain: 'Custom domains' }

type Props = { /** Null makes a new one. */ plan: CataloguePlan | null; onClose(): void }

/** Every number of a plan. */
export function EditPlan({ plan, onClose }: Props) {
  const form = useId()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ field?: string; message: string } | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(null)
    const fields = new FormData(event.currentTarget)
    const number = (field: string) => {
      const typed = String(fields.get(field) ?? '').trim()
      return typed === '' ? undefined : Number(typed)
    }
    try {
      const { plan: saved } = await api(adminContract.plansUpdate, {
        name: plan?.name ?? String(fields.get('name') ?? '').trim(),
        label: String(fields.get('label') ?? '').trim() || undefined,
        allowances: Object.fromEntries(names.map((name) => [name, number(`allowances.${name}`)])),
        price: { month: number('price.month'), year: number('price.year') },
      })
      notify.done(`${saved.label} saved.`)
      await revalidate()
      onClose()
    } catch (error) {
      setRefusal({ field: error instanceof AppError ? error.options.field : undefined, message: getSentence(error) })
      setBusy(false)
    }
  }
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const known = ['name', 'label', 'price.month', 'price.year', ...names.map((name) => `allowances.${name}`)]
  const amount = (field: string, label: string, value: number | undefined, required?: boolean) => (
    <Field key={field} label={label} error={at(field)?.replace(field, label)} required={required}>
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
          <Button type="submit" form={form} variant="solid" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className="grid items-start gap-4 sm:grid-cols-2" noValidate>
        {!plan && (
          <Field
            label="API name"
            error={at('name')}
            hint="Lowercase letters, digits and underscores. Can’t be changed later."
          >
            <Input name="name" autoComplete="off" spellCheck={false} maxLength={40} />
          </Field>
        )}
        <Field label="Display name" error={at('label')}>
          <Input name="label" defaultValue={plan?.label} autoComplete="off" maxLength={80} />
        </Field>
        {amount('price.month', '$ per month', plan?.price.month, false)}
        {amount('price.year', '$ per year', plan?.price.year, false)}
        {names.map((name) => amount(`allowances.${name}`, labels[name], plan?.allowances[name]))}
        {refusal && !known.includes(refusal.field ?? '') && (
          <ErrorNote className="sm:col-span-2">{refusal.message}</ErrorNote>
        )}
      </form>
    </Dialog>
  )
}

import { useRevalidator } from 'react-router'
import type { CatalogPlan } from '#features/plans/contract.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { adminContract } from '../../contract.ts'
import { adminErrorTexts, limitLabels, limitNames } from '../error-texts.ts'

const fields = ['name', 'label', 'price.month', 'price.year', ...limitNames.map((name) => `allowances.${name}`)]

type Props = { /** Null makes a new one. */ plan: CatalogPlan | null; onClose(): void }

/** Every number of a plan. A new plan needs all its limits, which only the server checks. */
export function EditPlan({ plan, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const form = useContractForm({
    endpoint: adminContract.plansUpdate,
    fields,
    texts: adminErrorTexts,
    getInput: (typed) => {
      const getNumber = (name: string) => {
        const text = typed(name)?.trim() ?? ''
        return text === '' ? undefined : Number(text)
      }
      return {
        name: plan?.name ?? typed('name')?.trim() ?? '',
        label: typed('label')?.trim() || undefined,
        allowances: Object.fromEntries(limitNames.map((name) => [name, getNumber(`allowances.${name}`)])),
        price: { month: getNumber('price.month'), year: getNumber('price.year') },
      }
    },
    send: async (input) => {
      const { plan: saved } = await api(adminContract.plansUpdate, input)
      notify.done(`${saved.label} saved.`)
      await revalidate()
      onClose()
      return null
    },
  })
  const amount = (name: string, label: string, value: number | undefined, required?: boolean) => (
    <Field key={name} label={label} error={form.field(name).error} required={required}>
      <Input name={name} inputMode="decimal" defaultValue={value} autoComplete="off" />
    </Field>
  )
  return (
    <FormDialog
      title={plan ? `Change ${plan.label}` : 'Add plan'}
      description={
        plan
          ? 'Takes effect immediately for everyone on this plan. 1000000000 means unlimited, 0 means no access.'
          : 'All limits are required. 1000000000 means unlimited, 0 means no access. Without a price, only staff can grant the plan.'
      }
      form={form}
      action={plan ? 'Save plan' : 'Add plan'}
      onClose={onClose}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      {!plan && (
        <Field
          label="API name"
          {...form.field('name')}
          hint="Lowercase letters, digits and underscores. Can’t be changed later."
        >
          <Input autoComplete="off" spellCheck={false} maxLength={40} />
        </Field>
      )}
      <Field label="Display name" {...form.field('label')} required={undefined}>
        <Input defaultValue={plan?.label} autoComplete="off" />
      </Field>
      {amount('price.month', '$ per month', plan?.price.month, false)}
      {amount('price.year', '$ per year', plan?.price.year, false)}
      {limitNames.map((name) => amount(`allowances.${name}`, limitLabels[name], plan?.allowances[name]))}
    </FormDialog>
  )
}

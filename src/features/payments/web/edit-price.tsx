import { useRevalidator } from 'react-router'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type CatalogItem, paymentsContract } from '../contract.ts'
import { paymentErrorTexts } from './error-texts.ts'

const labels = {
  'price.month': 'Monthly price ($)',
  'price.year': 'Yearly price ($)',
  'price.once': 'Price per code ($)',
}
type Name = keyof typeof labels

/** Changes the price of the add-on or of codes, for staff. */
export function EditPrice({ item, onClose }: { item: CatalogItem; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const fields: Name[] = item.kind === 'code' ? ['price.once'] : ['price.month', 'price.year']
  const form = useContractForm({
    endpoint: paymentsContract.updatePrice,
    fields,
    texts: paymentErrorTexts,
    getInput: (typed) => {
      const getNumber = (name: Name) => {
        const text = typed(name)?.trim() ?? ''
        return text === '' ? undefined : Number(text)
      }
      const price = { month: getNumber('price.month'), year: getNumber('price.year'), once: getNumber('price.once') }
      return { feature: item.feature as 'seodata' | 'code', price }
    },
    send: async (input) => {
      await api(paymentsContract.updatePrice, input)
      notify.done(`Price of ${item.label} saved`)
      await revalidate()
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      title={`Change ${item.label}`}
      description="Applies to new purchases. Existing subscriptions keep their price."
      form={form}
      action="Save price"
      onClose={onClose}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      {fields.map((name) => (
        <Field key={name} label={labels[name]} error={form.field(name).error}>
          <Input
            name={name}
            inputMode="decimal"
            defaultValue={item.price[name.slice('price.'.length) as keyof typeof item.price]}
            autoComplete="off"
          />
        </Field>
      ))}
    </FormDialog>
  )
}

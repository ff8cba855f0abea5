import { type FormEvent, useId } from 'react'
import { useRevalidator } from 'react-router'
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
import { type CatalogueItem, paymentsContract } from '../contract.ts'
import { paymentErrorTexts } from './error-texts.ts'

const labels = { month: 'Monthly price ($)', year: 'Yearly price ($)', once: 'Price per code ($)' }
type Part = keyof typeof labels

/** Changes the price of the add-on or of codes, for staff. */
export function EditPrice({ item, onClose }: { item: CatalogueItem; onClose(): void }) {
  const formId = useId()
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const parts: Part[] = item.kind === 'code' ? ['once'] : ['month', 'year']
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const typed = parts.map((part) => [part, String(fields.get(part) ?? '').trim()] as const)
    const price = Object.fromEntries(
      typed.filter(([, text]) => text !== '').map(([part, text]) => [part, Number(text)]),
    )
    const done = await run(async () => {
      await api(paymentsContract.updatePrice, { feature: item.feature as 'seodata' | 'code', price })
      notify.done(`Price of ${item.label} saved`)
      await revalidate()
    })
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change ${item.label}`}
      description="Applies to new purchases. Existing subscriptions keep their price."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="solid" busy={busy}>
            Save price
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={save} className="grid items-start gap-4 sm:grid-cols-2" noValidate>
        {parts.map((part) => (
          <Field key={part} label={labels[part]} error={getFieldError(error, `price.${part}`, paymentErrorTexts)}>
            <Input name={part} inputMode="decimal" defaultValue={item.price[part]} autoComplete="off" />
          </Field>
        ))}
        <CallError
          error={error}
          texts={paymentErrorTexts}
          fields={parts.map((part) => `price.${part}`)}
          className="sm:col-span-2"
        />
      </form>
    </Dialog>
  )
}

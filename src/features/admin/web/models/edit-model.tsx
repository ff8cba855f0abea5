import { useRevalidator } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { adminContract } from '../../contract.ts'
import { type CatalogueModel, type ModelProvider, modelProviders } from '../../contract-models.ts'
import { adminErrorTexts } from '../error-texts.ts'
import { providerLabels } from './provider-labels.ts'

const priceFields = ['price.input', 'price.output', 'price.cached', 'price.until'] as const
const fields = ['provider', 'model', 'context_tokens', 'output_tokens', ...priceFields, 'as_of', 'source'] as const

type Props = { /** Null adds a new one. */ model: CatalogueModel | null; models: CatalogueModel[]; onClose(): void }

/** Every figure of a model. What is left empty is unknown, which is not 0. */
export function EditModel({ model, models, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const form = useContractForm({
    endpoint: adminContract.modelsSave,
    fields,
    texts: adminErrorTexts,
    getInput: (typed) => {
      const getText = (name: (typeof fields)[number]) => typed(name)?.trim() ?? ''
      const getTokens = (name: 'context_tokens' | 'output_tokens') => {
        const text = getText(name).replaceAll(',', '')
        return text === '' ? null : Number(text)
      }
      const getAmount = (name: 'price.input' | 'price.output') => {
        const text = getText(name)
        // The contract says that it's missing.
        return text === '' ? (undefined as unknown as number) : Number(text)
      }
      const name = {
        provider: model?.provider ?? (getText('provider') as ModelProvider),
        model: model?.model ?? getText('model'),
      }
      if (!model && models.some((other) => other.provider === name.provider && other.model === name.model))
        throw new AppError('invalid_input', 'This model is in the list already.', {
          field: 'model',
          reason: 'model_listed',
        })
      const cached = getText('price.cached')
      return {
        ...name,
        context_tokens: getTokens('context_tokens'),
        output_tokens: getTokens('output_tokens'),
        price: priceFields.every((field) => getText(field) === '')
          ? null
          : {
              input: getAmount('price.input'),
              output: getAmount('price.output'),
              cached: cached === '' ? null : Number(cached),
              until: getText('price.until') || null,
            },
        as_of: getText('as_of'),
        source: getText('source'),
        hidden: model?.hidden ?? false,
      }
    },
    send: async (input) => {
      const { model: saved } = await api(adminContract.modelsSave, input)
      notify.done(`${saved.model} saved.`)
      await revalidate()
      onClose()
      return null
    },
  })
  const amount = (name: 'price.input' | 'price.output' | 'price.cached', label: string, value?: number | null) => (
    <Field label={label} {...form.field(name)} required={false}>
      <Input inputMode="decimal" defaultValue={value ?? ''} autoComplete="off" />
    </Field>
  )
  return (
    <FormDialog
      title={model ? `Edit ${model.model}` : 'Add model'}
      description="Leave what you don’t know empty. An unknown price is shown as unknown, never as $0."
      form={form}
      action={model ? 'Save model' : 'Add model'}
      onClose={onClose}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      {!model && (
        <>
          <Field label="Provider" {...form.field('provider')}>
            <Select options={modelProviders.map((value) => ({ value, label: providerLabels[value] }))} />
          </Field>
          <Field label="Model ID" {...form.field('model')} hint="As the provider writes it.">
            <Input autoComplete="off" spellCheck={false} />
          </Field>
        </>
      )}
      <Field label="Context, tokens" {...form.field('context_tokens')} required={false}>
        <Input inputMode="numeric" defaultValue={model?.context_tokens ?? ''} autoComplete="off" />
      </Field>
      <Field label="Output limit, tokens" {...form.field('output_tokens')} required={false}>
        <Input inputMode="numeric" defaultValue={model?.output_tokens ?? ''} autoComplete="off" />
      </Field>
      {amount('price.input', 'Input, $ per million', model?.price?.input)}
      {amount('price.output', 'Output, $ per million', model?.price?.output)}
      {amount('price.cached', 'Cached input, $ per million', model?.price?.cached)}
      <Field label="Price holds until" {...form.field('price.until')} required={false}>
        <Input type="date" defaultValue={model?.price?.until ?? ''} />
      </Field>
      <Field label="As of" {...form.field('as_of')} hint="The day you read the figures.">
        <Input type="date" defaultValue={model?.as_of ?? new Date().toISOString().slice(0, 10)} />
      </Field>
      <Field label="Source" {...form.field('source')} hint="A URL, or who says so." className="sm:col-span-2">
        <Input defaultValue={model?.source} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { engineName } from '#features/ai-content/web/content-labels.ts'
import type { PlanRow } from '#features/content-plan/contract.ts'
import { isRestItem } from '#features/content-plan/rules/rest-item.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { bulkWritingContract, type ChainStep } from '../../contract.ts'
import { batchHref, countTexts } from '../batch-labels.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import { parseBudget } from '../parse-budget.ts'
import { useShowsCost } from '../use-shows-cost.ts'
import { EstimateFigures } from './estimate-figures.tsx'
import { StepFields, type Steps } from './step-fields.tsx'

export type WriteItemsDialogProps = {
  items: readonly Pick<PlanRow, '_id' | 'title' | 'url' | 'state' | 'document_id'>[]
  onClose: () => void
}

/** Asks how items of a plan are written, says what it takes, and starts a batch. */
export default function WriteItemsDialog({ items, onClose }: WriteItemsDialogProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [key] = useState(randomKey)
  const [steps, setSteps] = useState<Steps>({
    first: 'outline',
    article: true,
    humanize: false,
    strength: 'balanced',
  })
  const [model, setModel] = useState<'' | 'builtin'>('')
  const [voice, setVoice] = useState('')
  const [instructions, setInstructions] = useState('')
  const [budget, setBudget] = useState('')
  const choices = useChoices(workspace._id)

  const { first, article, humanize, strength } = steps
  const chain: ChainStep[] = [
    ...(first === 'none' ? [] : [first]),
    ...(article ? (['article'] as const) : []),
    ...(article && humanize ? (['humanize'] as const) : []),
  ]
  const { chosen, leftOut } = chooseItems(items, article)
  const input = {
    workspace_id: workspace._id,
    plan_item_ids: chosen.map(({ _id }) => _id),
    chain,
    strength,
    ...(model && { model }),
  }
  const estimating = useDryRun(bulkWritingContract.create, chain.length > 0 && chosen.length > 0 ? input : null)
  const { estimate } = estimating
  const showsCost = useShowsCost({ model: estimate?.model ?? unknownModel })
  const isPriced = estimate !== null && showsCost && estimate.price !== null && estimate.price.source !== 'builtin'

  const form = useContractForm({
    endpoint: bulkWritingContract.create,
    fields: ['budget_usd', 'defaults.instructions'],
    texts: bulkWritingErrorTexts,
    getInput: () => {
      const budget_usd = isPriced ? parseBudget(budget) : undefined
      const defaults = {
        ...(voice && { brand_voice_id: voice }),
        ...(instructions.trim() && { instructions: instructions.trim() }),
      }
      return { ...input, defaults, ...(budget_usd === undefined ? {} : { budget_usd }) }
    },
    send: async (sent) => {
      const { batch } = await api(bulkWritingContract.create, sent, { idempotencyKey: `${key}-${hash(sent)}` })
      await navigate(batchHref(batch!._id))
      return null
    },
  })
  return (
    <FormDialog
      width="l"
      title={`Write ${plural(chosen.length, 'item')}`}
      description="Written in the background. You can close the browser; results wait for your review."
      form={form}
      action={chain.length > 0 && chosen.length > 0 ? `Write ${countTexts(chosen.length, chain)}` : 'Write'}
      onClose={onClose}
    >
      {leftOut && <p className="text-s text-warn">{leftOut}</p>}
      <StepFields steps={steps} isEmpty={chain.length === 0} onChange={setSteps} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Model">
          <Select
            value={model}
            onChange={(event) => setModel(event.target.value as typeof model)}
            options={[
              { value: '', label: choices ? engineName(choices.engine) : 'Workspace’s model' },
              ...(choices?.engine ? [{ value: 'builtin', label: 'Built-in writer' }] : []),
            ]}
          />
        </Field>
        <Field label="Brand voice">
          <Select
            value={voice}
            disabled={!choices || choices.voices.length === 0}
            onChange={(event) => setVoice(event.target.value)}
            options={[
              { value: '', label: choices?.voices.length === 0 ? 'No brand voices yet' : 'None' },
              ...(choices?.voices ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        </Field>
      </div>
      <Field label="Instructions for all items" {...form.field('defaults.instructions')} required={false}>
        <Textarea
          rows={2}
          grow
          value={instructions}
          placeholder="Such as audience, point of view, what to leave out"
          onChange={(event) => setInstructions(event.target.value)}
        />
      </Field>
      <EstimateFigures estimate={estimate} busy={estimating.busy} />
      <CallError error={estimating.error} texts={bulkWritingErrorTexts} />
      {isPriced && (
        <Field
          label="Budget in US dollars"
          hint="The batch pauses before it could spend more. Leave empty for no limit."
          {...form.field('budget_usd')}
          required={false}
        >
          <Input
            className="sm:max-w-60"
            inputMode="decimal"
            value={budget}
            placeholder={proposeBudget(estimate.cost_usd)}
            onChange={(event) => setBudget(event.target.value)}
          />
        </Field>
      )}
      {estimate && showsCost && estimate.price === null && (
        <p className="text-ink-2 text-s">
          The price of {estimate.model.model} isn’t known, so no budget in dollars can be set. Your{' '}
          {plural(estimate.units, 'credit')} are the limit.
        </p>
      )}
    </FormDialog>
  )
}

const unknownModel = { provider: '', model: '' }

/** Half as much again: requests reserve the most they can cost. */
const proposeBudget = (cost: number | null) => (cost === null ? '' : `e.g. ${(Math.ceil(cost * 150) / 100).toFixed(2)}`)

/** Items that can be written, and a sentence about the rest. */
function chooseItems(items: WriteItemsDialogProps['items'], article: boolean) {
  const pages = items.filter((item) => !isRestItem(item))
  const open = pages.filter(({ state }) => state !== 'dropped')
  const chosen = article ? open.filter(({ document_id }) => document_id === null) : open
  const dropped = pages.length - open.length
  const written = open.length - chosen.length
  const parts = [
    written > 0 && `${formatCount(written)} already ${written === 1 ? 'has' : 'have'} a document`,
    dropped > 0 && `${formatCount(dropped)} ${dropped === 1 ? 'is' : 'are'} dropped`,
    pages.length < items.length && 'keywords without a topic belong to several pages',
  ].filter(Boolean)
  return { chosen, leftOut: parts.length > 0 ? `Left out: ${parts.join(', ')}.` : null }
}

/** So that another choice after a failure is another call. */
function hash(value: object): string {
  let sum = 0
  for (const char of JSON.stringify(value)) sum = (sum * 31 + char.codePointAt(0)!) >>> 0
  return sum.toString(36)
}

type Choices = {
  engine: { provider: string; model: string } | null
  voices: OutputOf<typeof aiContentContract.voices>['items']
}

/** The model that writes here, and the brand voices. Null until they're loaded, and if they can't be. */
function useChoices(workspace_id: string): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null)
  useEffect(() => {
    Promise.all([
      api(aiContentContract.models, { workspace_id }),
      api(aiContentContract.voices, { workspace_id }),
    ]).then(
      ([models, voices]) => {
        const engine = models.workspace ?? models.installation
        setChoices({
          engine: engine && engine.provider !== 'builtin' ? { provider: engine.provider, model: engine.model } : null,
          voices: voices.items,
        })
      },
      () => undefined,
    )
  }, [workspace_id])
  return choices
}

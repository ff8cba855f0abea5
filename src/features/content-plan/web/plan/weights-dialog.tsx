import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { RetryNote } from '#ui/retry-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract, factorNames, type PlanWeights } from '../../contract.ts'
import { defaultWeights } from '../../rules/priority.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { capitalize, factorLabels } from '../item-labels.ts'

const factorHints = {
  volume: 'More searches, higher priority.',
  difficulty: 'Easier keywords, higher priority.',
  intent: 'By what each intent is worth, below.',
  position: 'Ranks 4 to 20 have the most to gain.',
}
const intentKeys = Object.keys(defaultWeights.intents) as (keyof PlanWeights['intents'])[]

type Props = { onSaved: () => Promise<void>; onClose: () => void }

/** The weights of the priority in this workspace. All plans are scored again when they change. */
export default function WeightsDialog({ onSaved, onClose }: Props) {
  const { workspace } = useSignedIn()
  const [loaded, setLoaded] = useState<PlanWeights | null>(null)
  const { error, run } = useCall()
  const load = () =>
    run(async () => {
      const { weights } = await api(contentPlanContract.weights, { workspace_id: workspace._id })
      setLoaded(weights)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void load(), [])
  if (loaded) return <WeightsForm loaded={loaded} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog open title="Priority weights" onOpenChange={(open) => !open && onClose()}>
      {error ? (
        <RetryNote onRetry={() => void load()}>The weights couldn’t be loaded.</RetryNote>
      ) : (
        <div className="grid gap-3" aria-busy>
          <span className="sr-only">Loading weights…</span>
          <Skeleton className="h-8.5" />
          <Skeleton className="h-8.5" />
          <Skeleton className="h-8.5" />
        </div>
      )}
    </Dialog>
  )
}

const toTyped = ({ intents, ...factors }: PlanWeights) => ({
  ...Object.fromEntries(factorNames.map((name) => [`weights.${name}`, String(factors[name])])),
  ...Object.fromEntries(intentKeys.map((name) => [`weights.intents.${name}`, String(intents[name])])),
})

function WeightsForm({ loaded, onSaved, onClose }: Props & { loaded: PlanWeights }) {
  const { workspace } = useSignedIn()
  const [typed, setTyped] = useState<Record<string, string>>(() => toTyped(loaded))
  const read = (name: string) => {
    const text = typed[`weights.${name}`]?.trim().replace(',', '.')
    return text ? Number(text) : Number.NaN
  }
  const form = useContractForm({
    endpoint: contentPlanContract.setWeights,
    fields: [
      ...factorNames.map((name) => `weights.${name}` as const),
      ...intentKeys.map((name) => `weights.intents.${name}` as const),
    ],
    texts: contentPlanErrorTexts,
    getInput: () => ({
      workspace_id: workspace._id,
      weights: {
        volume: read('volume'),
        difficulty: read('difficulty'),
        intent: read('intent'),
        position: read('position'),
        intents: {
          informational: read('intents.informational'),
          commercial: read('intents.commercial'),
          transactional: read('intents.transactional'),
          navigational: read('intents.navigational'),
          local: read('intents.local'),
        },
      },
    }),
    send: async (input) => {
      await api(contentPlanContract.setWeights, input)
      await onSaved()
      notify.done('Weights saved. All plans were scored again.')
      onClose()
      return null
    },
  })
  const standard = toTyped(defaultWeights) as Record<string, string>
  const isStandard = Object.entries(standard).every(([name, value]) => typed[name] === value)
  const field = (
    name: `weights.${(typeof factorNames)[number]}` | `weights.intents.${(typeof intentKeys)[number]}`,
    label: string,
    hint?: string,
  ) => (
    <Field key={name} label={label} {...form.field(name, label)} required hint={hint}>
      <Input
        type="number"
        inputMode="decimal"
        step="0.1"
        value={typed[name] ?? ''}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <FormDialog
      title="Priority weights"
      description="For all plans of this workspace. A priority multiplies the known factors, each raised to its weight. 0 leaves a factor out."
      form={form}
      action="Save weights"
      onClose={onClose}
      className="grid gap-5"
    >
      <fieldset>
        <legend className="subheading mb-2">Factors, 0 to 10</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {factorNames.map((name) => field(`weights.${name}`, factorLabels[name], factorHints[name]))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="subheading mb-2">Worth of each intent, 0 to 1</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {intentKeys.map((name) => field(`weights.intents.${name}`, capitalize(name)))}
        </div>
      </fieldset>
      <p>
        <Button size="s" disabled={isStandard} onClick={() => setTyped(standard)}>
          Reset to standard
        </Button>
      </p>
    </FormDialog>
  )
}

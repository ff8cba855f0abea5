import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { countries, languages, type ReportLocale } from '#web/components/locales.ts'
import { useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { type AnswerEstimate, type AnswerFrequency, answersContract, type EngineId } from '../contract.ts'
import { formatShare, getCompetitors, getLines, watchHref } from './answer-labels.ts'
import { answerErrorTexts } from './error-texts.ts'
import { QuestionPicker } from './question-picker.tsx'

export type EngineOption = { _id: EngineId; label: string; ready: boolean }
type NewWatchDialogProps = {
  engines: EngineOption[]
  prompts?: string
  locale: ReportLocale
  /** Above the form, and the dialog’s title with it: where answers are one of several things to track. */
  lead?: { title: string; choice: ReactNode }
  onClose: () => void
}

const fields = [
  ...(['brand.name', 'brand.aliases', 'brand.domains', 'brand.context', 'prompts', 'competitors'] as const),
  ...(['engines', 'country', 'language', 'runs', 'budget_usd'] as const),
]

/** Form to watch AI answers; cost and what can be seen are told before anything is asked. */
export function NewWatchDialog({ engines, prompts: given = '', locale, lead, onClose }: NewWatchDialogProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [key] = useState(randomKey)
  const [name, setName] = useState('')
  const [aliases, setAliases] = useState('')
  const [domains, setDomains] = useState('')
  const [context, setContext] = useState('')
  const [prompts, setPrompts] = useState(given)
  const [competitors, setCompetitors] = useState('')
  const [chosen, setChosen] = useState<EngineId[]>(engines.filter(({ ready }) => ready).map(({ _id }) => _id))
  const [country, setCountry] = useState(locale.country)
  const [language, setLanguage] = useState(locale.language)
  const [runs, setRuns] = useState('5')
  const [frequency, setFrequency] = useState<AnswerFrequency>('monthly')
  const [budget, setBudget] = useState('')
  const [isPicking, setIsPicking] = useState(false)
  const showsFees = useShowsFees()

  const getInput = () => ({
    workspace_id: workspace._id,
    brand: { name, aliases: getLines(aliases), domains: getLines(domains), context: getLines(context) },
    prompts: getLines(prompts),
    competitors: getCompetitors(competitors),
    engines: chosen,
    ...{ country, language, frequency },
    runs: Number(runs) || 0,
    budget_usd: budget.trim() === '' ? null : Number(budget.replace(',', '.').replace('$', '')),
  })
  const form = useContractForm({
    endpoint: answersContract.add,
    fields,
    texts: answerErrorTexts,
    getInput,
    send: async (input) => {
      const { watch } = await api(answersContract.add, input, { idempotencyKey: key })
      onClose()
      if (watch) await navigate(watchHref(watch._id))
      return null
    },
  })
  const { field } = form
  const isReady = name.trim() !== '' && getLines(prompts).length > 0 && chosen.length > 0 && Number(runs) >= 1
  const { estimate, error } = useDryRun(answersContract.add, isReady ? getInput() : null)
  return (
    <FormDialog
      title={lead?.title ?? 'Watch AI answers'}
      description="Each prompt is asked several times in fresh sessions. Answers come from the engines’ APIs, not from their apps."
      form={form}
      action="Watch answers"
      onClose={onClose}
      cost={
        <p aria-live="polite" className="text-s">
          {estimate ? (
            <Cost estimate={estimate} />
          ) : error ? (
            getErrorText(error, answerErrorTexts)
          ) : (
            'Enter a brand, prompts and engines to see the cost and what it can show.'
          )}
        </p>
      }
      className="grid gap-4.5"
    >
      {lead?.choice}
      <Field label="Brand name" {...field('brand.name')}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label="Websites"
        {...field('brand.domains')}
        required={undefined}
        hint="One per line. A link to one of them counts as cited."
      >
        <Textarea rows={2} value={domains} onChange={(event) => setDomains(event.target.value)} />
      </Field>
      <Field
        label="Prompts"
        {...field('prompts')}
        hint="One per line. Ask for recommendations: answers to “how to …” name hardly any brands and show nothing."
      >
        <Textarea rows={5} value={prompts} onChange={(event) => setPrompts(event.target.value)} />
      </Field>
      <Disclosure summary="Add questions from a report or Search Console" open={isPicking} onToggle={setIsPicking}>
        {isPicking && (
          <QuestionPicker
            workspaceId={workspace._id}
            language={language}
            prompts={getLines(prompts)}
            onChange={(next) => setPrompts(next.join('\n'))}
          />
        )}
      </Disclosure>
      <Field
        label="Competitors"
        {...field('competitors')}
        required={undefined}
        hint="One per line: a name, then its websites after commas."
      >
        <Textarea rows={3} value={competitors} onChange={(event) => setCompetitors(event.target.value)} />
      </Field>
      <BrandWords {...{ aliases, context, field }} onAliases={setAliases} onContext={setContext} />
      <EngineChoice engines={engines} chosen={chosen} onChange={setChosen} error={field('engines').error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Country" {...field('country')} required={undefined}>
          <Select options={countries} value={country} onChange={(event) => setCountry(event.target.value)} />
        </Field>
        <Field label="Language" {...field('language')} required={undefined}>
          <Select options={languages} value={language} onChange={(event) => setLanguage(event.target.value)} />
        </Field>
        <Field
          label="Runs per prompt"
          {...field('runs')}
          required={undefined}
          hint="1 to 50. More runs show smaller changes."
        >
          <Input inputMode="numeric" value={runs} onChange={(event) => setRuns(event.target.value)} />
        </Field>
        {showsFees && (
          <Field
            label="Budget in US dollars"
            {...field('budget_usd')}
            required={undefined}
            hint="In all. Leave empty for no limit."
          >
            <Input inputMode="decimal" value={budget} onChange={(event) => setBudget(event.target.value)} />
          </Field>
        )}
      </div>
      <FrequencyChoice value={frequency} onChange={setFrequency} />
    </FormDialog>
  )
}

type BrandWordsProps = {
  aliases: string
  onAliases: (lines: string) => void
  context: string
  onContext: (lines: string) => void
  field: (name: 'brand.aliases' | 'brand.context') => Pick<FieldProps, 'error' | 'control'>
}

function BrandWords({ aliases, onAliases, context, onContext, field }: BrandWordsProps) {
  return (
    <Disclosure summary="Other names and common words">
      <div className="mt-3 grid gap-4">
        <Field
          label="Other names"
          {...field('brand.aliases')}
          required={undefined}
          hint="Short names and product lines, one per line."
        >
          <Textarea rows={2} value={aliases} onChange={(event) => onAliases(event.target.value)} />
        </Field>
        <Field
          label="Words near the name"
          {...field('brand.context')}
          required={undefined}
          hint="If the name is a common word such as “Apple”: it counts only near one of these words. One per line."
        >
          <Textarea rows={2} value={context} onChange={(event) => onContext(event.target.value)} />
        </Field>
      </div>
    </Disclosure>
  )
}

type EngineChoiceProps = {
  engines: EngineOption[]
  chosen: EngineId[]
  onChange: (chosen: EngineId[]) => void
  error: ReactNode
}

function EngineChoice({ engines, chosen, onChange, error }: EngineChoiceProps) {
  const toggle = (id: EngineId) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-[550] text-s">Engines</legend>
      {engines.map(({ _id, label, ready }) => (
        <Checkbox key={_id} checked={chosen.includes(_id)} onChange={() => toggle(_id)} disabled={!ready}>
          {label}
          {!ready && <span className="text-ink-3"> (not set up on this server)</span>}
        </Checkbox>
      ))}
      {error && <p className="text-bad text-xs">{error}</p>}
    </fieldset>
  )
}

type FrequencyChoiceProps = { value: AnswerFrequency; onChange: (frequency: AnswerFrequency) => void }

function FrequencyChoice({ value, onChange }: FrequencyChoiceProps) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-[550] text-s">Frequency</span>
      <Segmented
        label="Frequency"
        value={value}
        onChange={onChange}
        options={[
          { value: 'daily', label: 'Daily' },
          { value: 'weekly', label: 'Weekly' },
          { value: 'monthly', label: 'Monthly' },
        ]}
      />
    </div>
  )
}

function Cost({ estimate: { answers, cost_usd, max_cost_usd, month_cost_usd, power } }: { estimate: AnswerEstimate }) {
  const { change, detectable, runs_needed, runs_needed_usd } = power
  const showsFees = useShowsFees()
  return (
    <>
      {showsFees && (
        <b className="block font-[550]">
          About {formatUsd(cost_usd)} per run, {formatUsd(month_cost_usd)} per month
        </b>
      )}
      <span className="text-ink-2 text-xs">
        {plural(answers, 'answer')} per run{showsFees && `, at most ${formatUsd(max_cost_usd)}`}.{' '}
        {detectable === null
          ? 'Too few prompts to tell a change of the whole set from chance: use six or more.'
          : `Shows changes from ${formatCount(detectable * 100)} points with 80% certainty.`}{' '}
        {runs_needed !== null && runs_needed_usd !== null
          ? `To see a change of ${formatShare(change).replace('%', '')} points you need ${plural(runs_needed, 'run')} per prompt${showsFees ? `, about ${formatUsd(runs_needed_usd)}` : ''}.`
          : detectable !== null && 'A change of 10 points isn’t visible even with 50 runs: use more prompts.'}
      </span>
    </>
  )
}

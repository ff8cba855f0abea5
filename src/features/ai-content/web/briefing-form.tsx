import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { unlimited } from '#features/plans/contract.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { toOutlineOwner } from '#features/reports/web/outline-storage.ts'
import { useHeadings } from '#features/reports/web/use-headings.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { formatCount, formatDay, plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { api } from '#web/api.ts'
import { type ErrorTexts, getFieldError, joinErrorTexts } from '#web/error-texts.ts'
import { randomKey } from '#web/idempotency-key.ts'
import { languages } from '#web/locales.ts'
import { useCall } from '#web/use-call.ts'
import { checkOwnLimit, useSignedIn } from '#web/use-signed-in.ts'
import { useUserSetting } from '#web/use-user-setting.ts'
import { aiContentContract, type BrandVoice, type TemplateName } from '../contract.ts'
import { type FormField, type MissingField, missingField, type Template, templates, toWireField } from '../templates.ts'
import { builtinLine, documentHref, engineName } from './content-labels.ts'
import type { Engine } from './editor.tsx'
import { aiContentErrorTexts } from './error-texts.ts'
import { focusInvalid } from './focus-invalid.ts'
import { toPlan } from './outline-model.ts'
import { WritingError } from './writing-error.tsx'

export type BriefingFormProps = {
  template: TemplateName
  reports: { _id: string; query: string; language: string; created_at: string }[]
  report: string | null
  /** A topic of the report. */
  clusterId: string | null
  voices: BrandVoice[]
  engine: Engine
  title: string
  /** Keywords from a list, up to 100. */
  keywords?: string[] | null
  query: URLSearchParams
}

/** Selected headings are stored in the browser, so this loads there. */
const OutlinePicker = lazy(() =>
  import('#features/reports/web/outline-picker.tsx').then((file) => ({ default: file.OutlinePicker })),
)

/** The form's id, for fields outside its element. */
const formId = 'briefing'

type Values = {
  title: string
  keywords: string
  report: string
  text: string
  audience: string
  tone: string
  words: string
  instructions: string
  language: string
  voice: string
}

/** The form for a new document. Creates the document, then opens the editor, which writes it. */
export function BriefingForm({
  template: name,
  reports,
  report,
  clusterId,
  voices,
  engine,
  title,
  keywords: given,
  query,
}: BriefingFormProps) {
  const template = templates[name]
  const signedIn = useSignedIn()
  const { workspace } = signedIn
  const navigate = useNavigate()
  const call = useCall()
  const [useOutline, setUseOutline] = useState(true)
  const [key] = useState(randomKey)
  const [incomplete, setIncomplete] = useState<ErrorBody | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<Values>(() => ({
    title,
    keywords: given?.slice(0, 100).join('\n') ?? '',
    report: report ?? '',
    text: '',
    audience: '',
    tone: '',
    words: '',
    instructions: '',
    language: '',
    voice: '',
  }))
  const draft = useDraft(name, workspace._id, values, setValues, {
    isGiven: Boolean(title || report || given?.length),
    reports,
  })
  const owner = toOutlineOwner(signedIn.user.id, workspace._id, values.report)
  const gathered = useHeadings(owner)
  const chosen = reports.find(({ _id }) => _id === values.report)
  const set = (field: keyof Values, value: string) => {
    draft.change({ ...values, [field]: value })
    if (incomplete) setIncomplete(null)
    if (call.error) call.clear()
  }
  const takesOutline = template.fields.some(({ field }) => field === 'outline')
  const outline = takesOutline && useOutline ? toPlan(gathered.slice(0, 200)) : []
  const keywords = values.keywords
    .split(/[,\n]/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)
    .slice(0, 100)
  const limit = checkOwnLimit(signedIn, 'ai', 1)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingField(name, {
      title: values.title,
      keywords,
      outline,
      text: values.text,
      report_id: values.report || null,
    })
    if (missing) {
      setIncomplete(toErrorBody(missing))
      return focusInvalid(frame.current)
    }
    const words = values.words.trim() === '' ? undefined : Number(values.words)
    const created = await call.run(async () => {
      const { item } = await api(
        aiContentContract.new,
        {
          workspace_id: workspace._id,
          template: name,
          ...filled('title', values.title),
          ...filled('audience', values.audience),
          ...filled('tone', values.tone),
          ...filled('instructions', values.instructions),
          ...filled('text', values.text),
          ...filled('language', values.language),
          ...(words === undefined ? {} : { words }),
          ...(keywords.length > 0 ? { keywords } : {}),
          ...(outline.length > 0 ? { outline } : {}),
          ...(values.report ? { report_id: values.report } : {}),
          ...(clusterId && values.report === report ? { cluster_id: clusterId } : {}),
          ...(values.voice ? { brand_voice_id: values.voice } : {}),
        },
        { idempotencyKey: key },
      )
      await draft.forget()
      await navigate(`${documentHref(item._id)}?write=1`)
    })
    if (!created) focusInvalid(frame.current)
  }
  const error = incomplete ?? call.error
  const texts = joinErrorTexts(aiContentErrorTexts, toTemplateTexts(template))
  // The outline has no control that could show an error.
  const shown = template.fields.flatMap(({ field }) => (field === 'outline' ? [] : [toWireField(field)]))

  return (
    <div ref={frame} className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      {/* The outline has a form of its own and forms cannot stand in one another: this one's fields name it. */}
      <form id={formId} onSubmit={submit} noValidate className="hidden" />
      <div className="grid max-w-160 gap-5 sm:grid-cols-2">
        <div className="col-span-full flex flex-wrap items-baseline gap-x-3 border-line border-b pb-3">
          <h2 className="heading">{template.label}</h2>
          <Link href={`/app/content/new?${query}`} className="link text-ink-2">
            Change type
          </Link>
          <p className="w-full text-ink-2">{template.description}</p>
          {draft.isBack && (
            <p className="w-full text-ink-2" role="status">
              Your unsent entries were restored.{' '}
              <button type="button" className="link" onClick={draft.startAfresh}>
                Clear form
              </button>
            </p>
          )}
        </div>
        {template.fields.map((field) => (
          <BriefingField
            key={field.field}
            field={field}
            error={getFieldError(error, toWireField(field.field), texts)}
            values={values}
            set={set}
            reports={reports}
            usualWords={template.words}
            topic={chosen?.query}
            outline={
              <div className="col-span-full">
                {gathered.length > 0 && (
                  <Checkbox
                    className="mb-2"
                    checked={useOutline}
                    onChange={(event) => setUseOutline(event.target.checked)}
                  >
                    Use {plural(gathered.length, 'collected heading')} as the outline
                  </Checkbox>
                )}
                <div className={useOutline ? undefined : 'opacity-50'}>
                  <Suspense>
                    <OutlinePicker owner={owner} />
                  </Suspense>
                </div>
                <p className="mt-1.5 text-ink-3 text-xs">{field.help}</p>
              </div>
            }
          />
        ))}
      </div>
      <div className="grid gap-5 lg:sticky lg:top-7">
        <section aria-label="Writing settings" className="grid gap-4 rounded-l border border-line bg-panel p-4">
          <Field label="Language">
            <Select
              value={values.language}
              onChange={(event) => set('language', event.target.value)}
              options={[{ value: '', label: chosen ? 'Same as report' : 'English' }, ...languages]}
            />
          </Field>
          <Field
            label="Brand voice"
            hint={
              voices.length === 0 ? (
                <>
                  No brand voices yet.{' '}
                  <Link href="/app/settings/voices" className="link">
                    New brand voice
                  </Link>
                </>
              ) : undefined
            }
          >
            <Select
              value={values.voice}
              disabled={voices.length === 0}
              onChange={(event) => set('voice', event.target.value)}
              options={[{ value: '', label: 'None' }, ...voices.map(({ _id, name }) => ({ value: _id, label: name }))]}
            />
          </Field>
          <div className="border-line border-t pt-3">
            <p className="font-[550]">{engineName(engine)}</p>
            <p className="text-ink-2 text-xs">
              {engine === null ? builtinLine : 'Writes from your brief and the report’s pages.'}{' '}
              <Link href="/app/settings/models" className="link">
                Models
              </Link>
            </p>
            {engine === null && !values.report && (
              <p className="mt-1 text-warn text-xs">Select a report. Without one, it has no pages to quote.</p>
            )}
          </div>
        </section>
        {error && !shown.some((field) => getFieldError(error, field)) && <WritingError error={error} texts={texts} />}
        {!limit.ok && <LimitNotice message={limit.message} tool="ai" />}
        <div>
          <Button type="submit" form={formId} variant="solid" busy={call.busy} className="w-full">
            Write draft
          </Button>
          <Cost />
        </div>
      </div>
    </div>
  )
}

const emptyValues: Values = {
  title: '',
  keywords: '',
  report: '',
  text: '',
  audience: '',
  tone: '',
  words: '',
  instructions: '',
  language: '',
  voice: '',
}

/** Restores unsent input on any device, unless the user has typed already or came with input. */
function useDraft(
  template: TemplateName,
  workspaceId: string,
  values: Values,
  setValues: (values: Values) => void,
  { isGiven, reports }: { isGiven: boolean; reports: BriefingFormProps['reports'] },
) {
  const { content, keep, forget } = useUserSetting<Values>({
    path: `drafts/briefing-${template}`,
    workspace_id: workspaceId,
  })
  const isTouched = useRef(isGiven)
  const [isBack, setIsBack] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it came
  useEffect(() => {
    if (!content || isTouched.current) return
    const known = (Object.keys(emptyValues) as (keyof Values)[]).map((field) => [field, String(content[field] ?? '')])
    const next: Values = { ...values, ...Object.fromEntries(known) }
    // The report may have been deleted.
    setValues({ ...next, report: reports.some(({ _id }) => _id === next.report) ? next.report : '' })
    setIsBack(true)
  }, [content])
  return {
    isBack,
    change(next: Values) {
      isTouched.current = true
      setValues(next)
      if (Object.values(next).every((value) => value === '')) void forget()
      else keep(next)
    },
    startAfresh() {
      isTouched.current = true
      setIsBack(false)
      setValues(emptyValues)
      void forget()
    },
    forget,
  }
}

const toErrorBody = ({ field, alternatives: oneOf, message }: MissingField): ErrorBody => ({
  code: 'invalid_input',
  field: toWireField(field),
  reason: oneOf ? 'one_required' : 'missing',
  ...(oneOf ? { params: { fields: oneOf.map(toWireField) } } : {}),
  message,
  retryable: false,
})

/** Some templates have their own field labels. */
const toTemplateTexts = ({ fields }: Template): ErrorTexts => ({
  labels: Object.fromEntries(fields.map(({ field, label }) => [toWireField(field), label])),
})

/** Credits the text uses, and credits left. */
function Cost() {
  const { user, workspace } = useSignedIn()
  const allowance = Number(user.plan.ai)
  const left = Math.max(0, allowance - user.usage.ai)
  const known = workspace.role === 'owner' && allowance < unlimited
  return (
    <p className="mt-2 text-ink-3 text-xs">
      Uses 1 AI credit
      {known && `; ${formatCount(left)} of ${formatCount(allowance)} left until ${formatDay(user.usage.resets_at)}`}.
      Refunded if nothing is written.
    </p>
  )
}

type BriefingFieldProps = {
  field: FormField
  error: string | undefined
  values: Values
  set: (field: keyof Values, value: string) => void
  reports: BriefingFormProps['reports']
  usualWords: number
  /** The selected report's query, used as the default title. */
  topic: string | undefined
  outline: ReactNode
}

function BriefingField({ field, error, values, set, reports, usualWords, topic, outline }: BriefingFieldProps) {
  const name = field.field
  if (name === 'outline') return outline
  const half = name === 'audience' || name === 'tone' || name === 'words'
  const shared = {
    label: field.label,
    hint: field.help || undefined,
    error,
    required: field.required,
    className: half ? 'content-start' : 'col-span-full',
  }
  if (name === 'report')
    return (
      <Field {...shared}>
        <Select
          form={formId}
          value={values.report}
          onChange={(event) => set('report', event.target.value)}
          options={[
            { value: '', label: reports.length > 0 ? 'None' : 'No finished reports' },
            ...reports.map(({ _id, query, created_at }) => ({
              value: _id,
              label: `${query}, ${formatDay(created_at)}`,
            })),
          ]}
        />
      </Field>
    )
  if (name === 'text' || name === 'instructions')
    return (
      <Field {...shared}>
        <Textarea
          form={formId}
          grow
          rows={name === 'text' ? 8 : 3}
          className="max-h-100"
          placeholder={field.placeholder}
          maxLength={name === 'text' ? 100_000 : 4000}
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
        />
      </Field>
    )
  if (name === 'words')
    return (
      <Field {...shared}>
        <Input
          form={formId}
          type="number"
          min={20}
          max={10_000}
          inputMode="numeric"
          placeholder={String(usualWords)}
          value={values.words}
          onChange={(event) => set('words', event.target.value)}
        />
      </Field>
    )
  return (
    <Field {...shared}>
      <Input
        form={formId}
        placeholder={name === 'title' && topic ? topic : field.placeholder}
        maxLength={300}
        value={values[name]}
        onChange={(event) => set(name, event.target.value)}
      />
    </Field>
  )
}

const filled = <Name extends string>(name: Name, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [K in Name]?: string }

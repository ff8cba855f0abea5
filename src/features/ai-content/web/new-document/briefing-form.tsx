import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { toOutlineOwner } from '#features/reports/web/report/outline/outline-storage.ts'
import { useHeadings } from '#features/reports/web/report/outline/use-headings.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { languages } from '#web/components/locales.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, type BrandVoice, type TemplateName } from '../../contract.ts'
import { parseLinkLines, toLines } from '../../rules/briefing/fill-briefing.ts'
import {
  type MissingField,
  missingField,
  type Template,
  templates,
  toWireField,
} from '../../rules/templates/templates.ts'
import { documentHref } from '../content-labels.ts'
import { toPlan } from '../document/outline-model.ts'
import type { Engine } from '../editor/editor.tsx'
import { aiContentErrorTexts } from '../error-texts.ts'
import { WritingError } from '../generation/writing-error.tsx'
import { BriefingField } from './briefing-field.tsx'
import { ResearchButton } from './research-button.tsx'
import { ResearchNote } from './research-notes.tsx'
import { LinkChoice, SourceChoice } from './source-choice.tsx'
import { type BriefingValues, emptyBriefing, useBriefingDraft } from './use-briefing-draft.ts'
import { useResearch } from './use-research.ts'
import { WriterChoice } from './writer-choice.tsx'
import { WritingCost } from './writing-cost.tsx'

export type BriefingFormProps = {
  template: TemplateName
  reports: { _id: string; query: string; language: string; created_at: string }[]
  report: string | null
  /** A topic of the report. */
  clusterId: string | null
  /** An item of a content plan. */
  planItemId: string | null
  voices: BrandVoice[]
  engine: Engine
  title: string
  /** Keywords from a list, up to 100. */
  keywords?: string[] | null
  query: URLSearchParams
}

/** Selected headings are stored in the browser, so this loads there. */
const OutlineBuilder = lazy(() => import('./outline-builder.tsx').then((file) => ({ default: file.OutlineBuilder })))

const wireFields = [
  'title',
  'audience',
  'tone',
  'instructions',
  'text',
  'language',
  'words',
  'keywords',
  'report_id',
  'brand_voice_id',
] as const
type WireField = (typeof wireFields)[number]

/** The form's id, for fields outside its element. */
const formId = 'briefing'

/** The form for a new document. Creates the document, then opens the editor, which writes it. */
export function BriefingForm({
  template: name,
  reports: existing,
  report,
  clusterId,
  planItemId,
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
  const [useOutline, setUseOutline] = useState(true)
  const [lookedUp, setLookedUp] = useState<BriefingFormProps['reports']>([])
  const reports = [...lookedUp, ...existing]
  const [key] = useState(randomKey)
  const [values, setValues] = useState<BriefingValues>(() => ({
    ...emptyBriefing,
    title,
    keywords: given?.slice(0, 100).join(', ') ?? '',
    report: report ?? '',
  }))
  const draft = useBriefingDraft({
    template: name,
    workspaceId: workspace._id,
    values,
    setValues,
    isGiven: Boolean(title || report || given?.length),
    reports,
    onRestored: (restored) => research.markAllTyped(restored),
  })
  const topicId = values.report === report ? clusterId : null
  const owner = toOutlineOwner(signedIn.user.id, workspace._id, values.report, topicId)
  const gathered = useHeadings(owner)
  const chosen = reports.find(({ _id }) => _id === values.report)
  const research = useResearch({
    workspaceId: workspace._id,
    reportId: values.report,
    clusterId: topicId,
    values,
    change: (next) => {
      draft.change(next)
      clear()
    },
    outlineLength: gathered.length,
    given: given?.length ? ['keywords'] : [],
  })
  const set = (field: keyof BriefingValues, value: string) => {
    // Sources belong to their report.
    draft.change({ ...values, ...(field === 'report' ? { exclude: '' } : {}), [field]: value })
    research.markTyped(field)
    clear()
  }
  const takesOutline = template.fields.some(({ field }) => field === 'outline')
  const outline = takesOutline && useOutline ? toPlan(gathered.slice(0, 200)) : []
  const keywords = values.keywords
    .split(/[,\n]/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)
    .slice(0, 100)
  const limit = checkOwnLimit(signedIn, 'ai', 1)

  const texts = joinErrorTexts(aiContentErrorTexts, toTemplateTexts(template))
  const { form, field, busy, error, clear } = useContractForm({
    endpoint: aiContentContract.new,
    fields: wireFields,
    texts,
    getInput: () => {
      const missing = missingField(name, {
        title: values.title,
        keywords,
        outline,
        text: values.text,
        report_id: values.report || null,
      })
      if (missing) throw toInputError(missing)
      return toInput({ name, workspaceId: workspace._id, values, keywords, outline, topicId, planItemId })
    },
    send: async (input) => {
      const { item } = await api(aiContentContract.new, input, { idempotencyKey: key })
      await draft.forget()
      await navigate(`${documentHref(item._id)}?write=1`)
      return null
    },
  })
  // The outline has no control that could show an error, and templates leave fields out.
  const shown = [...template.fields.map((each) => toWireField(each.field)), 'language', 'brand_voice_id']
  const isShown = wireFields.some((each) => shown.includes(each) && field(each).error !== undefined)

  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      {/* The outline has a form of its own and forms cannot stand in one another: this one's fields name it. */}
      <form {...form} id={formId} className="hidden" />
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
        {template.fields.map((each) => (
          <BriefingField
            key={each.field}
            field={each}
            control={each.field === 'outline' ? null : field(toWireField(each.field) as WireField)}
            formId={formId}
            values={values}
            set={set}
            reports={reports}
            usualWords={template.words}
            topic={chosen?.query}
            note={
              each.field === 'report' ? (
                <ResearchButton research={research} hasReport={values.report !== ''} hasReports={reports.length > 0} />
              ) : (
                research.proposal && (
                  <ResearchNote field={each.field} proposal={research.proposal} values={values} set={set} />
                )
              )
            }
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
                    <OutlineBuilder owner={owner} proposal={research.proposal} />
                  </Suspense>
                </div>
                <p className="mt-1.5 text-ink-3 text-xs">{each.help}</p>
              </div>
            }
          />
        ))}
        {research.proposal && (
          <>
            <SourceChoice
              proposal={research.proposal}
              value={values.exclude}
              onChange={(value) => set('exclude', value)}
            />
            <LinkChoice proposal={research.proposal} value={values.links} onChange={(value) => set('links', value)} />
          </>
        )}
      </div>
      <div className="grid gap-5 lg:sticky lg:top-7">
        <section aria-label="Writing settings" className="grid gap-4 rounded-l border border-line bg-panel p-4">
          <Field label="Language" {...field('language')} required={undefined}>
            <Select
              form={formId}
              value={values.language}
              onChange={(event) => set('language', event.target.value)}
              options={[{ value: '', label: chosen ? 'Same as report' : 'English' }, ...languages]}
            />
          </Field>
          <Field
            label="Brand voice"
            {...field('brand_voice_id')}
            required={undefined}
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
              form={formId}
              value={values.voice}
              disabled={voices.length === 0}
              onChange={(event) => set('voice', event.target.value)}
              options={[{ value: '', label: 'None' }, ...voices.map(({ _id, name }) => ({ value: _id, label: name }))]}
            />
          </Field>
          <WriterChoice
            engine={engine}
            workspaceId={workspace._id}
            reportId={values.report}
            keyword={keywords[0] ?? values.title.trim()}
            text={values.text}
            takesText={template.fields.some((each) => each.field === 'text')}
            onFound={(found) => {
              setLookedUp((old) => [found, ...old])
              set('report', found._id)
            }}
          />
        </section>
        {error && !isShown && <WritingError error={error} texts={texts} />}
        {!limit.ok && <LimitNotice message={limit.message} tool="ai" />}
        <div>
          <Button type="submit" form={formId} variant="solid" busy={busy} className="w-full">
            Write draft
          </Button>
          <WritingCost />
        </div>
      </div>
    </div>
  )
}

type Inputs = {
  name: TemplateName
  workspaceId: string
  values: BriefingValues
  keywords: string[]
  outline: ReturnType<typeof toPlan>
  topicId: string | null
  planItemId: string | null
}

const toInput = ({ name, workspaceId, values, keywords, outline, topicId, planItemId }: Inputs) => ({
  workspace_id: workspaceId,
  template: name,
  ...filled('title', values.title),
  ...filled('audience', values.audience),
  ...filled('tone', values.tone),
  ...filled('instructions', values.instructions),
  ...filled('text', values.text),
  ...filled('language', values.language),
  ...(values.words.trim() === '' ? {} : { words: Number(values.words) }),
  ...(keywords.length > 0 ? { keywords } : {}),
  ...(outline.length > 0 ? { outline } : {}),
  ...(values.report ? { report_id: values.report } : {}),
  ...(topicId ? { cluster_id: topicId } : {}),
  ...(planItemId ? { plan_item_id: planItemId } : {}),
  ...(values.report && values.exclude ? { exclude_urls: toLines(values.exclude) } : {}),
  ...(values.links ? { links: parseLinkLines(values.links) } : {}),
  ...(values.voice ? { brand_voice_id: values.voice } : {}),
})

const toInputError = ({ field, alternatives: oneOf, message }: MissingField) =>
  new AppError('invalid_input', message, {
    field: toWireField(field),
    reason: oneOf ? 'one_required' : 'missing',
    ...(oneOf ? { params: { fields: oneOf.map(toWireField) } } : {}),
  })

/** Some templates have their own field labels. */
const toTemplateTexts = ({ fields }: Template): ErrorTexts => ({
  labels: Object.fromEntries(fields.map(({ field, label }) => [toWireField(field), label])),
})

const filled = <Name extends string>(name: Name, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [K in Name]?: string }

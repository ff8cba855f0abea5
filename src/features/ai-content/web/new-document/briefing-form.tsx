import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { toOutlineOwner } from '#features/reports/web/report/outline/outline-storage.ts'
import { useHeadings } from '#features/reports/web/report/outline/use-headings.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, type BrandVoice, type TemplateName } from '../../contract.ts'
import { getGivenFields } from '../../rules/briefing/fill-briefing.ts'
import { type FormField, type Template, templates, toWireField } from '../../rules/templates/templates.ts'
import { documentHref, type Engine } from '../content-labels.ts'
import { toPlan } from '../document/outline-model.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import { WritingError } from '../generation/writing-error.tsx'
import { BriefingField } from './briefing-field.tsx'
import { parseKeywords, toBriefingInput, toTemplateTexts } from './briefing-input.ts'
import { BriefingOutline } from './briefing-outline.tsx'
import { ResearchButton } from './research-button.tsx'
import { ResearchNote } from './research-notes.tsx'
import { ProposalChoice } from './source-choice.tsx'
import { type BriefingValues, emptyBriefing, useBriefingDraft } from './use-briefing-draft.ts'
import { type Research, useResearch } from './use-research.ts'
import { WritingCost } from './writing-cost.tsx'
import { WritingSettings } from './writing-settings.tsx'

export type BriefingFormProps = {
  template: TemplateName
  reports: { _id: string; query: string; language: string; created_at: string }[]
  report: string | null
  /** A topic of the report. */
  clusterId: string | null
  /** A keyword of the report that the text is about. */
  keyword: string | null
  /** An item of a content plan. */
  planItemId: string | null
  voices: BrandVoice[]
  engine: Engine
  title: string
  /** Keywords from a list, up to 100. */
  keywords?: string[] | null
  query: URLSearchParams
}

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
  'do_not_claim',
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
  keyword,
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
    keyword: values.report === report ? keyword : null,
    values,
    change: (next) => {
      draft.change(next)
      clear()
    },
    outlineLength: gathered.length,
    given: getGivenFields({ title, keywords: given ?? [], isTopic: topicId !== null }),
  })
  const set = (field: keyof BriefingValues, value: string) => {
    // Sources belong to their report.
    draft.change({ ...values, ...(field === 'report' ? { exclude: '' } : {}), [field]: value })
    research.markTyped(field)
    clear()
  }
  const firstField = template.fields.find(({ field }) => field !== 'report' && field !== 'outline')
  const takesOutline = template.fields.some(({ field }) => field === 'outline')
  const outline = takesOutline && useOutline ? toPlan(gathered.slice(0, 200)) : []
  const keywords = parseKeywords(values.keywords)
  const limit = checkOwnLimit(signedIn, 'ai', 1)

  const texts = joinErrorTexts(aiContentErrorTexts, toTemplateTexts(template))
  const { form, field, busy, error, clear } = useContractForm({
    endpoint: aiContentContract.new,
    fields: wireFields,
    texts,
    getInput: () =>
      toBriefingInput({ name, workspaceId: workspace._id, values, keywords, outline, topicId, planItemId }),
    send: async (input) => {
      const { item } = await api(aiContentContract.new, input, { idempotencyKey: key })
      await draft.forget()
      research.removeAdded()
      await navigate(`${documentHref(item._id)}?write=1`)
      return null
    },
  })
  // The outline has no control that could show an error, and templates leave fields out.
  const shown = [
    ...template.fields.map((each) => toWireField(each.field)),
    'language',
    'brand_voice_id',
    'do_not_claim',
  ]
  const isShown = wireFields.some((each) => shown.includes(each) && field(each).error !== undefined)

  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      {/* The outline has a form of its own and forms cannot stand in one another: this one's fields name it. */}
      <form {...form} id={formId} className="hidden" />
      <div className="grid max-w-160 gap-5 sm:grid-cols-2">
        <BriefingHeading template={template} query={query} onClear={draft.isBack ? draft.startAfresh : null} />
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
            isFirst={each === firstField}
            topic={chosen?.query}
            note={
              <FieldNote field={each} research={research} values={values} set={set} hasReports={reports.length > 0} />
            }
            outline={
              <BriefingOutline
                owner={owner}
                proposal={research.proposal}
                gathered={gathered.length}
                isUsed={useOutline}
                onUse={setUseOutline}
                help={each.help}
              />
            }
          />
        ))}
        {research.proposal && <ProposalChoice proposal={research.proposal} values={values} set={set} />}
      </div>
      <div className="grid gap-5 lg:sticky lg:top-7">
        <WritingSettings
          fields={{ language: field('language'), voice: field('brand_voice_id'), claims: field('do_not_claim') }}
          formId={formId}
          values={values}
          set={set}
          hasReport={chosen !== undefined}
          voices={voices}
          writer={{
            engine,
            workspaceId: workspace._id,
            reportId: values.report,
            keyword: keywords[0] ?? values.title.trim(),
            text: values.text,
            takesText: template.fields.some((each) => each.field === 'text'),
            onFound: (found) => {
              setLookedUp((old) => [found, ...old])
              set('report', found._id)
            },
          }}
        />
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

type BriefingHeadingProps = {
  template: Template
  query: URLSearchParams
  /** Null unless unsent entries were restored. */
  onClear: (() => void) | null
}

function BriefingHeading({ template, query, onClear }: BriefingHeadingProps) {
  return (
    <div className="col-span-full flex flex-wrap items-baseline gap-x-3 border-line border-b pb-3">
      <h2 className="heading">{template.label}</h2>
      <Link href={`/app/content/new?${query}`} className="link text-ink-2">
        Change type
      </Link>
      <p className="w-full text-ink-2">{template.description}</p>
      {onClear && (
        <p className="w-full text-ink-2" role="status">
          Your unsent entries were restored.{' '}
          <button type="button" className="link" onClick={onClear}>
            Clear form
          </button>
        </p>
      )}
    </div>
  )
}

type FieldNoteProps = {
  field: FormField
  research: Research
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
  hasReports: boolean
}

/** Below a field: where its proposal comes from, and the button that gets one. */
function FieldNote({ field: { field }, research, values, set, hasReports }: FieldNoteProps) {
  if (field === 'report')
    return <ResearchButton research={research} hasReport={values.report !== ''} hasReports={hasReports} />
  return research.proposal && <ResearchNote field={field} proposal={research.proposal} values={values} set={set} />
}

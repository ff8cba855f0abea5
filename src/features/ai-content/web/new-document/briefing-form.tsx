import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, type BrandVoice } from '../../contract.ts'
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
import { type BriefingStart, useBriefing } from './use-briefing.ts'
import type { BriefingValues } from './use-briefing-draft.ts'
import type { Research } from './use-research.ts'
import { WritingCost } from './writing-cost.tsx'
import { WritingSettings } from './writing-settings.tsx'

export type BriefingFormProps = BriefingStart & {
  /** An item of a content plan. */
  planItemId: string | null
  voices: BrandVoice[]
  engine: Engine
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

/** Fields with a control that shows their error: the outline has none, and templates leave fields out. */
function getShownFields({ fields }: Template): WireField[] {
  const shown = [...fields.map(({ field }) => toWireField(field)), 'language', 'brand_voice_id', 'do_not_claim']
  return wireFields.filter((each) => shown.includes(each))
}

/** The form's id, for fields outside its element. */
const formId = 'briefing'

/** The form for a new document. Creates the document, then opens the editor, which writes it. */
export function BriefingForm({ planItemId, voices, engine, query, ...start }: BriefingFormProps) {
  const { template: name } = start
  const template = templates[name]
  const signedIn = useSignedIn()
  const { workspace } = signedIn
  const navigate = useNavigate()
  const [useOutline, setUseOutline] = useState(true)
  const [key] = useState(randomKey)
  const briefing = useBriefing(start, () => clear())
  const { values, set, draft, research, reports, chosenReport, about, gathered } = briefing
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
      toBriefingInput({ name, workspaceId: workspace._id, values, keywords, outline, ...about, planItemId }),
    send: async (input) => {
      const { item } = await api(aiContentContract.new, input, { idempotencyKey: key })
      await draft.forget()
      research.removeAdded()
      await navigate(`${documentHref(item._id)}?write=1`)
      return null
    },
  })
  const isShown = getShownFields(template).some((each) => field(each).error !== undefined)

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
            topic={chosenReport?.query}
            note={
              <FieldNote field={each} research={research} values={values} set={set} hasReports={reports.length > 0} />
            }
            outline={
              <BriefingOutline
                owner={briefing.outlineOwner}
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
          hasReport={chosenReport !== undefined}
          voices={voices}
          writer={{
            engine,
            workspaceId: workspace._id,
            reportId: values.report,
            keyword: keywords[0] ?? values.title.trim(),
            text: values.text,
            takesText: template.fields.some((each) => each.field === 'text'),
            onFound: briefing.addReport,
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

import { AppError } from '#kit/errors.ts'
import type { ErrorTexts } from '#web/calls/error-texts.ts'
import type { TemplateName } from '../../contract.ts'
import { parseLinkLines, toLines } from '../../rules/briefing/fill-briefing.ts'
import { type MissingField, missingField, type Template, toWireField } from '../../rules/templates/templates.ts'
import type { toPlan } from '../document/outline-model.ts'
import type { BriefingValues } from './use-briefing-draft.ts'

/** What a filled briefing form sends. */

export const parseKeywords = (written: string) =>
  written
    .split(/[,\n]/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)
    .slice(0, 100)

export type BriefingInputs = {
  name: TemplateName
  workspaceId: string
  values: BriefingValues
  keywords: string[]
  outline: ReturnType<typeof toPlan>
  topicId: string | null
  /** What the text is about, selected in the report. */
  keyword: string | null
  planItemId: string | null
}

/** @throws AppError invalid_input for a field that the template requires */
export function toBriefingInput(inputs: BriefingInputs) {
  const { name, values, keywords, outline } = inputs
  const missing = missingField(name, {
    title: values.title,
    keywords,
    outline,
    text: values.text,
    report_id: values.report || null,
  })
  if (missing) throw toInputError(missing)
  return toInput(inputs)
}

const toInput = ({ name, workspaceId, values, keywords, outline, topicId, keyword, planItemId }: BriefingInputs) => ({
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
  ...(keyword ? { keyword } : {}),
  ...(planItemId ? { plan_item_id: planItemId } : {}),
  ...(values.report && values.exclude ? { exclude_urls: toLines(values.exclude) } : {}),
  ...(values.links ? { links: parseLinkLines(values.links) } : {}),
  ...(values.claims.trim() === '' ? {} : { do_not_claim: toLines(values.claims) }),
  ...(values.voice ? { brand_voice_id: values.voice } : {}),
})

const toInputError = ({ field, alternatives: oneOf, message }: MissingField) =>
  new AppError('invalid_input', message, {
    field: toWireField(field),
    reason: oneOf ? 'one_required' : 'missing',
    ...(oneOf ? { params: { fields: oneOf.map(toWireField) } } : {}),
  })

/** Some templates have their own field labels. */
export const toTemplateTexts = ({ fields }: Template): ErrorTexts => ({
  labels: Object.fromEntries(fields.map(({ field, label }) => [toWireField(field), label])),
})

const filled = <Name extends string>(name: Name, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [K in Name]?: string }

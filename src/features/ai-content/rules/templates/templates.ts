/** The fourteen templates. Forms, prompts, writers and screens all read them here, so it has data and checks only. */
import type { TemplateName } from '../../contract.ts'
import type { WritingContext } from '../generation/generation-context.ts'
import { blogPost, brief, faq, intro, meta, outline, section, summary, videoScript } from './long-texts.ts'
import { adCopy, email, productDescription, rewrite, socialPost } from './short-texts.ts'
import type { Template, TemplateField } from './template.ts'

export type { FormField, Template, TemplateField } from './template.ts'

export const templates: Record<TemplateName, Template> = {
  blog_post: blogPost,
  outline,
  intro,
  section,
  faq,
  meta,
  brief,
  product_description: productDescription,
  rewrite,
  summary,
  social_post: socialPost,
  email,
  ad_copy: adCopy,
  video_script: videoScript,
}

/** Fields the user filled in. A report counts by its id, even before its pages are read. */
export type FilledIn = Partial<{
  title: string | null
  keywords: string[]
  outline: unknown[]
  text: string | null
  report_id: string | null
}>

export type MissingField = {
  field: TemplateField
  /** All alternatives, if any one of several fields is enough. */
  alternatives: TemplateField[] | null
  /** One sentence for developers. */
  message: string
}

/** Returns the first field a template still needs before it can be written, or null. */
export function missingField(name: TemplateName, filled: FilledIn): MissingField | null {
  const template = templates[name]
  const has: Record<TemplateField, boolean> = {
    title: Boolean(filled.title?.trim()),
    keywords: Boolean(filled.keywords?.some((keyword) => keyword.trim())),
    outline: Boolean(filled.outline?.length),
    text: Boolean(filled.text?.trim()),
    report: Boolean(filled.report_id),
    audience: true,
    tone: true,
    words: true,
    instructions: true,
  }
  const missing = template.fields.find(({ field, required }) => required && !has[field])
  if (missing)
    return {
      field: missing.field,
      alternatives: null,
      message: `${toWireField(missing.field)} is missing. The template ${name} needs it.`,
    }
  if (template.requiresAny.length === 0 || template.requiresAny.some((field) => has[field])) return null
  const choices = template.requiresAny.map(toWireField)
  const list = choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices[0]
  return {
    field: template.requiresAny[0]!,
    alternatives: template.requiresAny,
    message: `${list} is missing. The template ${name} needs one of them.`,
  }
}

/** Returns the field's name in the API. */
export const toWireField = (field: TemplateField) => (field === 'report' ? 'report_id' : field)

/**
 * Returns the target length in words: the user's, or the template's default. For outlines and briefs, it's the
 * article's length.
 */
export function getTargetWords({ template, briefing }: Pick<WritingContext, 'template' | 'briefing'>): number {
  const { words } = templates[template]
  return template === 'outline' || template === 'brief' || template === 'meta' || template === 'ad_copy'
    ? words
    : (briefing.words ?? words)
}
